//! Reads and writes of volatile objects (C11 6.7.3p7).
//!
//! A volatile object that the program's environment may change has any value each time it is read. Which are these: an
//! `extern volatile` object that no file defines, and what lies at an address that the program did not get from one of
//! its own objects (a device register). All others are ordinary memory: nothing but the program writes to them. A read
//! is one operation, made where C has it and once, and its value is saved.
//!
//! An option takes all volatile objects so, or none. Another names addresses where registers are: what stands there in
//! the text is so, volatile or not; an access through a pointer is looked at when the program is whole
//! ([`crate::link`], registers).
//!
//! What a name or a constant address means is decided here. What lies behind a pointer is decided when the program is
//! whole, by [`crate::link`], from the edges that are noted here.

use super::Lower;
use super::operand::LValue;
use cairn_base::Span;
use cairn_base::id::Id;
use cairn_ir::external::VolatileReads;
use cairn_ir::types::{Qualified, Type};
use cairn_ir::{BinaryOp, EdgeId, ExprId, ExprKind, NondetSource, Op, PlaceId, PlaceKind, TypeId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    /// The program: nothing else writes there.
    Program,
    /// The environment, in an object that the program can name.
    Extern,
    /// The environment, at an address that is no object of the program.
    Device,
    Pointer,
}

