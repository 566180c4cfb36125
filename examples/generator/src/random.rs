//! Numbers that look drawn by chance and are the same for a seed for ever.
//!
//! Own code on purpose: the committed sites must come out of the generator byte for byte in all years to come, and
//! crates of random numbers change their streams between versions.

/// A stream of numbers (SplitMix64).
#[derive(Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A stream of its own for a part of the work, so that a further draw in one part moves no other.
    pub(crate) fn fork(&self, part: &str) -> Self {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = part.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
        let mut stream = Self(self.0 ^ hash);
        stream.next();
        stream
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 where there is none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let drawn = self.next() >> 11;
        usize::try_from(drawn % (end.max(1) as u64)).unwrap_or(0)
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in so many of a hundred cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of them. The slice must not be empty.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// So many of the numbers below `end`, in rising order.
    pub(crate) fn sample(&mut self, end: usize, count: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..end).collect();
        self.shuffle(&mut numbers);
        numbers.truncate(count);
        numbers.sort_unstable();
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn parts_have_streams_of_their_own() {
        let random = Random::new(1);
        assert_ne!(random.fork("a").next(), random.fork("b").next());
        assert_eq!(random.fork("a").next(), random.fork("a").next());
    }

    #[test]
    fn samples_are_distinct_and_in_order() {
        let sample = Random::new(3).sample(10, 4);
        assert_eq!(sample.len(), 4);
        assert!(sample.is_sorted_by(|a, b| a < b));
    }
}
