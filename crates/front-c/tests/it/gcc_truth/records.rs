//! Random declarations of records: everything that moves a member.

use cairn_ir::types::MachineModel;
use cairn_test_support::Random;

/// The integer types that may be bit-fields, and their widths.
const BIT_TYPES: [(&str, usize); 9] = [
    ("int", 32),
    ("unsigned", 32),
    ("char", 8),
    ("signed char", 8),
    ("unsigned short", 16),
    ("short", 16),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
];

const SCALARS: [&str; 16] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "float",
    "double",
    "long double",
    "_Bool",
    "enum e",
];

/// `count` records that may contain those before them.
pub fn generate(seed: u64, count: usize, model: MachineModel) -> String {
    let mut g = Records { random: Random::new(seed), members: 0, done: Vec::new(), model };
    let mut out = String::from("enum e { e0, e1 };\n");
    for i in 0..count {
        let pack = g.random.below(8) == 0;
        if pack {
            out.push_str(&format!("#pragma pack(push, {})\n", g.random.pick(&["1", "2", "4", "8"])));
        }
        let word = if g.random.below(5) == 0 { "union" } else { "struct" };
        let name = format!("{word} r{seed}_{i}");
        let body = g.body(0);
        let attribute = g.record_attribute();
        out.push_str(&format!("{name} {{ {body}}}{attribute};\n"));
        g.done.push(name);
        if pack {
            out.push_str("#pragma pack(pop)\n");
        }
    }
    out
}

struct Records {
    random: Random,
    members: usize,
    done: Vec<String>,
    model: MachineModel,
}

impl Records {
    fn name(&mut self) -> String {
        self.members += 1;
        format!("m{}", self.members)
    }

    fn record_attribute(&mut self) -> String {
        match self.random.below(8) {
            0 => " __attribute__((packed))".into(),
            1 => format!(" __attribute__((aligned({})))", self.random.pick(&["2", "4", "8", "16"])),
            2 => format!(" __attribute__((packed, aligned({})))", self.random.pick(&["2", "4", "8"])),
            _ => String::new(),
        }
    }

    fn member_attribute(&mut self) -> String {
        match self.random.below(14) {
            0 => " __attribute__((packed))".into(),
            1 => format!(" __attribute__((aligned({})))", self.random.pick(&["1", "2", "4", "8", "16"])),
            2 => " __attribute__((packed, aligned(2)))".into(),
            _ => String::new(),
        }
    }

    fn body(&mut self, depth: usize) -> String {
        let count = 1 + self.random.below(6);
        (0..count).map(|_| self.member(depth)).collect()
    }

    fn member(&mut self, depth: usize) -> String {
        match self.random.below(16) {
            0..=4 => self.bit_field(),
            5 if depth < 2 => {
                let word = self.random.pick(&["struct", "union"]);
                let body = self.body(depth + 1);
                let attribute = self.record_attribute();
                let name = if self.random.below(3) == 0 { self.name() } else { String::new() };
                format!("{word} {{ {body}}}{attribute} {name}; ")
            }
            6 if !self.done.is_empty() => {
                let of = self.random.below(self.done.len());
                let (of, name) = (self.done[of].clone(), self.name());
                let length = if self.random.below(3) == 0 { "[2]" } else { "" };
                format!("{of} {name}{length}{}; ", self.member_attribute())
            }
            7 => format!("void *{}{}; ", self.name(), self.member_attribute()),
            8 => {
                let (of, name) = (self.random.pick(&SCALARS), self.name());
                let length = self.random.pick(&["[1]", "[3]", "[2][3]", "[7]", "[0]"]);
                format!("{of} {name}{length}{}; ", self.member_attribute())
            }
            9 if self.model == MachineModel::Lp64 => format!("__int128 {}; ", self.name()),
            _ => format!("{} {}{}; ", self.random.pick(&SCALARS), self.name(), self.member_attribute()),
        }
    }

    fn bit_field(&mut self) -> String {
        let (ty, width) = BIT_TYPES[self.random.below(BIT_TYPES.len())];
        match self.random.below(12) {
            0 => format!("{ty} : 0; "),
            1 => format!("{ty} : {}; ", 1 + self.random.below(width)),
            2 => format!("{ty} {} : {width}; ", self.name()),
            _ => {
                let width = 1 + self.random.below(width);
                format!("{ty} {} : {width}{}; ", self.name(), self.member_attribute())
            }
        }
    }
}
