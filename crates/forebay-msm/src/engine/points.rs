// SPDX-License-Identifier: Apache-2.0
//! Points in an arithmetic's form.

use std::ops::Range;

use rayon::prelude::*;
use rustix::mm::{Advice, madvise};

use super::kernel::Kernel;
use crate::{CARD_POINT_BYTES, CardPoint, MsmError};

/// Points of a parsing task, which share an inversion.
const STRIP: usize = 1 << 10;

/// Points in an arithmetic's form, each with so many images of it side by side: itself, and w times it and so on.
#[derive(Debug)]
pub(super) struct Points<K: Kernel> {
    images: usize,
    points: Vec<K::Point>,
    /// Those that are the neutral element, in rising order.
    neutral: Vec<usize>,
}

impl<K: Kernel> Points<K> {
    /// No points, of so many images.
    pub(super) fn none(images: usize) -> Self {
        Self { images, points: Vec::new(), neutral: Vec::new() }
    }

    /// Parses card points on all cores; `first` is the number of the first one.
    pub(super) fn parse(bytes: &[u8], first: usize, images: usize) -> Result<Self, MsmError> {
        let mut points = on_huge_pages(bytes.len() / CARD_POINT_BYTES * images);
        let strips = points
            .par_chunks_mut(STRIP * images)
            .zip(bytes.par_chunks(STRIP * CARD_POINT_BYTES))
            .enumerate()
            .map(|(strip, (points, bytes))| {
                let cards = CardPoint::parse(bytes, first + strip * STRIP)?;
                let neutral = K::convert(&cards, &mut points[..cards.len()]).into_iter();
                spread::<K>(points, images);
                Ok(neutral.map(|number| strip * STRIP + number).collect())
            })
            .collect::<Result<Vec<Vec<_>>, MsmError>>()?;
        Ok(Self { images, points, neutral: strips.concat() })
    }

    /// Images of each.
    pub(super) fn images(&self) -> usize {
        self.images
    }

    /// How many there are.
    fn count(&self) -> usize {
        self.points.len() / self.images
    }

    /// Those from a place up to another, with all their images.
    pub(super) fn of(&self, places: Range<usize>) -> &[K::Point] {
        &self.points[places.start * self.images..places.end * self.images]
    }

    /// Numbers of all that are the neutral element, in rising order.
    pub(super) fn neutral(&self) -> &[usize] {
        &self.neutral
    }

    /// Where in [`Self::neutral`] those from a place up to another are.
    fn neutral_at(&self, places: &Range<usize>) -> Range<usize> {
        let [from, to] = [places.start, places.end]
            .map(|place| self.neutral.partition_point(|index| *index < place));
        from..to
    }

    /// Numbers of those from a place up to another that are the neutral element.
    pub(super) fn neutral_of(&self, places: &Range<usize>) -> &[usize] {
        &self.neutral[self.neutral_at(places)]
    }

    /// Has something in all places before that one: what nobody has put in is neutral.
    pub(super) fn reach(&mut self, end: usize) {
        let known = self.count();
        if known < end {
            self.neutral.extend(known..end);
            self.points.resize(end * self.images, K::Point::default());
        }
    }

    /// Puts others, of as many images, in from that place on.
    pub(super) fn put(&mut self, place: usize, others: Self) {
        let places = place..place + others.count();
        if place == 0 && places.end >= self.count() {
            *self = others;
            return;
        }
        self.reach(places.end);
        let replaced = self.neutral_at(&places);
        self.neutral.splice(replaced, others.neutral.iter().map(|index| place + index));
        let images = self.images;
        self.points[places.start * images..places.end * images].copy_from_slice(&others.points);
    }

    /// Has those before that place only.
    pub(super) fn truncate(&mut self, end: usize) {
        self.points.truncate(end * self.images);
        self.neutral.retain(|index| *index < end);
    }
}

/// Gives all points at the beginning their images, and each a place for itself and them.
fn spread<K: Kernel>(points: &mut [K::Point], images: usize) {
    if images == 1 {
        return;
    }
    let mut own = points[..points.len() / images].to_vec();
    let mut next = own.clone();
    for image in 0..images {
        let places = points.iter_mut().skip(image).step_by(images);
        places.zip(&own).for_each(|(place, point)| *place = *point);
        K::images(&own, &mut next);
        std::mem::swap(&mut own, &mut next);
    }
}

/// What pages' addresses and sizes are multiples of.
const PAGE: usize = 1 << 12;

/// So many points in memory of huge pages, where the system has them: gathered from all over, most would need a walk through
/// the page tables.
fn on_huge_pages<P: Copy + Default>(count: usize) -> Vec<P> {
    let mut points = Vec::with_capacity(count);
    let range = points.spare_capacity_mut().as_mut_ptr_range();
    let start = range.start.addr().next_multiple_of(PAGE);
    let end = range.end.addr() / PAGE * PAGE;
    if start < end {
        let at = range.start.wrapping_byte_add(start - range.start.addr());
        // SAFETY: it is our memory, of whole pages, and what is in it stays as it is. Where that is refused pages are small.
        let _ = unsafe { madvise(at.cast(), end - start, Advice::LinuxHugepage) };
    }
    points.resize(count, P::default());
    points
}
