//! Declarations and statements.

use super::{Var, Writer};

impl Writer {
    /// The variables of a function, all with a value.
    pub(crate) fn declare(&mut self) {
        let counter = self.fresh("c");
        let ty = *self.random.pick(&["int", "unsigned char", "long long", "unsigned short"]);
        self.line(format!("{ty} {counter} = {};", counter.len()));
        self.counter_name = counter;
        for _ in 0..3 + self.random.below(4) {
            let (name, ty) = (self.fresh("v"), self.int_type());
            let value = self.literal();
            let storage = if self.random.chance(8) && !ty.contains("128") { "static " } else { "" };
            self.line(format!("{storage}{ty} {name} = {value};"));
            self.ints.push(Var { name, ty });
        }
        for _ in 0..1 + self.random.below(3) {
            let (name, ty) = (self.fresh("d"), self.float_type());
            let value = self.random.below(100);
            self.line(format!("{ty} {name} = {value} / 8.0;"));
            self.floats.push(Var { name, ty });
        }
        for _ in 0..self.random.below(3) {
            let (name, ty) = (self.fresh("a"), self.int_type());
            let init = match self.random.below(3) {
                0 => format!("{{{}, {}}}", self.literal(), self.literal()),
                1 => format!("{{[3] = {}, [6 ... 7] = {}}}", self.literal(), self.literal()),
                _ => format!("{{1, 2, 3, 4, 5, 6, 7, {}}}", self.literal()),
            };
            self.line(format!("{ty} {name}[8] = {init};"));
            self.arrays.push(Var { name, ty });
        }
        if self.random.chance(15) {
            // An array of variable length, filled by a loop.
            let (name, size, ty) = (self.fresh("w"), self.fresh("n"), self.int_type());
            self.line(format!("int {size} = 8;"));
            self.line(format!("{ty} {name}[{size}];"));
            let value = self.literal();
            self.line(format!("for (int i = 0; i < {size}; i++) {name}[i] = i * {value};"));
            self.arrays.push(Var { name, ty });
        }
        for _ in 0..self.random.below(3) {
            let (name, record) = (self.fresh("r"), self.random.below(3));
            let first = self.random.below(5);
            self.line(format!("struct r{record} {name} = {{{first}}};"));
            self.records.push((name, record));
        }
        if self.random.chance(30) {
            let record = self.random.below(3);
            self.records.push((format!("g{record}"), record));
        }
        for _ in 0..self.random.below(3) {
            let name = self.fresh("p");
            if self.random.chance(60) || self.arrays.is_empty() {
                let to = self.random.pick(&self.ints.clone()).clone();
                self.line(format!("{} *{name} = &{};", to.ty, to.name));
                self.pointers.push(Var { name, ty: to.ty });
            } else {
                let to = self.random.pick(&self.arrays.clone()).clone();
                let at = self.random.below(8);
                self.line(format!("{} *{name} = {} + {at};", to.ty, to.name));
                self.pointers.push(Var { name, ty: to.ty });
            }
        }
    }

    fn target(&mut self) -> String {
        for _ in 0..6 {
            match self.random.below(6) {
                0..=2 => return self.random.pick(&self.ints.clone()).name.clone(),
                3 if !self.pointers.is_empty() => return format!("*{}", self.random.pick(&self.pointers.clone()).name),
                4 if !self.arrays.is_empty() => {
                    let (array, index) = (self.random.pick(&self.arrays.clone()).name.clone(), self.integer(3));
                    return format!("{array}[({index}) & 7]");
                }
                5 if !self.records.is_empty() => return self.member(),
                _ => {}
            }
        }
        self.random.pick(&self.ints.clone()).name.clone()
    }

    fn block(&mut self, depth: u32, most: u64) {
        self.indent += 1;
        let (ints, pointers) = (self.ints.len(), self.pointers.len());
        if self.random.chance(20) {
            let (name, ty, value) = (self.fresh("v"), self.int_type(), self.integer(2));
            self.line(format!("{ty} {name} = {value};"));
            self.ints.push(Var { name, ty });
        }
        for _ in 0..1 + self.random.below(most) {
            self.statement(depth + 1);
        }
        self.ints.truncate(ints);
        self.pointers.truncate(pointers);
        self.indent -= 1;
    }