impl Lower<'_> {
    pub fn read_place(&mut self, of: LValue, span: Span) -> ExprId {
        if self.dead() || self.constant > 0 {
            return self.load(of.place);
        }
        if let PlaceKind::Var(var) = self.program.exprs[of.place].kind
            && self.registers.contains(&var)
        {
            let what = format!("the register variable '{}'", self.program.vars[var].name);
            return self.any_of(of.ty.ty, NondetSource::Unmodelled(what), span);
        }
        if self.is_mapped(of.place) {
            let source = NondetSource::Other(format!("the register '{}'", self.program.sources.snippet(span)));
            let value = self.any_of(of.ty.ty, source, span);
            return self.as_read(of.place, value);
        }
        let may_be_register = self.may_be_register(of.place);
        if !self.is_volatile(of.ty) {
            return match may_be_register {
                true => {
                    let value = self.read_once(of, span);
                    self.register_accesses.push(self.last_edge());
                    value
                }
                false => self.load(of.place),
            };
        }
        let source = NondetSource::Other(format!("volatile '{}'", self.program.sources.snippet(span)));
        match self.owner(of.place) {
            _ if self.volatile == VolatileReads::None => self.load(of.place),
            Owner::Device => {
                let value = self.any_of(of.ty.ty, source, span);
                self.as_read(of.place, value)
            }
            Owner::Extern => {
                self.emit(Op::Havoc { place: of.place, source }, span);
                self.read_once(of, span)
            }
            Owner::Program if self.volatile != VolatileReads::All => self.load(of.place),
            Owner::Program | Owner::Pointer if self.volatile == VolatileReads::All => {
                // The access itself happens as well: it may be to nothing.
                self.read_once(of, span);
                let value = self.any_of(of.ty.ty, source, span);
                self.as_read(of.place, value)
            }
            Owner::Program | Owner::Pointer => {
                let value = self.read_once(of, span);
                self.volatile_accesses.push(self.last_edge());
                if may_be_register {
                    self.register_accesses.push(self.last_edge());
                }
                value
            }
        }
    }

    /// Reads a place into a temporary.
    fn read_once(&mut self, of: LValue, span: Span) -> ExprId {
        let temp = self.temp(of.ty.ty, span);
        let place = self.var_place(temp);
        let value = self.load(of.place);
        self.store(place, value, span);
        let value = self.load(place);
        self.as_read(of.place, value)
    }

    /// A value of a place's type as a read of the place gives it: a bit-field has fewer bits, and promotes by them.
    fn as_read(&mut self, place: PlaceId, value: ExprId) -> ExprId {
        let Some(width) = self.bit_width(place) else { return value };
        let direct = self.load(place);
        let value = self.as_bit_field(value, width);
        if self.is_wide_bit_field(direct) {
            return self.with_width_of(value, direct);
        }
        let ty = self.promoted_value_type(direct);
        self.cast(value, ty)
    }

    /// Writes a value to a place; what is written to a device is gone.
    pub fn write(&mut self, to: LValue, value: ExprId, span: Span) {
        if self.is_mapped(to.place) {
            return;
        }
        if self.may_be_register(to.place) && !self.dead() {
            self.store(to.place, value, span);
            self.register_accesses.push(self.last_edge());
            return;
        }
        if !self.is_volatile(to.ty) || self.volatile == VolatileReads::None {
            return self.store(to.place, value, span);
        }
        match self.owner(to.place) {
            Owner::Device => {}
            Owner::Pointer if !self.dead() => {
                self.store(to.place, value, span);
                self.volatile_accesses.push(self.last_edge());
            }
            _ => self.store(to.place, value, span),
        }
    }

    /// True when a read or write must happen as the source has it: of a volatile object or of a register.
    pub fn is_observed(&self, of: LValue) -> bool {
        self.is_volatile(of.ty) || self.is_mapped(of.place) || self.may_be_register(of.place)
    }

    /// Whether a place may turn out to be a register, by where its pointer leads.
    fn may_be_register(&self, place: PlaceId) -> bool {
        !self.mapped.is_empty() && !self.is_mapped(place) && matches!(self.owner(place), Owner::Pointer | Owner::Device)
    }

    /// Whether a place is at a constant address where the options say that registers are, all of its object included.
    fn is_mapped(&self, mut place: PlaceId) -> bool {
        let types = &self.program.types;
        while !self.mapped.is_empty() {
            match self.program.exprs[place].kind {
                PlaceKind::Var(_) => return false,
                PlaceKind::Field(outer, _) => place = outer,
                PlaceKind::Index(outer, index) => {
                    let length = types.element(self.program.exprs[outer].ty).and_then(|(_, length)| length);
                    let index = self.constant_value(index).map(|index| index.0);
                    match (index, length) {
                        (Some(index), Some(length)) if index < u128::from(length) => place = outer,
                        _ => return false,
                    }
                }
                PlaceKind::Deref(pointer) => {
                    let size = types.size_of(self.program.exprs[place].ty).unwrap_or(0).max(1);
                    let Some(first) = self.constant_value(pointer).and_then(|value| u64::try_from(value.0).ok()) else {
                        return false;
                    };
                    let is_within = |(low, end): &(u64, u64)| *low <= first && first < *end && size <= *end - first;
                    return self.mapped.iter().any(is_within);
                }
            }
        }
        false
    }

    fn last_edge(&self) -> EdgeId {
        EdgeId::from_index(self.program.edges.len() - 1)
    }

    /// True when a read of the type must happen, and as often as the source says.
    pub fn is_volatile(&self, ty: Qualified) -> bool {
        ty.is_volatile || self.has_volatile_part(ty.ty, 0)
    }

    fn has_volatile_part(&self, ty: TypeId, depth: u32) -> bool {
        match self.program.types.get(ty) {
            Type::Record(record) if depth < 32 => {
                let fields = self.program.types.records[*record].fields.iter().flatten();
                fields.into_iter().any(|f| f.is_volatile || self.has_volatile_part(f.ty, depth + 1))
            }
            Type::Array(of, _) => of.is_volatile || (depth < 32 && self.has_volatile_part(of.ty, depth + 1)),
            _ => false,
        }
    }

    /// Who owns a place, as far as its text tells.
    pub fn owner(&self, mut place: PlaceId) -> Owner {
        loop {
            match self.program.exprs[place].kind {
                PlaceKind::Var(var) if self.is_environment(var) => return Owner::Extern,
                PlaceKind::Var(_) => return Owner::Program,
                PlaceKind::Field(outer, _) | PlaceKind::Index(outer, _) => place = outer,
                PlaceKind::Deref(pointer) => match self.base_of(pointer) {
                    Base::Constant(0) => return Owner::Program,
                    Base::Constant(_) => return Owner::Device,
                    Base::Place(base) => place = base,
                    Base::Other => return Owner::Pointer,
                },
            }
        }
    }

    /// Base of a pointer.
    fn base_of(&self, mut pointer: ExprId) -> Base {
        loop {
            if let Some(value) = self.constant_value(pointer) {
                return Base::Constant(value.0);
            }
            match self.program.exprs[pointer].kind {
                ExprKind::AddressOf(place) => return Base::Place(place),
                ExprKind::Cast(inner) => pointer = inner,
                ExprKind::Binary(BinaryOp::PtrAdd, base, _) => pointer = base,
                _ => return Base::Other,
            }
        }
    }

    /// True for a variable with external linkage that no file defines.
    pub fn is_environment(&self, var: cairn_ir::VarId) -> bool {
        self.is_undefined_variable(var)
    }
}

enum Base {
    Constant(u128),
    Place(PlaceId),
    Other,
}
