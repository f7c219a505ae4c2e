//! The words of a program: what a text that it reads may have to contain to get further.

use crate::constants;
use cairn_interp::Interpreter;
use cairn_ir::{ExprKind, Program, VarKind};
use std::collections::BTreeSet;

/// A longer literal is a message, and no word that anybody compares with.
const LONGEST: usize = 24;
/// Sizes of arrays up to this are lengths to try.
const LARGEST_SIZE: u64 = 1 << 14;

#[derive(Debug, Default)]
pub struct Dictionary {
    pub words: Vec<Vec<u8>>,
    pub letters: Vec<u8>,
    /// Options: a minus and a letter, two minuses and a word.
    pub options: Vec<Vec<u8>>,
    /// Numbers that the program names, with their neighbours, and ends of the types.
    pub numbers: Vec<i128>,
    /// Lengths: the sizes of objects that the program names.
    pub sizes: Vec<usize>,
}

impl Dictionary {
    /// Of a program that stands at the beginning of a run.
    pub fn new(program: &Program, run: &Interpreter<'_, '_>) -> Self {
        let mut words = BTreeSet::new();
        for (var, data) in program.vars.iter_ids() {
            if data.kind != VarKind::StringLiteral || !is_of_user(program, data.span) {
                continue;
            }
            let Some(address) = run.address_of(0, var) else { continue };
            let bytes = (0..1024).map_while(|at| run.byte_at(address + at));
            let text: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
            words.extend(text.split(u8::is_ascii_whitespace).filter(|word| is_word(word)).map(<[u8]>::to_vec));
            words.extend(is_word(&text).then_some(text));
        }
        let letters: Vec<u8> = letters(program).into_iter().collect();
        let option_letters =
            words.iter().filter(|word| word.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b':'));
        let mut options: BTreeSet<Vec<u8>> = option_letters
            .flat_map(|word| word.iter().copied())
            .chain(letters.iter().copied())
            .filter(u8::is_ascii_alphanumeric)
            .map(|letter| vec![b'-', letter])
            .collect();
        let long =
            |word: &&Vec<u8>| word.len() > 1 && word.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
        options.extend(words.iter().filter(long).map(|word| match word.starts_with(b"-") {
            true => word.clone(),
            false => [b"--", &word[..]].concat(),
        }));
        let mut numbers: BTreeSet<i128> = constants::of(program).into_iter().collect();
        for bits in [7, 8, 15, 16, 31, 32, 63, 64] {
            let power = 1_i128 << bits;
            numbers.extend([power - 1, power, -power, -power - 1]);
        }
        numbers.extend([-1, 0, 1, 2, 3, 9, 10, 99, 100, 1000, 1_000_000, 2_097_152, 4_294_967_296]);
        let mut sizes = BTreeSet::from([1, 2, 8, 64]);
        for data in program.vars.iter() {
            let size = program.types.size_of(data.ty).filter(|size| (4..=LARGEST_SIZE).contains(size));
            sizes.extend(size.map(|size| size as usize));
        }
        sizes.extend(
            numbers.iter().filter_map(|number| usize::try_from(*number).ok()).filter(|size| (4..5000).contains(size)),
        );
        Self {
            words: words.into_iter().collect(),
            letters,
            options: options.into_iter().collect(),
            numbers: numbers.into_iter().collect(),
            sizes: sizes.into_iter().collect(),
        }
    }
}

fn is_word(text: &[u8]) -> bool {
    !text.is_empty() && text.len() <= LONGEST && !text.contains(&b'%')
}

fn is_of_user(program: &Program, span: cairn_base::Span) -> bool {
    program.sources.locate(span).is_none_or(|at| !at.file.starts_with(cairn_ir::external::OF_LIBRARY))
}

/// The characters that stand in the program as constants.
fn letters(program: &Program) -> BTreeSet<u8> {
    let constants = program.exprs.exprs().filter_map(|(_, expr)| match expr.kind {
        ExprKind::Constant(bits) => u8::try_from(bits).ok(),
        _ => None,
    });
    constants.filter(|byte| byte.is_ascii_graphic() || matches!(byte, b' ' | b'\t' | b'\n')).collect()
}
