//! Small programs whose operations are undefined now and then: each operand is a constant near a limit of its type, so
//! that there is nothing to explore and both a compiled program and an interpreter come to the same end.

/// Numbers from a seed (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

const TYPES: [(&str, &str); 9] = [
    ("i", "int"),
    ("j", "int"),
    ("l", "long long"),
    ("m", "long long"),
    ("w", "__int128"),
    ("u", "unsigned"),
    ("s", "short"),
    ("c", "signed char"),
    ("d", "double"),
];

const VALUES: [&str; 20] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "-8",
    "31",
    "32",
    "33",
    "63",
    "64",
    "100",
    "-128",
    "32767",
    "46341",
    "2147483647",
    "(-2147483647 - 1)",
    "4294967295",
    "9223372036854775807LL",
];

fn operand(random: &mut Random, depth: usize) -> String {
    match random.below(if depth == 0 { 5 } else { 12 }) {
        0 => random.pick(&VALUES[..14]).to_owned(),
        1..=4 => TYPES[random.below(8)].0.to_owned(),
        5..=8 => {
            let op = random.pick(&["+", "-", "*", "/", "%", "<<", ">>", "&", "<", "=="]);
            format!("({} {op} {})", operand(random, depth - 1), operand(random, depth - 1))
        }
        9 if random.below(2) == 0 => format!("(- {})", operand(random, depth - 1)),
        9 => {
            format!("__builtin_{}({} & 1)", random.pick(&["clz", "ctz", "clzll", "ctzll"]), TYPES[random.below(8)].0)
        }
        10 => {
            let [a, b, c] = [(); 3].map(|()| operand(random, depth - 1));
            format!("({a} > {b} ? {c} : {b})")
        }
        _ => match random.below(3) {
            0 => format!("((int)d ^ {})", operand(random, 0)),
            1 => format!("t[{} & 15]", operand(random, 0)),
            _ => "*p".to_owned(),
        },
    }
}

/// The body of a function that returns an `int`.
pub fn body(random: &mut Random) -> String {
    let mut text = String::from("{\n");
    for (name, ty) in TYPES {
        text += &format!("    {ty} {name} = {};\n", random.pick(&VALUES));
    }
    text += &format!("    d = d * {};\n", random.pick(&["1", "0.5", "3", "1e5"]));
    text += &format!("    int t[{}] = {{1, 2}}, g[2][3] = {{{{0}}}};\n", 9 + random.below(7));
    text += &format!("    int *p = {};\n", random.pick(&["&i", "&j", "t", "&g[1][0]", "c > 3 ? 0 : &i"]));
    for _ in 0..2 + random.below(6) {
        let depth = 1 + random.below(2);
        let value = operand(random, depth);
        text += &match random.below(8) {
            0 => format!("    {}++;\n", random.pick(&["i", "l", "s", "c", "u"])),
            1 => format!("    g[{} & 1][{} & 3] = {value};\n", operand(random, 0), operand(random, 0)),
            2 => {
                let op = random.pick(&["+=", "-=", "*=", "<<="]);
                format!("    {} {op} {value};\n", random.pick(&["i", "j", "s", "l"]))
            }
            3 => format!("    if ({value}) j = j - i;\n"),
            4 => format!("    *p = {value};\n"),
            _ => format!("    {} = {value};\n", random.pick(&["i", "j", "l", "m", "u", "s", "c"])),
        };
    }
    text += "    return 0;\n}\n";
    text
}
