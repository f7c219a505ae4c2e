//! Expressions without side effects; those of integers and those of floats.

use super::Writer;

impl Writer {
    pub(crate) fn literal(&mut self) -> String {
        let edges = [
            "0",
            "1",
            "-1",
            "2",
            "7",
            "127",
            "128",
            "255",
            "-128",
            "32767",
            "65535",
            "2147483647",
            "(-2147483647 - 1)",
            "4294967295u",
            "0x80000000",
            "9223372036854775807LL",
            "0xffffffffffffffffull",
            "'a'",
            "3L",
            "5ul",
        ];
        if self.random.chance(60) {
            (*self.random.pick(&edges)).to_owned()
        } else {
            self.random.below(1000).to_string()
        }
    }

    /// Something that is read: a variable, an element, a member, what a pointer points to.
    pub(crate) fn operand(&mut self, depth: u32) -> String {
        for _ in 0..6 {
            match self.random.below(7) {
                0..=2 if !self.ints.is_empty() => return self.random.pick(&self.ints.clone()).name.clone(),
                3 if !self.parts.is_empty() => return self.random.pick(&self.parts.clone()).clone(),
                4 if !self.pointers.is_empty() => return format!("*{}", self.random.pick(&self.pointers.clone()).name),
                5 if !self.arrays.is_empty() => {
                    let array = self.random.pick(&self.arrays.clone()).name.clone();
                    let index = self.integer(depth + 2);
                    return if self.random.chance(70) {
                        format!("{array}[({index}) & 7]")
                    } else {
                        format!("*({array} + (({index}) & 7))")
                    };
                }
                6 if !self.records.is_empty() => return self.member(),
                _ => {}
            }
        }
        self.literal()
    }

    pub(crate) fn member(&mut self) -> String {
        let (name, record) = self.random.pick(&self.records.clone()).clone();
        let member = self.random.pick(&self.members[record as usize].clone()).clone();
        match self.random.below(4) {
            0 => format!("(&{name})->{member}"),
            _ => format!("{name}.{member}"),
        }
    }

