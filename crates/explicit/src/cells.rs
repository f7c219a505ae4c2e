//! Where variables are: one register for each scalar part of a variable.
//!
//! Without recursion a function has at most one frame at a time, so that each local variable has one place, too.

use crate::instruction::{Code, Reg};
use cairn_base::FastMap;
use cairn_ir::types::Scalar;
use cairn_ir::{Program, Type, TypeId, VarId};

/// A variable has so many parts at most.
const MOST_PARTS: usize = 4096;
const MOST_REGISTERS: usize = 1 << 16;

/// The cells of the variables that were asked for.
#[derive(Default)]
pub(crate) struct Cells {
    first: FastMap<VarId, Option<(Reg, u32)>>,
    parts: FastMap<TypeId, Option<Vec<Scalar>>>,
    pub types: FastMap<Reg, Scalar>,
}

impl Cells {
    /// The scalar parts of a type, in order; `None` for those that overlap, are too many or are too large.
    pub fn parts(&mut self, program: &Program, ty: TypeId) -> Option<Vec<Scalar>> {
        if let Some(known) = self.parts.get(&ty) {
            return known.clone();
        }
        let found = self.find_parts(program, ty);
        self.parts.insert(ty, found.clone());
        found
    }

    fn find_parts(&mut self, program: &Program, ty: TypeId) -> Option<Vec<Scalar>> {
        if let Some(scalar) = program.types.scalar(ty) {
            return (scalar.bits() <= 64).then(|| vec![scalar]);
        }
        match program.types.get(ty) {
            Type::Array(of, Some(length)) => {
                let length = usize::try_from(*length).ok().filter(|length| *length <= MOST_PARTS)?;
                let one = self.parts(program, of.ty)?;
                (one.len() * length <= MOST_PARTS).then(|| one.repeat(length))
            }
            Type::Record(id) => {
                let record = &program.types.records[*id];
                let fields = record.fields.as_ref().filter(|_| !record.is_union)?;
                let mut all = Vec::new();
                for field in fields {
                    if field.bits.is_some() {
                        return None;
                    }
                    all.extend(self.parts(program, field.ty)?);
                }
                (all.len() <= MOST_PARTS).then_some(all)
            }
            _ => None,
        }
    }

    /// The first cell of a variable, and how many it has.
    pub fn of(&mut self, program: &Program, var: VarId, code: &mut Code) -> Option<(Reg, u32)> {
        if let Some(known) = self.first.get(&var) {
            return *known;
        }
        let parts = self
            .parts(program, program.vars[var].ty)
            .filter(|parts| !parts.is_empty() && code.registers.len() + parts.len() <= MOST_REGISTERS);
        let found = parts.map(|parts| {
            let first = code.registers.len() as Reg;
            for (at, scalar) in parts.iter().enumerate() {
                self.types.insert(first + at as Reg, *scalar);
                code.registers.push(0);
                code.is_cell.push(true);
            }
            (first, parts.len() as u32)
        });
        self.first.insert(var, found);
        found
    }
}
