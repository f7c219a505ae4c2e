//! Small cases: what an execution does not need for its violation is left out (delta debugging: Zeller and Hildebrandt, "Simplifying and
//! Isolating Failure-Inducing Input", TSE 2002).

use super::execution::TestCase;

/// More cases are not tried.
const MOST: usize = 2_000;

/// The smallest case that was found for which `fails`; the case itself is one.
pub fn minimised(case: &TestCase, fails: impl FnMut(&TestCase) -> bool) -> TestCase {
    let mut search = Minimiser { best: case.clone(), left: MOST, fails };
    loop {
        let before = search.best.clone();
        search.parts();
        search.texts();
        if search.best == before || search.left == 0 {
            return search.best;
        }
    }
}

struct Minimiser<F> {
    best: TestCase,
    left: usize,
    fails: F,
}

impl<F: FnMut(&TestCase) -> bool> Minimiser<F> {
    /// Takes a smaller case where it fails.
    fn try_case(&mut self, case: TestCase) -> bool {
        if self.left == 0 || case == self.best {
            return false;
        }
        self.left -= 1;
        let fails = (self.fails)(&case);
        if fails {
            self.best = case;
        }
        fails
    }

    /// Leaves out what is given as a whole: arguments from the last on, files, variables, the failing allocation.
    fn parts(&mut self) {
        let mut case = self.best.clone();
        case.failing = 0;
        self.try_case(case);
        let mut case = self.best.clone();
        case.given.answers = Some(0);
        self.try_case(case);
        for at in (1..self.best.given.arguments.len()).rev() {
            let mut case = self.best.clone();
            case.given.arguments.remove(at);
            self.try_case(case);
        }
        for at in (0..self.best.given.environment.len()).rev() {
            let mut case = self.best.clone();
            case.given.environment.remove(at);
            self.try_case(case);
        }
        for name in self.best.given.files.keys().cloned().collect::<Vec<_>>() {
            let mut case = self.best.clone();
            case.given.files.remove(&name);
            self.try_case(case);
        }
        for name in self.best.given.folders.clone() {
            let mut case = self.best.clone();
            case.given.folders.remove(&name);
            self.try_case(case);
        }
    }

    /// Makes texts shorter, and their bytes plain.
    fn texts(&mut self) {
        self.text(|case| Some(&mut case.given.input));
        for at in 1..self.best.given.arguments.len() {
            self.text(|case| case.given.arguments.get_mut(at));
        }
        for name in self.best.given.files.keys().cloned().collect::<Vec<_>>() {
            self.text(|case| case.given.files.get_mut(&name));
        }
    }

    fn text(&mut self, of: impl Fn(&mut TestCase) -> Option<&mut Vec<u8>>) {
        let length = |this: &mut Self| of(&mut this.best).map_or(0, |text| text.len());
        let mut size = length(self).next_power_of_two();
        while size > 0 {
            let mut at = 0;
            while at < length(self) {
                let mut case = self.best.clone();
                if let Some(text) = of(&mut case) {
                    text.drain(at..text.len().min(at + size));
                }
                if !self.try_case(case) {
                    at += size;
                }
            }
            size /= 2;
        }
        for at in 0..length(self) {
            for plain in [b'a', b'0'] {
                let mut case = self.best.clone();
                let Some(byte) = of(&mut case).and_then(|text| text.get_mut(at)) else { return };
                let is_plain = matches!(*byte, b'a' | b'0' | b'\n');
                *byte = plain;
                if is_plain || self.try_case(case) {
                    break;
                }
            }
        }
    }
}