    pub(crate) fn integer(&mut self, depth: u32) -> String {
        if depth >= 4 || self.random.chance(20) {
            return if self.random.chance(25) { self.literal() } else { self.operand(depth) };
        }
        let next = depth + 1;
        match self.random.below(30) {
            0..=6 => {
                let op = *self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                let (x, y) = (self.integer(next), self.integer(next));
                format!("({x} {op} {y})")
            }
            7 => {
                let (x, y) = (self.integer(next), self.integer(next));
                let op = *self.random.pick(&["/", "%"]);
                if self.random.chance(50) {
                    format!("({x} {op} (({y} & 15) + 1))")
                } else {
                    format!("({x} {op} (-({y} & 7) - 2))")
                }
            }
            8 | 9 => {
                let (x, y) = (self.integer(next), self.integer(next));
                let op = *self.random.pick(&["<<", ">>"]);
                format!("({x} {op} ({y} & 31))")
            }
            10..=12 => {
                let op = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let (x, y) = (self.integer(next), self.integer(next));
                format!("({x} {op} {y})")
            }
            13 => {
                let op = *self.random.pick(&["&&", "||"]);
                let (x, y) = (self.integer(next), self.integer(next));
                format!("({x} {op} {y})")
            }
            14 | 15 => {
                let op = *self.random.pick(&["-", "~", "!", "+"]);
                format!("({op} {})", self.integer(next))
            }
            16 | 17 => {
                let ty = self.int_type();
                format!("(({ty}){})", self.integer(next))
            }
            18 => {
                let (c, x, y) = (self.integer(next), self.integer(next), self.integer(next));
                format!("({c} ? {x} : {y})")
            }
            19 => {
                let (x, y) = (self.float(next), self.float(next));
                match self.random.below(3) {
                    0 => format!("whole({x})"),
                    1 => format!("({x} {} {y})", self.random.pick(&["<", "<=", ">", ">=", "==", "!="])),
                    _ => format!("((_Bool)({x}))"),
                }
            }
            20 => {
                let (ty, name) = (self.int_type(), self.fresh("t"));
                let (x, y) = (self.integer(next), self.integer(next));
                format!("({{ {ty} {name} = {x}; {name} ^ {y}; }})")
            }
            22 => {
                let (x, y) = (self.integer(3), self.integer(3));
                match self.random.below(4) {
                    0 => format!("text[({x}) & 7]"),
                    1 => format!("\"fixed\\x81\\n\"[({x}) & 7]"),
                    2 => format!("*(text + (({x}) & 3) + (({y}) & 3))"),
                    _ => format!("(&text[({x}) & 7] - text)"),
                }
            }
            23 => {
                let (x, y) = (self.integer(3), self.integer(3));
                if self.random.chance(50) {
                    format!("grid[({x}) & 3][({y}) & 3]")
                } else {
                    format!("(*(grid + (({x}) & 3)))[({y}) & 3]")
                }
            }
            24 => {
                let x = self.integer(3);
                (*self.random.pick(&[
                    "nodes[({}) & 1].next->in[1].value",
                    "nodes->next->next->next->in[({}) & 1].tag",
                    "(nodes + 1)->in[({}) & 1].value",
                ]))
                .replace("{}", &x)
            }
            25 => format!("KIND(+{})", self.integer(next)),
            26 => {
                let x = self.integer(next);
                match self.random.below(4) {
                    0 => format!("__builtin_popcountll({x})"),
                    1 => format!("__builtin_clz((unsigned){x} | 1)"),
                    2 => format!("__builtin_ctzll((unsigned long long){x} | 1ull << 40)"),
                    _ => format!("__builtin_bswap32({x})"),
                }
            }
            27 => match self.counter.take() {
                Some(counter) => match self.random.below(4) {
                    0 => format!("({counter}++)"),
                    1 => format!("(--{counter})"),
                    2 => format!("({counter} += 3)"),
                    _ => format!("({counter} = {counter} * 5 + 1)"),
                },
                None => self.operand(next),
            },
            28 => {
                let (x, y) = (self.integer(3), self.integer(3));
                match self.random.below(3) {
                    0 => format!("({x} ?: {y})"),
                    1 => format!("total(\"iq\", (int){x}, (long long){y})"),
                    _ => format!("(_Bool)({x} - {y})"),
                }
            }
            _ => match self.random.below(3) {
                0 => format!("(int)sizeof(+{})", self.integer(3)),
                1 => format!("({}, {})", self.integer(3), self.integer(next)),
                _ => format!("({}).m", format_args!("(struct {{ int k; short m; }}){{.m = {}}}", self.integer(3))),
            },
        }
    }

    pub(crate) fn float(&mut self, depth: u32) -> String {
        if depth >= 4 || self.random.chance(25) {
            return match self.random.below(3) {
                0 => (*self
                    .random
                    .pick(&["0.5", "1.25f", "-3.0", "0.1", "1e10", "7.0L", "0.1f", "-0.0", "1e-3L", "1e30f"]))
                .to_owned(),
                1 => format!("(double)(int)({})", self.integer(3)),
                _ if self.floats.is_empty() => "2.5".to_owned(),
                _ => self.random.pick(&self.floats.clone()).name.clone(),
            };
        }
        let next = depth + 1;
        match self.random.below(8) {
            0..=4 => {
                let op = *self.random.pick(&["+", "-", "*", "/"]);
                let (x, y) = (self.float(next), self.float(next));
                format!("({x} {op} {y})")
            }
            5 => {
                let ty = self.float_type();
                format!("(({ty}){})", self.float(next))
            }
            6 => {
                let (c, x, y) = (self.integer(next), self.float(next), self.float(next));
                format!("({c} ? {x} : {y})")
            }
            _ => format!("({} + {})", self.float(next), self.integer(3)),
        }
    }
}
