//! Generated programs over two bytes, whose states are all looked at: whether a cycle of states can be reached tells the truth about their end.

use crate::asked;

use cairn_base::Work;
use cairn_task::Property;
use cairn_verify::ReportedVerdict;
use fastrand::Rng;
use std::collections::HashMap;

/// An expression over `a`, `b` and the input `k` of a round.
#[derive(Clone)]
enum Expr {
    A,
    B,
    K,
    Number(u8),
    Binary(&'static str, Box<Expr>, Box<Expr>),
}

impl Expr {
    fn any(rng: &mut Rng, depth: u32) -> Self {
        match rng.u32(0..if depth == 0 { 6 } else { 9 }) {
            0 | 1 => Expr::A,
            2 | 3 => Expr::B,
            4 => Expr::K,
            5 => Expr::Number(*rng.choice(&[0, 1, 1, 2, 3, 7, 16, 100, 127, 200, 255]).unwrap()),
            _ => {
                let op = *rng.choice(&["+", "-", "-", "/", "&", "%", ">>", "^"]).unwrap();
                Expr::Binary(op, Box::new(Self::any(rng, depth - 1)), Box::new(Self::any(rng, depth - 1)))
            }
        }
    }
    fn text(&self) -> String {
        match self {
            Expr::A => "a".to_owned(),
            Expr::B => "b".to_owned(),
            Expr::K => "k".to_owned(),
            Expr::Number(number) => number.to_string(),
            Expr::Binary(op @ ("/" | "%"), x, y) => format!("({} {op} (({}) | 1))", x.text(), y.text()),
            Expr::Binary(">>", x, y) => format!("({} >> (({}) & 7))", x.text(), y.text()),
            Expr::Binary(op, x, y) => format!("({} {op} {})", x.text(), y.text()),
        }
    }
    /// Its value as an `int`.
    fn value(&self, a: u8, b: u8, k: u8) -> i32 {
        match self {
            Expr::A => a.into(),
            Expr::B => b.into(),
            Expr::K => k.into(),
            Expr::Number(number) => (*number).into(),
            Expr::Binary(op, x, y) => {
                let (x, y) = (x.value(a, b, k), y.value(a, b, k));
                match *op {
                    "+" => x + y,
                    "-" => x - y,
                    "/" => x / (y | 1),
                    "%" => x % (y | 1),
                    "&" => x & y,
                    "^" => x ^ y,
                    _ => x >> (y & 7),
                }
            }
        }
    }
}

/// `while (left < right) { k = input & 1; if (other) first = …; else second = …; }`
struct Generated {
    compared: (&'static str, Expr, Expr),
    branch: (&'static str, Expr, Expr),
    arms: [(bool, Expr); 2],
}

fn holds(op: &str, x: i32, y: i32) -> bool {
    match op {
        "<" => x < y,
        "!=" => x != y,
        ">" => x > y,
        _ => x == y,
    }
}

impl Generated {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let rng = &mut rng;
        let compare = |rng: &mut Rng, ops: &[&'static str]| {
            let op = *rng.choice(ops).unwrap();
            (op, Expr::any(rng, 0), Expr::any(rng, 0))
        };
        let (compared, branch) = (compare(rng, &["<", "!=", ">"]), compare(rng, &["<", "==", ">"]));
        let mut arm = || (rng.bool(), Expr::any(rng, 2));
        Self { compared, branch, arms: [arm(), arm()] }
    }
    fn text(&self) -> String {
        let condition = |(op, x, y): &(&str, Expr, Expr)| format!("{} {op} {}", x.text(), y.text());
        let arm = |(is_a, value): &(bool, Expr)| format!("{} = {};", if *is_a { "a" } else { "b" }, value.text());
        format!(
            "extern unsigned char __VERIFIER_nondet_uchar(void);\nint main(void) {{\n  unsigned char a = \
             __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), k = 0;\n  while ({}) {{\n    \
             k = __VERIFIER_nondet_uchar() & 1;\n    if ({}) {} else {}\n  }}\n  return 0;\n}}\n",
            condition(&self.compared),
            condition(&self.branch),
            arm(&self.arms[0]),
            arm(&self.arms[1])
        )
    }
    /// The states after a round from one, if there is a round.
    fn next(&self, (a, b, k): (u8, u8, u8)) -> Vec<(u8, u8, u8)> {
        let of = |(op, x, y): &(&str, Expr, Expr), k| holds(op, x.value(a, b, k), y.value(a, b, k));
        if !of(&self.compared, k) {
            return Vec::new();
        }
        let round = |k: u8| {
            let (is_a, value) = &self.arms[usize::from(!of(&self.branch, k))];
            let value = value.value(a, b, k) as u8;
            if *is_a { (value, b, k) } else { (a, value, k) }
        };
        vec![round(0), round(1)]
    }
    /// Whether no cycle of states is reached.
    fn ends(&self) -> bool {
        let mut seen: HashMap<(u8, u8, u8), bool> = HashMap::new();
        for start in 0..=u16::MAX {
            let [a, b] = start.to_le_bytes();
            let mut open = vec![((a, b, 0), false)];
            while let Some((state, is_done)) = open.pop() {
                if is_done {
                    seen.insert(state, true);
                    continue;
                }
                match seen.get(&state) {
                    Some(true) => continue,
                    Some(false) => return false,
                    None => {}
                }
                seen.insert(state, false);
                open.push((state, true));
                for next in self.next(state) {
                    match seen.get(&next) {
                        // On the way from itself: open states are those that are not done.
                        Some(false) => return false,
                        Some(true) => {}
                        None => open.push((next, false)),
                    }
                }
            }
        }
        true
    }
}

#[test]
fn generated_loops_end_as_their_states_say() {
    let seeds = cairn_tools::seeds(40);
    let count = (seeds.end - seeds.start) as u32;
    let (mut decided, mut endless) = (0, 0);
    for seed in seeds {
        let program = Generated::new(seed);
        let (text, ends) = (program.text(), program.ends());
        let property = Property::by_name("termination").unwrap();
        let name = format!("ends-{seed}.c");
        let answer = asked::ask_property(&name, &text, property, 3_000, Work::thousands(300)).answer;
        let expected = if ends { ReportedVerdict::True } else { ReportedVerdict::False };
        decided += u32::from(answer == expected);
        endless += u32::from(!ends);
        assert!(answer == expected || answer == ReportedVerdict::Unknown, "seed {seed}: {answer:?}\n{text}");
    }
    // The test says nothing where nothing is decided, or all programs are alike.
    assert!(decided * 10 >= count * 6 && endless * 10 >= count, "{decided} decided, {endless} endless of {count}");
}
