// SPDX-License-Identifier: Apache-2.0
//! Places for words beside what they are about, none on another.

use super::SMALL;

/// Size of the words.
pub(crate) const SIZE: i32 = SMALL - 2;
/// Pixels of a character on average, and of a line.
const CHARACTER: i32 = 5;
const LINE: i32 = 12;
/// The same words this near say it of both points.
const NEAR: i32 = 40;

/// What words are about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum About {
    Point,
    /// A line from there downwards.
    Line,
}

/// The words of a panel.
#[derive(Debug)]
pub(crate) struct Labels {
    /// Where the panel ends on the right.
    end: i32,
    placed: Vec<(String, Place)>,
}

/// Left, top, right and bottom, in pixels.
type Place = [i32; 4];

fn lie_on_each_other(one: Place, other: Place) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

impl Labels {
    pub(crate) fn until(end: i32) -> Self {
        Self { end, placed: Vec::new() }
    }

    /// How far from `at` to write the words. None: the same stand beside it already, or there is no place for them.
    pub(crate) fn place(
        &mut self,
        at: (i32, i32),
        words: &str,
        about: About,
    ) -> Option<(i32, i32)> {
        let width = i32::try_from(words.chars().count()).unwrap_or(i32::MAX / 64) * CHARACTER;
        if words.is_empty() || self.says(at, words) {
            return None;
        }
        let downwards: &[i32] = match about {
            About::Point => &[-15, 4],
            About::Line => &[120, 135, 150, 165],
        };
        let sides = [5, -5 - width];
        let offsets =
            sides.into_iter().flat_map(|right| downwards.iter().map(move |down| (right, *down)));
        let free = |by: &(i32, i32)| {
            let (left, top) = (at.0 + by.0, at.1 + by.1);
            let place = [left, top, left + width, top + LINE];
            place[2] <= self.end
                && !self.placed.iter().any(|(_, other)| lie_on_each_other(place, *other))
        };
        let by = offsets.into_iter().find(free)?;
        let (left, top) = (at.0 + by.0, at.1 + by.1);
        self.placed.push((words.into(), [left, top, left + width, top + LINE]));
        Some(by)
    }

    fn says(&self, at: (i32, i32), words: &str) -> bool {
        self.placed.iter().any(|(other, place)| {
            other == words && (place[0] - at.0).abs() < NEAR && (place[1] - at.1).abs() < NEAR
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lie_beside_their_point_and_on_no_others() {
        let mut labels = Labels::until(500);
        assert_eq!(labels.place((100, 100), "16K", About::Point), Some((5, -15)));
        assert_eq!(labels.place((102, 101), "16K", About::Point), None, "it is said");
        assert_eq!(labels.place((102, 101), "4K", About::Point), Some((5, 4)));
        assert_eq!(labels.place((104, 100), "1M", About::Point), Some((-15, -15)));
        assert_eq!(labels.place((104, 100), "2M", About::Point), Some((-15, 4)));
        assert_eq!(labels.place((104, 100), "4M", About::Point), None, "no place is left");
        assert_eq!(labels.place((300, 100), "16K", About::Point), Some((5, -15)));
        assert_eq!(labels.place((300, 300), "", About::Point), None);
    }

    #[test]
    fn words_that_would_leave_the_panel_stand_on_the_left() {
        let mut labels = Labels::until(500);
        assert_eq!(labels.place((480, 20), "published: 40", About::Line), Some((-70, 120)));
        assert_eq!(labels.place((440, 20), "published: 10", About::Line), Some((-70, 135)));
    }
}
