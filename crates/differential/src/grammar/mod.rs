//! The grammar of generated programs: classes, each a file of C templates about one kind of thing that goes wrong.
//!
//! In a template, `$i` is an integer expression, `$c` a condition, `$p` a pointer to `int`, `$k` a small constant, `$v` an
//! integer variable that may be written, `$n` a fresh number for the whole template, and `¦` a body of further
//! statements. Templates end loops by themselves. What a program may do that is undefined ends its execution there.

mod arranged;
mod base;
mod bounds;
mod calls;
mod control;
mod floats;
mod library;
mod memory;
mod outside;
mod pointers;
mod records;
mod whole;

use crate::tree::{ProgramTree, TreeNode};
use cairn_test_support::Random;

/// A class of templates.
pub struct Class {
    /// Its name.
    pub name: &'static str,
    /// Lines outside functions.
    pub globals: &'static [&'static str],
    /// How `main` begins, where it is not called without arguments.
    pub main: Option<&'static str>,
    /// Lines at the beginning of `main`.
    pub locals: &'static [&'static str],
    /// Statements.
    pub statements: &'static [&'static str],
    /// Integer expressions.
    pub integers: &'static [&'static str],
    /// Integer variables that may be written.
    pub variables: &'static [&'static str],
    /// Pointers to `int`.
    pub pointers: &'static [&'static str],
    /// Conditions.
    pub conditions: &'static [&'static str],
    /// Why generated programs leave the class out, for now: what is known to be wrong.
    pub excluded: Option<&'static str>,
}

impl Class {
    const EMPTY: Class = Class {
        name: "",
        globals: &[],
        main: None,
        locals: &[],
        statements: &[],
        integers: &[],
        variables: &[],
        pointers: &[],
        conditions: &[],
        excluded: None,
    };
}

/// All classes but the base, which every program has.
pub fn classes() -> Vec<&'static Class> {
    let all = [
        pointers::CLASSES,
        memory::CLASSES,
        records::CLASSES,
        floats::CLASSES,
        calls::CLASSES,
        control::CLASSES,
        library::CLASSES,
        outside::CLASSES,
        arranged::CLASSES,
        bounds::CLASSES,
        whole::CLASSES,
    ];
    all.into_iter().flatten().collect()
}

/// So many of a hundred choices are the base's.
const BASE: u64 = 30;

struct Writer<'a> {
    random: &'a mut Random,
    classes: Vec<&'static Class>,
    fresh: usize,
}

