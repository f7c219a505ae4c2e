//! Vectors, one lane after the other. A vector is a record of one array; a lane is a value like any other.

use super::Res;
use super::body::Body;
use super::tree::Tree;
use super::types::Rep;
use crate::model::{Binary, Cast, LlvmOperand, LocalId, Operation, TypeId, TypeKind};

impl Body<'_, '_> {
    /// The number of lanes of a type.
    pub fn lanes(&self, ty: TypeId) -> Option<u32> {
        match self.unit.module.types[ty].kind {
            TypeKind::Vector { length, .. } => Some(length),
            _ => None,
        }
    }

    fn lane_type(&self, ty: TypeId) -> Res<TypeId> {
        match self.unit.module.types[ty].kind {
            TypeKind::Vector { of, .. } => Ok(of),
            _ => Err("no vector".to_owned()),
        }
    }

    /// A lane of a vector in a variable.
    pub fn lane(&mut self, vector: &Tree, ty: TypeId, index: &str) -> Res<Tree> {
        let rep = self.unit.types.rep(self.lane_type(ty)?)?;
        Ok(Tree::new(format!("{}.e[{index}]", vector.text), rep, vector.reads.clone()))
    }

    /// An operation without effect, lane by lane; operands that are no vectors are the same in each.
    pub fn by_lanes(
        &mut self,
        local: LocalId,
        ty: TypeId,
        length: u32,
        operation: &Operation,
        operands: &[LlvmOperand],
    ) -> Res<()> {
        let of = self.lane_type(ty)?;
        let mut args = Vec::new();
        for operand in operands {
            args.push((self.repeatable(operand)?, self.type_of(operand)?));
        }
        if let (Operation::Cast(Cast::BitCast), [(value, _)]) = (operation, args.as_slice()) {
            let to = self.unit.types.rep(ty)?;
            let tree = self.unit.cast(Cast::BitCast, value, to)?;
            self.assign(local, &tree);
            return Ok(());
        }
        if let (Operation::Select, [(c, scalar), (a, _), (b, _)]) = (operation, args.as_slice())
            && self.lanes(*scalar).is_none()
        {
            let tree = self.unit.select(c, a, b);
            self.assign(local, &tree);
            return Ok(());
        }
        self.each_lane(local, ty, length, &args, |this, parts| this.unit.pure(operation, parts, of))
    }

    /// Makes a vector of what is computed of the lanes of others.
    pub fn each_lane(
        &mut self,
        local: LocalId,
        ty: TypeId,
        length: u32,
        args: &[(Tree, TypeId)],
        mut compute: impl FnMut(&mut Self, &[Tree]) -> Res<Tree>,
    ) -> Res<()> {
        let rep = self.unit.types.rep(ty)?;
        let mut values = Vec::new();
        for index in 0..length {
            let mut parts = Vec::new();
            for (arg, arg_ty) in args {
                parts.push(match self.lanes(*arg_ty) {
                    Some(_) => self.lane(arg, *arg_ty, &index.to_string())?,
                    None => arg.clone(),
                });
            }
            values.push(compute(self, &parts)?);
        }
        let name = self.own_variable(local, rep);
        for (index, value) in values.iter().enumerate() {
            self.line(&format!("{name}.e[{index}] = {};", value.text));
        }
        Ok(())
    }

    /// `extractelement`, `insertelement`, `shufflevector`.
    pub fn elements(&mut self, local: LocalId, ty: TypeId, operation: &Operation, operands: &[LlvmOperand]) -> Res<()> {
        let of = self.type_of(&operands[0])?;
        let vector = self.repeatable(&operands[0])?;
        match operation {
            Operation::ExtractElement => {
                let index = self.operand(&operands[1])?;
                let tree = self.lane(&vector, of, &index.number(self.unit.types.model, false))?;
                self.define(local, tree);
            }
            Operation::InsertElement => {
                let (value, index) = (self.operand(&operands[1])?, self.operand(&operands[2])?);
                let name = self.own_variable(local, vector.rep);
                self.line(&format!("{name} = {};", vector.text));
                let index = index.number(self.unit.types.model, false);
                self.line(&format!("{name}.e[{index}] = {};", value.text));
            }
            Operation::ShuffleVector(mask) => {
                let second = self.repeatable(&operands[1])?;
                let length = self.lanes(of).ok_or("a shuffle of no vector")?;
                let rep = self.unit.types.rep(ty)?;
                let name = self.own_variable(local, rep);
                for (index, from) in mask.iter().enumerate() {
                    // A lane that may be anything stays as it is.
                    let Ok(from) = u32::try_from(*from) else { continue };
                    let (source, at) = if from < length { (&vector, from) } else { (&second, from - length) };
                    self.line(&format!("{name}.e[{index}] = {}.e[{at}];", source.text));
                }
            }
            _ => return Err("such an operation on vectors".to_owned()),
        }
        Ok(())
    }

    /// A vector of truth values as a number.
    pub fn truths_as_number(
        &mut self,
        operation: &Operation,
        ty: TypeId,
        operands: &[LlvmOperand],
    ) -> Res<Option<Tree>> {
        let (Operation::Cast(Cast::BitCast), [operand]) = (operation, operands) else { return Ok(None) };
        let from = self.type_of(operand)?;
        let Some(length) = self.lanes(from) else { return Ok(None) };
        let of = self.lane_type(from)?;
        if self.unit.module.types[of].kind != TypeKind::Integer(1) {
            return Ok(None);
        }
        let Rep::Int { width, .. } = self.unit.types.rep(ty)? else { return Ok(None) };
        let vector = self.repeatable(operand)?;
        let name = super::types::int_name(self.unit.types.model, width.max(32), false);
        let bits: Vec<_> = (0..length).map(|i| format!("(({name}){}.e[{i}] << {i})", vector.text)).collect();
        let text = self.unit.cut(&format!("({})", bits.join(" | ")), width, false);
        Ok(Some(Tree::new(text, Rep::Int { width, signed: false }, vector.reads)))
    }

    /// `llvm.vector.reduce.*`
    pub fn reduce(&mut self, name: &str, args: &[LlvmOperand]) -> Res<Tree> {
        let (start, vector) = match args {
            [vector] => (None, vector),
            [start, vector] => (Some(start), vector),
            _ => return Err("such a reduction".to_owned()),
        };
        let ty = self.type_of(vector)?;
        let length = self.lanes(ty).ok_or("a reduction of no vector")?;
        let tree = self.repeatable(vector)?;
        let mut sum = match start {
            Some(start) => Some(self.operand(start)?),
            None => None,
        };
        for index in 0..length {
            let lane = self.lane(&tree, ty, &index.to_string())?;
            let next = match &sum {
                None => lane,
                Some(sum) => match name {
                    "add" => self.unit.binary(Binary::Add, false, sum, &lane)?,
                    "mul" => self.unit.binary(Binary::Mul, false, sum, &lane)?,
                    "and" => self.unit.binary(Binary::And, false, sum, &lane)?,
                    "or" => self.unit.binary(Binary::Or, false, sum, &lane)?,
                    "xor" => self.unit.binary(Binary::Xor, false, sum, &lane)?,
                    "fadd" => self.unit.binary(Binary::FAdd, false, sum, &lane)?,
                    "fmul" => self.unit.binary(Binary::FMul, false, sum, &lane)?,
                    "smax" | "smin" | "umax" | "umin" => self.unit.extreme(name, sum, &lane)?,
                    _ => return Err(format!("the reduction '{name}'")),
                },
            };
            sum = Some(self.settled(next));
        }
        sum.ok_or_else(|| "a reduction of nothing".to_owned())
    }
}
