// SPDX-License-Identifier: Apache-2.0
//! Thick lines in parts that the charting library draws whole.

/// The stretches of a line between its turns up and down, each of which ends where the next begins. A charting library that fills the outline
/// of a thick line loses some of it where it turns so sharply that the outline crosses itself.
pub(super) fn stretches(line: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
    let mut stretches: Vec<Vec<(f64, f64)>> = vec![Vec::new()];
    let mut way = 0.0;
    for (index, point) in line.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| line[before]);
        let step = before.map_or(0.0, |before| point.1 - before.1);
        if step * way < 0.0 {
            stretches.push(before.into_iter().collect());
        }
        way = if step == 0.0 { way } else { step };
        if let Some(last) = stretches.last_mut() {
            last.push(*point);
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use plotters::prelude::*;

    use super::*;

    /// Pixels of a side.
    const SIZE: u16 = 960;

    /// Whether a thick line through these pixels is there in each row that it goes through.
    fn is_whole(line: &[(i32, i32)], parted: bool) -> bool {
        let side = usize::from(SIZE);
        let mut pixels = vec![255; side * side * 3];
        {
            let size = (SIZE.into(), SIZE.into());
            let area = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
            let exact: Vec<_> = line.iter().map(|(x, y)| (f64::from(*x), f64::from(*y))).collect();
            let parts = if parted { stretches(&exact) } else { vec![exact] };
            let mut from = 0;
            for part in parts {
                let part = line[from..from + part.len()].to_vec();
                from += part.len() - 1;
                area.draw(&PathElement::new(part, BLUE.stroke_width(2))).unwrap();
            }
            area.present().unwrap();
        }
        let is_drawn = |x: i32, y: i32| {
            let [x, y] = [x, y].map(|at| usize::try_from(at).unwrap());
            pixels[(y * side + x) * 3] < 200
        };
        line.windows(2).all(|ends| {
            let [(x0, y0), (x1, y1)] = [ends[0], ends[1]];
            (y0.min(y1) + 2..y0.max(y1) - 2).all(|y| {
                let x = x0 + (x1 - x0) * (y - y0) / (y1 - y0);
                (x - 2..x + 3).any(|x| is_drawn(x, y))
            })
        })
    }

    /// The points of a published run in their picture: they come all at once, and then they are taken one by one.
    const POINTS: [(i32, i32); 40] = [
        (94, 198),
        (106, 198),
        (110, 198),
        (113, 198),
        (114, 198),
        (192, 198),
        (196, 198),
        (202, 51),
        (203, 52),
        (279, 142),
        (283, 146),
        (285, 149),
        (327, 198),
        (328, 198),
        (406, 198),
        (410, 198),
        (416, 51),
        (417, 52),
        (493, 142),
        (497, 146),
        (499, 149),
        (541, 198),
        (542, 198),
        (621, 198),
        (624, 198),
        (630, 51),
        (631, 52),
        (708, 142),
        (711, 146),
        (713, 149),
        (756, 198),
        (756, 198),
        (835, 198),
        (839, 198),
        (845, 51),
        (845, 52),
        (922, 142),
        (926, 146),
        (928, 149),
        (951, 176),
    ];

    #[test]
    fn a_thick_line_is_whole_where_it_turns_sharply() {
        assert!(!is_whole(&POINTS, false), "the library has learned it: part no line any more");
        assert!(is_whole(&POINTS, true));
    }

    #[test]
    fn a_line_is_parted_where_it_turns_and_nowhere_else() {
        let line = [(0.0, 1.0), (1.0, 1.0), (2.0, 5.0), (3.0, 5.0), (4.0, 2.0), (5.0, 3.0)];
        let parts = stretches(&line);
        assert_eq!(parts, [line[..4].to_vec(), line[3..5].to_vec(), line[4..].to_vec()]);
        assert_eq!(stretches(&[]), [vec![]]);
        assert_eq!(stretches(&line[..1]), [line[..1].to_vec()]);
    }
}