/// A program of some classes; its checks are not decided.
pub fn program(random: &mut Random, from: &[&'static Class]) -> ProgramTree {
    let mut classes = vec![&base::BASE];
    for _ in 0..1 + random.below(3) {
        let class = *random.pick(from);
        if !classes.iter().any(|c| c.name == class.name) {
            classes.push(class);
        }
    }
    let mut writer = Writer { random, classes, fresh: 0 };
    let mut top: Vec<TreeNode> = Vec::new();
    for class in writer.classes.clone() {
        top.extend(class.globals.iter().map(|line| TreeNode::Line((*line).to_owned())));
    }
    let mut body: Vec<TreeNode> = Vec::new();
    for class in writer.classes.clone() {
        for line in class.locals {
            let line = writer.expand(line, 1);
            body.push(TreeNode::Line(line));
        }
    }
    let checks = 1 + writer.random.below(2);
    for number in 0..checks {
        for _ in 0..2 + writer.random.below(4) {
            let statement = writer.statement(2);
            body.push(statement);
        }
        let expression = if writer.random.chance(30) { writer.leaf() } else { writer.integer(1) };
        body.push(TreeNode::Check { number, expression, error: None });
    }
    body.push(TreeNode::Line("return 0;".to_owned()));
    let main = writer.classes.iter().find_map(|class| class.main).unwrap_or("int main(void) {");
    top.push(TreeNode::Block(vec![main.to_owned(), "}".to_owned()], vec![body]));
    ProgramTree(top)
}

impl Writer<'_> {
    /// One of what the classes offer; the base gives way to the others.
    fn of(&mut self, what: fn(&Class) -> &'static [&'static str]) -> &'static str {
        let base_only = self.random.chance(BASE);
        let offers: Vec<&'static str> = self
            .classes
            .iter()
            .skip(usize::from(!base_only))
            .take(if base_only { 1 } else { usize::MAX })
            .flat_map(|class| what(class).iter().copied())
            .collect();
        if offers.is_empty() {
            let all: Vec<&'static str> = self.classes.iter().flat_map(|class| what(class).iter().copied()).collect();
            return all[self.random.below(all.len())];
        }
        offers[self.random.below(offers.len())]
    }

    fn constant(&mut self) -> String {
        match self.random.below(12) {
            0 => (*self.random.pick(&["255", "256", "-128", "127", "65535", "2147483647", "(-2147483647 - 1)"]))
                .to_owned(),
            _ => {
                let number = self.random.below(9) as i64 - 2;
                if number < 0 { format!("({number})") } else { number.to_string() }
            }
        }
    }

    fn leaf(&mut self) -> String {
        if self.random.chance(25) {
            return self.constant();
        }
        let template = self.of(|class| class.integers);
        self.expand(template, 0)
    }

    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(30) {
            return self.leaf();
        }
        let (a, b) = (self.integer(depth - 1), self.integer(depth - 1));
        match self.random.below(14) {
            0..=2 => format!("({a} + {b})"),
            3 => format!("({a} - {b})"),
            4 => format!("({a} & {b})"),
            5 => format!("({a} | {b})"),
            6 => format!("({a} ^ {b})"),
            7 => format!("({a} << ({b} & 7))"),
            8 => format!("({a} >> ({b} & 7))"),
            9 => {
                let ty = *self.random.pick(&[
                    "signed char",
                    "unsigned char",
                    "short",
                    "unsigned short",
                    "_Bool",
                    "unsigned",
                    "long long",
                ]);
                format!("({ty})({a})")
            }
            10 => format!("({a} {} {b})", self.random.pick(&["<", "<=", "==", "!="])),
            11 => {
                let condition = self.condition(0);
                format!("({condition} ? {a} : {b})")
            }
            12 => format!("-({a})"),
            _ => {
                let by = *self.random.pick(&["3", "2", "-2", "10"]);
                format!("({a} {} {by})", self.random.pick(&["*", "/", "%"]))
            }
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if self.random.chance(40) {
            let template = self.of(|class| class.conditions);
            return self.expand(template, depth);
        }
        let (a, b) = (self.integer(depth.min(1)), self.leaf());
        match self.random.below(8) {
            0 if depth > 0 => {
                let (c, d) = (self.condition(0), self.condition(0));
                format!("({c} {} {d})", self.random.pick(&["&&", "||"]))
            }
            1 => format!("!({a})"),
            _ => format!("({a} {} {b})", self.random.pick(&["<", "<=", "==", "!=", ">", ">="])),
        }
    }

    /// Fills the holes of a template.
    fn expand(&mut self, template: &str, depth: usize) -> String {
        self.fresh += 1;
        let number = self.fresh.to_string();
        let mut out = String::new();
        let mut rest = template;
        while let Some(at) = rest.find('$') {
            out.push_str(&rest[..at]);
            let hole = rest[at + 1..].chars().next().unwrap_or(' ');
            rest = rest.get(at + 2..).unwrap_or("");
            let filled = match hole {
                'i' => self.integer(depth),
                'c' => self.condition(depth),
                'k' => self.random.below(5).to_string(),
                'n' => number.clone(),
                'v' => self.of(|class| class.variables).to_owned(),
                'p' => {
                    let template = self.of(|class| class.pointers);
                    self.expand(template, 0)
                }
                other => format!("${other}"),
            };
            out.push_str(&filled);
        }
        out.push_str(rest);
        out
    }

    fn statement(&mut self, depth: usize) -> TreeNode {
        for _ in 0..20 {
            let template = self.of(|class| class.statements);
            if !template.contains('¦') {
                return TreeNode::Line(self.expand(template, 1));
            }
            if depth == 0 {
                continue;
            }
            let text = self.expand(template, 1);
            let texts: Vec<String> = text.split('¦').map(|part| part.trim().to_owned()).collect();
            let bodies =
                (1..texts.len()).map(|_| (0..1 + self.random.below(2)).map(|_| self.statement(depth - 1)).collect());
            let bodies = bodies.collect();
            return TreeNode::Block(texts, bodies);
        }
        TreeNode::Line(";".to_owned())
    }
}
