// SPDX-License-Identifier: Apache-2.0
//! The one path over which the channels of some cards write to the card (`fby_card_path`): a burst that finds no room holds up all others.

/// Who waits in front of the path, where there is one.
#[derive(Debug)]
pub(crate) struct WritePath {
    shared: bool,
    /// The stream port in whose FIFO the burst in front finds no room.
    front: Option<usize>,
    /// It has asked in this round.
    asked: bool,
}

impl WritePath {
    /// That of a build; without effect unless its channels share it.
    pub(crate) const fn new(shared: bool) -> Self {
        Self { shared, front: None, asked: false }
    }

    /// Whether a burst into that stream port, or elsewhere, is behind another one.
    pub(crate) fn holds_up(&self, port: Option<usize>) -> bool {
        self.front.is_some() && self.front != port
    }

    /// A burst that is behind nobody finds no room in that stream port.
    pub(crate) const fn wait(&mut self, port: usize) {
        if self.shared {
            self.front = Some(port);
            self.asked = true;
        }
    }

    /// Ends a round: a burst that has not asked again has gone, or its channel was stopped. Whether what was behind it may go.
    pub(crate) const fn settle(&mut self) -> bool {
        let asked = std::mem::replace(&mut self.asked, false);
        !asked && self.front.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_in_front_holds_up_the_others_until_it_asks_no_more() {
        let mut path = WritePath::new(true);
        assert!(!path.holds_up(Some(0)) && !path.settle());
        path.wait(0);
        for _ in 0..2 {
            assert!(!path.holds_up(Some(0)));
            assert!(path.holds_up(Some(1)) && path.holds_up(None));
            assert!(!path.settle(), "it has asked in this round");
            path.wait(0);
        }
        assert!(!path.settle());
        assert!(path.holds_up(Some(1)), "nobody has gone yet");
        assert!(path.settle(), "it has not asked again");
        assert!(!path.holds_up(Some(1)) && !path.settle());
    }

    #[test]
    fn who_has_a_path_of_its_own_holds_up_nobody() {
        let mut path = WritePath::new(false);
        path.wait(0);
        assert!(!path.holds_up(Some(1)) && !path.holds_up(None) && !path.settle());
    }
}
