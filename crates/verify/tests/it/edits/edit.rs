//! One random edit of one function, or of what is around the functions.

use super::generate::{ARITHMETIC, COMPARISONS, Expression, Function, Program, Random, Statement, check, expression};
use super::generate::{statement, variable};

pub fn edit(program: &mut Program, random: &mut Random) {
    match random.below(14) {
        0 => {
            let at = random.below(program.globals.len());
            program.globals[at].2 += 1;
        }
        1 => {
            let number = program.globals.len();
            let at = random.below(number + 1);
            program.globals.insert(at, ("int", format!("h{number}"), 7));
        }
        2 => program.idle += 1,
        3 => program.members += 1,
        4 => {
            let at = random.below(program.globals.len());
            program.globals[at].0 = random.of(&["int", "unsigned char", "short", "long"]);
        }
        _ => {
            let count = program.functions.len();
            let index = random.below(count + 1);
            let function = if index == count { &mut program.main } else { &mut program.functions[index] };
            change(function, index, random);
        }
    }
}

fn change(function: &mut Function, index: usize, random: &mut Random) {
    // What main ends with stays: the call, and the check.
    let at = random.below(function.body.len());
    match random.below(6) {
        0 => {
            let number = function.locals.len();
            function.locals.insert(0, format!("int n{number} = {number}"));
        }
        1 => function.body.insert(at, statement(index, 1, random)),
        2 if function.body.len() > 2 => {
            function.body.remove(at);
        }
        3 => function.body.swap(at, 0),
        _ => rewrite(&mut function.body[at], index, random),
    }
}

fn rewrite(at: &mut Statement, index: usize, random: &mut Random) {
    match at {
        Statement::Assign(to, value) => match random.below(3) {
            0 => *to = variable(random),
            1 => *value = expression(random),
            _ => operator(value, &ARITHMETIC, random),
        },
        Statement::If(condition, then, other) => match random.below(4) {
            0 => std::mem::swap(then, other),
            1 => operator(condition, &COMPARISONS, random),
            2 => rewrite(&mut then[0], index, random),
            _ => condition.right = random.below(5).to_string(),
        },
        Statement::Loop(rounds, body) => match random.below(2) {
            0 => *rounds = 1 + random.below(3) as u32,
            _ => rewrite(&mut body[0], index, random),
        },
        Statement::Call(_, _, value, pointer) => match random.below(2) {
            0 => *value = expression(random),
            _ => *pointer = random.of(&["&x", "&y", "p", "&g0", "&s.b"]).to_owned(),
        },
        Statement::Pointed(_, condition, ..) => *condition = expression(random),
        Statement::Allocate(value) => *value += 1,
        Statement::Point(to) => *to = random.of(&["&g0", "&g1", "&s.b"]).to_owned(),
        Statement::Input(_, limit) => *limit = 1 + random.below(4) as u32,
        Statement::Check(condition) => match random.below(2) {
            0 => *condition = check(random),
            _ => condition.right = random.below(12).to_string(),
        },
        Statement::Recurse => *at = statement(index, 1, random),
    }
}

fn operator(expression: &mut Expression, operators: &[&'static str], random: &mut Random) {
    expression.operator = random.of(operators);
}