    pub(crate) fn statement(&mut self, depth: u32) {
        self.room -= 1;
        // Sequence points lie between statements, so each may change the counter once.
        self.counter = Some(self.counter_name.clone());
        let simple = depth >= 3 || self.room <= 0;
        match self.random.below(if simple { 13 } else { 22 }) {
            0..=3 => {
                let (to, value) = (self.target(), self.integer(0));
                self.line(format!("{to} = {value};"));
            }
            4 | 5 => {
                let (to, value) = (self.target(), self.integer(1));
                match self.random.below(8) {
                    0..=4 => {
                        let op = *self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                        self.line(format!("{to} {op}= {value};"));
                    }
                    5 => {
                        let op = *self.random.pick(&["/", "%"]);
                        self.line(format!("{to} {op}= ({value} & 31) + 1;"));
                    }
                    6 => {
                        let op = *self.random.pick(&["<<", ">>"]);
                        self.line(format!("{to} {op}= {value} & 7;"));
                    }
                    _ => self.line(format!("{to} += whole({});", self.floats[0].name.clone())),
                }
            }
            6 => {
                let (to, op) = (self.target(), *self.random.pick(&["++", "--"]));
                let text = if self.random.chance(50) { format!("({to}){op};") } else { format!("{op}({to});") };
                self.line(text);
            }
            7 | 8 => {
                let to = self.random.pick(&self.floats.clone()).name.clone();
                let value = if self.random.chance(20) { self.integer(2) } else { self.float(0) };
                let op = *self.random.pick(&["=", "=", "=", "+=", "*=", "-="]);
                self.line(format!("{to} {op} {value};"));
            }
            9 => self.copy_record(),
            10 => self.repoint(),
            11 => self.call(),
            12 => self.variadic_call(),
            13..=15 => {
                let cond = self.integer(1);
                self.line(format!("if ({cond}) {{"));
                self.block(depth, 3);
                if self.random.chance(50) {
                    self.line("} else {");
                    self.block(depth, 3);
                }
                self.line("}");
            }
            16 | 17 => self.for_loop(depth),
            18 => self.while_loop(depth),
            19 | 20 => self.switch(depth),
            _ => {
                let (label, cond) = (self.fresh("skip"), self.integer(1));
                self.line(format!("if ({cond}) goto {label};"));
                self.line("{");
                self.block(depth, 2);
                self.line("}");
                self.line(format!("{label}:;"));
            }
        }
    }

    fn copy_record(&mut self) {
        let records = self.records.clone();
        let Some((to, kind)) = records.first().cloned() else { return };
        let same: Vec<_> = records.iter().filter(|r| r.1 == kind && r.0 != to).collect();
        match same.first() {
            Some((from, _)) if self.random.chance(70) => self.line(format!("{to} = {from};")),
            _ => {
                let (member, value) = (self.members[kind as usize][0].clone(), self.integer(2));
                self.line(format!("{to} = (struct r{kind}){{.{member} = {value}}};"));
            }
        }
    }

    fn repoint(&mut self) {
        let Some(pointer) = self.pointers.first().cloned() else { return };
        // Only variables of the function's own scope: a pointer must not outlive what it points to.
        let targets: Vec<_> = self.ints.iter().take(3).filter(|v| v.ty == pointer.ty).cloned().collect();
        if let Some(to) = targets.first() {
            self.line(format!("{} = &{};", pointer.name, to.name));
        }
    }

    fn call(&mut self) {
        if self.functions == 0 {
            return;
        }
        let f = self.random.below(u64::from(self.functions));
        let record = match self.records.iter().find(|r| r.1 == 0) {
            Some((name, _)) => name.clone(),
            None => format!("(struct r0){{{}}}", self.random.below(9)),
        };
        let (to, a, b) = (self.random.pick(&self.ints.clone()).name.clone(), self.integer(2), self.integer(2));
        match self.random.below(3) {
            0 => {
                let more = self.literal();
                self.line(format!("{to} = f{f}({a}, {b}, {record}) + {more};"));
            }
            1 => {
                let name = self.fresh("fp");
                self.line(format!("long long (*{name})(int, unsigned char, struct r0) = {a} ? f{f} : f0;"));
                self.line(format!("{to} ^= {name}({b}, 3, {record});"));
            }
            _ => self.line(format!("{to} += f{f}({a}, {b}, {record});")),
        }
    }

