//! Random programs of a few functions, as data, so that they can be edited: calls, recursion, globals, statics, pointers
//! to callers' variables, records, arrays, function pointers, checks in any function.

use std::fmt::Write;

/// A small fixed generator of random numbers (xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }
    pub fn of(&mut self, list: &[&'static str]) -> &'static str {
        list[self.below(list.len())]
    }
}

#[derive(Clone)]
pub enum Statement {
    /// `target = expression;`
    Assign(String, Expression),
    /// `if (condition) ... else ...`
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// A loop of so many rounds, over the local `k`.
    Loop(u32, Vec<Statement>),
    /// `target = f(...)`, by number.
    Call(String, usize, Expression, String),
    /// `target = (condition ? f : g)(...)`, through a pointer.
    Pointed(String, Expression, usize, usize),
    /// A new object in memory for the pointer `h`, with a value.
    Allocate(u32),
    /// Where the pointer `h` goes.
    Point(String),
    /// An input between 0 and a limit.
    Input(String, u32),
    /// What must hold.
    Check(Expression),
    /// `return f(a - 1, p) + 1` where `a` is positive.
    Recurse,
}

#[derive(Clone)]
pub struct Expression {
    pub left: String,
    pub operator: &'static str,
    pub right: String,
}

#[derive(Clone)]
pub struct Function {
    pub locals: Vec<String>,
    pub body: Vec<Statement>,
}

#[derive(Clone)]
pub struct Program {
    pub globals: Vec<(&'static str, String, u32)>,
    pub functions: Vec<Function>,
    pub main: Function,
    /// Functions that nobody calls, by number.
    pub idle: u32,
    /// Members of the record before the others.
    pub members: u32,
}

pub const ARITHMETIC: [&str; 5] = ["+", "-", "+", "&", "|"];
pub const COMPARISONS: [&str; 6] = ["<", "<=", "==", "!=", ">", ">="];

pub fn program(random: &mut Random) -> Program {
    let globals = vec![
        ("int", "g0".to_owned(), random.below(4) as u32),
        ("int", "g1".to_owned(), random.below(4) as u32),
        ("unsigned char", "g2".to_owned(), 0),
    ];
    let count = 2 + random.below(3);
    let functions = (0..count).map(|index| function(index, random)).collect();
    let main = function(count, random);
    let mut program = Program { globals, functions, main, idle: 0, members: 0 };
    for callee in 0..count {
        program.main.body.push(Statement::Call("x".to_owned(), callee, expression(random), "&y".to_owned()));
        let right = random.below(9).to_string();
        let check = Expression { left: "x".to_owned(), operator: random.of(&["<=", "!=", "!="]), right };
        program.main.body.push(Statement::Check(check));
    }
    program
}

fn function(index: usize, random: &mut Random) -> Function {
    let mut body = Vec::new();
    for _ in 0..2 + random.below(3) {
        body.push(statement(index, 2, random));
    }
    Function { locals: Vec::new(), body }
}

pub fn variable(random: &mut Random) -> String {
    random.of(&["x", "x", "x", "x", "y", "g0", "g1", "g2", "*p", "*p", "s.a", "s.b", "t[1]", "*h", "n"]).to_owned()
}

fn operand(random: &mut Random) -> String {
    match random.below(3) {
        0 => random.below(5).to_string(),
        1 => "a".to_owned(),
        _ => variable(random),
    }
}

pub fn expression(random: &mut Random) -> Expression {
    Expression { left: operand(random), operator: random.of(&ARITHMETIC), right: random.below(4).to_string() }
}

pub fn check(random: &mut Random) -> Expression {
    let (left, right) = (variable(random), random.below(12).to_string());
    Expression { left, operator: random.of(&["<=", "!=", "<", ">=", "!="]), right }
}

pub fn statement(index: usize, depth: u32, random: &mut Random) -> Statement {
    match random.below(if depth == 0 { 10 } else { 14 }) {
        0..=3 => Statement::Assign(variable(random), expression(random)),
        4 | 5 if index > 0 => {
            let pointer = random.of(&["&x", "&y", "p", "&g0", "&s.b", "&t[1]"]);
            Statement::Call(variable(random), random.below(index), expression(random), pointer.to_owned())
        }
        4..=6 => Statement::Input("y".to_owned(), 1 + random.below(3) as u32),
        7 if random.below(2) == 0 => Statement::Allocate(random.below(4) as u32),
        7 => Statement::Point(random.of(&["&g0", "&g1", "&s.a", "&t[1]"]).to_owned()),
        8 if index > 0 => {
            Statement::Pointed(variable(random), expression(random), random.below(index), random.below(index))
        }
        _ if depth == 0 => Statement::Check(check(random)),
        9 => Statement::Check(check(random)),
        10 => Statement::Loop(1 + random.below(3) as u32, vec![statement(index, depth - 1, random)]),
        11 if index > 0 => Statement::Recurse,
        _ => {
            let left = variable(random);
            let condition = Expression { left, operator: random.of(&COMPARISONS), right: random.below(4).to_string() };
            let (then, other) = (statement(index, depth - 1, random), statement(index, depth - 1, random));
            Statement::If(condition, vec![then], vec![other])
        }
    }
}

impl Program {
    pub fn text(&self) -> String {
        let mut out = String::from("extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n");
        out.push_str("void *malloc(unsigned long);\nstruct pair {");
        (0..self.members).for_each(|member| out.push_str(&format!(" char m{member};")));
        out.push_str(" int a; int b; };\nstruct pair s;\nint t[3];\nint *h;\n");
        for (ty, name, value) in &self.globals {
            let _ = writeln!(out, "{ty} {name} = {value};");
        }
        for index in 0..self.idle {
            let _ = writeln!(out, "int idle{index}(int a) {{ static int n = 3; h = &n; return n + {index}; }}");
        }
        for (index, function) in self.functions.iter().enumerate() {
            let _ = writeln!(out, "int f{index}(int a, int *p) {{\n  static int n = {index};\n  int x = 0, y = 1, k;");
            function.write(index, &mut out);
            out.push_str("  return x;\n}\n");
        }
        out.push_str("int main(void) {\n  h = &g0;\n  static int n = 9;\n  int a = 1, x = 0, y = 1, k, *p = &y;\n");
        self.main.write(self.functions.len() - 1, &mut out);
        out.push_str("  return 0;\n}\n");
        out
    }
}

impl Function {
    fn write(&self, index: usize, out: &mut String) {
        for local in &self.locals {
            let _ = writeln!(out, "  {local};");
        }
        for statement in &self.body {
            statement.write(index, out);
        }
    }
}

impl Statement {
    fn write(&self, index: usize, out: &mut String) {
        let _ = match self {
            Statement::Assign(to, value) => writeln!(out, "  {to} = {};", value.text()),
            Statement::If(condition, then, other) => {
                let _ = writeln!(out, "  if ({}) {{", condition.text());
                then.iter().for_each(|statement| statement.write(index, out));
                out.push_str("  } else {\n");
                other.iter().for_each(|statement| statement.write(index, out));
                writeln!(out, "  }}")
            }
            Statement::Loop(rounds, body) => {
                let _ = writeln!(out, "  for (k = 0; k < {rounds}; k++) {{");
                body.iter().for_each(|statement| statement.write(index, out));
                writeln!(out, "  }}")
            }
            Statement::Call(to, callee, value, pointer) => {
                // An argument that stays small keeps recursion short.
                writeln!(out, "  {to} = f{callee}(({}) & 3, {pointer});", value.text())
            }
            Statement::Pointed(to, condition, one, other) => {
                let condition = condition.text();
                writeln!(out, "  {{ int (*f)(int, int *) = {condition} ? f{one} : f{other}; {to} = f(1, &x); }}")
            }
            Statement::Allocate(value) => {
                writeln!(out, "  h = malloc(sizeof(int));\n  if (h) *h = {value}; else h = &g1;")
            }
            Statement::Point(to) => writeln!(out, "  h = {to};"),
            Statement::Input(to, limit) => {
                writeln!(out, "  {to} = __VERIFIER_nondet_int();\n  if ({to} < 0 || {to} > {limit}) {to} = 0;")
            }
            Statement::Check(condition) => writeln!(out, "  if (!({})) reach_error();", condition.text()),
            Statement::Recurse => writeln!(out, "  if (a > 0 && a < 4) x = f{index}(a - 1, p) + 1;"),
        };
    }
}

impl Expression {
    fn text(&self) -> String {
        format!("{} {} {}", self.left, self.operator, self.right)
    }
}
