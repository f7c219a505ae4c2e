//! Which registers may still be read: what is not stored at a loop head, and which instructions are not needed.
//!
//! Backward over all instructions until nothing changes. Instructions are mostly in the order of control, so that few
//! rounds are needed.

use crate::instruction::{Code, Instruction, Reg};
use cairn_base::{Budget, Stop};

/// Words of the sets of live registers of all instructions together.
const MOST_WORDS: usize = 1 << 23;

struct Live {
    words: usize,
    /// For each instruction, what is live before it.
    bits: Vec<u64>,
}

impl Live {
    fn has(&self, pc: usize, reg: Reg) -> bool {
        self.bits[pc * self.words + reg as usize / 64] >> (reg % 64) & 1 != 0
    }
}

fn find(code: &Code, budget: &Budget) -> Result<Option<Live>, Stop> {
    let words = code.registers.len().div_ceil(64);
    let count = code.instructions.len();
    if words * count > MOST_WORDS {
        return Ok(None);
    }
    let mut live = Live { words, bits: vec![0; words * count] };
    let mut new = vec![0_u64; words];
    let mut changed = true;
    while changed {
        budget.look()?;
        changed = false;
        for pc in (0..count).rev() {
            let instruction = &code.instructions[pc];
            new.fill(0);
            let mut join = |to: usize| {
                for (word, other) in new.iter_mut().zip(&live.bits[to * words..(to + 1) * words]) {
                    *word |= *other;
                }
            };
            match *instruction {
                Instruction::Jump(to) => join(to as usize),
                Instruction::Unless { to, .. } => {
                    join(to as usize);
                    join(pc + 1);
                }
                Instruction::End | Instruction::GiveUp(_) | Instruction::Violation => {}
                _ => join(pc + 1),
            }
            if let Some(reg) = instruction.written() {
                new[reg as usize / 64] &= !(1 << (reg % 64));
            }
            instruction.reads(|reg| new[reg as usize / 64] |= 1 << (reg % 64));
            let old = &mut live.bits[pc * words..(pc + 1) * words];
            if *old != *new {
                old.copy_from_slice(&new);
                changed = true;
            }
        }
    }
    Ok(Some(live))
}

/// Removes what writes dead registers, and notes what is live at loop heads. False when the program is too large.
///
/// # Errors
/// The budget is used up.
pub(crate) fn finish(code: &mut Code, budget: &Budget) -> Result<bool, Stop> {
    let Some(live) = find(code, budget)? else { return Ok(false) };
    let count = code.instructions.len();
    // The new number of each instruction, or of the next one that stays.
    let mut numbers = Vec::with_capacity(count);
    let mut next = 0;
    for (pc, instruction) in code.instructions.iter().enumerate() {
        numbers.push(next);
        next += u32::from(!is_removed(instruction, pc, &live));
    }
    let mut kept = Vec::with_capacity(next as usize);
    for (pc, instruction) in code.instructions.iter().enumerate() {
        if is_removed(instruction, pc, &live) {
            continue;
        }
        let mut instruction = *instruction;
        match &mut instruction {
            Instruction::Jump(to) | Instruction::Unless { to, .. } => *to = numbers[*to as usize],
            Instruction::Head(head) => {
                let cells = (0..code.registers.len() as Reg).filter(|reg| code.is_cell[*reg as usize]);
                code.heads[*head as usize].live = cells.filter(|reg| live.has(pc, *reg)).collect();
                code.heads[*head as usize].pc = numbers[pc];
            }
            _ => {}
        }
        kept.push(instruction);
    }
    code.instructions = kept;
    Ok(true)
}

fn is_removed(instruction: &Instruction, pc: usize, live: &Live) -> bool {
    match *instruction {
        // An instruction that goes on is never the last.
        Instruction::Indeterminate { to, .. } | Instruction::Move { to, .. } => !live.has(pc + 1, to),
        Instruction::Jump(to) => to as usize == pc + 1,
        _ => false,
    }
}
