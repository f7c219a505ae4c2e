//! The projection of a state to what decides branches: its loop head, and for each cell between which constants its number
//! is that the program compares it with.
//!
//! States that agree in this take the same branches, nearly, until something is computed. So a state whose like was not
//! seen before is expanded before the thousandth of a kind: the third order of the search. It decides about nothing else.

use crate::instruction::{Code, Instruction, Reg};
use crate::path::Path;
use cairn_base::FastMap;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Constants of one cell at most.
const MOST_CONSTANTS: usize = 64;

/// The constants of each cell, and how often each kind of state was seen.
pub(crate) struct Projection {
    constants: Vec<Vec<i64>>,
    seen: FastMap<u64, u32>,
}

impl Projection {
    pub fn new(code: &Code) -> Self {
        let mut is_written = vec![false; code.registers.len()];
        code.instructions.iter().filter_map(Instruction::written).for_each(|reg| is_written[reg as usize] = true);
        let is_constant = |reg: Reg| !code.is_cell[reg as usize] && !is_written[reg as usize];
        let mut constants: Vec<Vec<i64>> = vec![Vec::new(); code.registers.len()];
        for instruction in &code.instructions {
            let (Instruction::Unless { x, y, .. } | Instruction::Comparison { x, y, .. }) = *instruction else {
                continue;
            };
            for (cell, constant) in [(x, y), (y, x)] {
                if code.is_cell[cell as usize] && is_constant(constant) {
                    let (known, new) = (&mut constants[cell as usize], code.registers[constant as usize]);
                    if let Err(at) = known.binary_search(&new)
                        && known.len() < MOST_CONSTANTS
                    {
                        known.insert(at, new);
                    }
                }
            }
        }
        Self { constants, seen: FastMap::default() }
    }

    /// How many states of the same kind were noted before.
    pub fn note(&mut self, path: &Path, head: u32, code: &Code) -> u32 {
        let mut hasher = FxHasher::default();
        hasher.write_u32(head);
        for reg in &code.heads[head as usize].live {
            let constants = &self.constants[*reg as usize];
            if constants.is_empty() {
                continue;
            }
            let place = match path.tags[*reg as usize] {
                0 => match constants.binary_search(&path.values[*reg as usize]) {
                    Ok(at) => 2 * at as u32 + 1,
                    Err(at) => 2 * at as u32,
                },
                _ => u32::MAX,
            };
            hasher.write_u32(place);
        }
        let count = self.seen.entry(hasher.finish()).or_insert(0);
        *count += 1;
        *count - 1
    }
}
