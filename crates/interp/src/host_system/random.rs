//! `random`: the numbers of glibc's generator, so that a program gets here what it gets outside.

/// glibc's `random`: an additive feedback generator of 31 words.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    words: [i32; 31],
    front: usize,
}

impl Random {
    pub fn seeded(seed: u32) -> Self {
        let mut words = [0i32; 31];
        words[0] = if seed == 0 { 1 } else { seed as i32 };
        for at in 1..31 {
            let before = i64::from(words[at - 1]);
            let next = 16807 * (before % 127_773) - 2836 * (before / 127_773);
            words[at] = if next < 0 { next + 2_147_483_647 } else { next } as i32;
        }
        let mut new = Self { words, front: 3 };
        for _ in 0..310 {
            new.next();
        }
        new
    }

    /// 0 to 2^31 - 1.
    pub fn next(&mut self) -> i32 {
        let rear = (self.front + 28) % 31;
        self.words[self.front] = self.words[self.front].wrapping_add(self.words[rear]);
        let value = (self.words[self.front] as u32 >> 1) as i32;
        self.front = (self.front + 1) % 31;
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_glibcs() {
        let mut random = Random::seeded(1);
        assert_eq!([random.next(), random.next(), random.next()], [1_804_289_383, 846_930_886, 1_681_692_777]);
    }
}