    fn variadic_call(&mut self) {
        let to = self.random.pick(&self.ints.clone()).name.clone();
        if self.random.chance(20) {
            let value = self.integer(2);
            let member = self.members[1][0].clone();
            self.line(format!("{to} += made({value}).{member};"));
            return;
        }
        let (mut kinds, mut args) = (String::new(), String::new());
        for _ in 0..1 + self.random.below(9) {
            let (kind, ty) = *self.random.pick(&[
                ('i', "int"),
                ('u', "unsigned"),
                ('l', "long"),
                ('q', "long long"),
                ('d', ""),
                ('D', ""),
                ('r', ""),
            ]);
            kinds.push(kind);
            match kind {
                'd' => args += &format!(", (double)({})", self.float(2)),
                'D' => args += &format!(", (long double)({})", self.float(2)),
                'r' => args += ", g1",
                _ => args += &format!(", ({ty})({})", self.integer(3)),
            }
        }
        self.line(format!("{to} ^= total(\"{kinds}\"{args});"));
    }

    fn for_loop(&mut self, depth: u32) {
        let (i, limit) = (self.fresh("k"), 1 + self.random.below(5));
        let ty = *self.random.pick(&["int", "unsigned char", "long", "unsigned", "short"]);
        let head = match self.random.below(2) {
            0 => format!("for ({ty} {i} = 0; {i} < {limit}; {i}++) {{"),
            _ => format!("for ({ty} {i} = {limit}; {i} > 0; --{i}) {{"),
        };
        self.line(head);
        self.looped(i, depth);
        self.line("}");
    }

    fn while_loop(&mut self, depth: u32) {
        let (i, limit, cond) = (self.fresh("k"), 1 + self.random.below(5), self.integer(2));
        self.line(format!("int {i} = {limit};"));
        if self.random.chance(50) {
            self.line(format!("while ({i}-- > 0 && ({cond} || {i} > 1)) {{"));
            self.looped(i, depth);
            self.line("}");
        } else {
            self.line("do {");
            self.looped(i.clone(), depth);
            self.line(format!("}} while (--{i} > 0 && {cond});"));
        }
    }

    fn looped(&mut self, counter: String, depth: u32) {
        self.parts.push(counter);
        let outside = std::mem::replace(&mut self.in_loop, true);
        self.block(depth, 3);
        if self.random.chance(30) {
            let (cond, what) = (self.integer(2), *self.random.pick(&["break", "continue"]));
            self.line(format!("    if ({cond}) {what};"));
            self.block(depth, 1);
        }
        self.in_loop = outside;
        self.parts.pop();
    }

    fn switch(&mut self, depth: u32) {
        let value = self.integer(1);
        self.line(format!("switch ((int)({value}) & 7) {{"));
        let default = self.random.below(5);
        for case in 0..4 {
            if case == default {
                self.line("default:");
            }
            match self.random.below(3) {
                0 => self.line(format!("case {}:", case * 2)),
                1 => self.line(format!("case {} ... {}:", case * 2, case * 2 + 1)),
                _ => {
                    self.line(format!("case {}:", case * 2));
                    self.line(format!("case {}:", case * 2 + 1));
                }
            }
            self.line("{");
            self.block(depth, 2);
            self.line("}");
            if self.random.chance(60) {
                self.line("break;");
            }
        }
        self.line("}");
    }

    /// The value that shows all that the function did.
    pub(crate) fn checksum(&mut self) {
        self.line(format!("unsigned long long h = {};", self.counter_name.clone()));
        for var in self.ints.clone() {
            self.line(format!("h = h * 31 + (unsigned long long){};", var.name));
        }
        for var in self.floats.clone() {
            self.line(format!("h = h * 31 + bits({});", var.name));
        }
        for var in self.arrays.clone() {
            self.line(format!("for (int i = 0; i < 8; i++) h = h * 31 + (unsigned long long){}[i];", var.name));
        }
        for (name, record) in self.records.clone() {
            for member in self.members[record as usize].clone() {
                self.line(format!("h = h * 31 + (unsigned long long){name}.{member};"));
            }
        }
        for var in self.pointers.clone() {
            self.line(format!("h = h * 31 + (unsigned long long)*{};", var.name));
        }
        self.line("return h;");
    }
}
