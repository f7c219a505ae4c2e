//! Addresses as sums: where something begins, subscripts times sizes, and a constant. Two texts of one sum are one address, so
//! a lock is found again behind another name of it, and a lock and what it protects are seen to be parts of one record.
//!
//! What a sum is made of changes only where the instance itself writes a variable by name ([`PrivateVariables`]), or never while threads
//! run. Anything else has no sum.

use super::private_variables::PrivateVariables;
use cairn_base::FastSet;
use cairn_ir::eval::{self, Evaluated};
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, UnaryOp};
use cairn_ir::ids::VarId;
use cairn_ir::program::Program;
use cairn_ir::types::TypeId;
use cairn_ir::value::Value;
use std::collections::BTreeMap;

/// Parts of a value, at most: longer ones have none.
const LONGEST: usize = 24;

/// A part of a value, before the parts that it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValuePart {
    Private(VarId),
    /// The value of a variable that nobody writes while threads run.
    Fixed(VarId),
    Constant(u128, TypeId),
    Field(u32),
    Element,
    Unary(UnaryOp),
    Binary(BinaryOp),
    Cast(TypeId),
}

/// Base of an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Begin {
    Variable(VarId),
    /// Where a pointer goes, and the text of it.
    Pointer(Vec<ValuePart>, ExprId),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Subscript {
    pub value: Vec<ValuePart>,
    pub size: u64,
    /// The length of the array, where it has one.
    pub length: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Address {
    pub begin: Begin,
    pub subscripts: Vec<Subscript>,
    pub constant: i64,
}

/// Value of a private variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Known {
    Address(Address),
    Number(Vec<ValuePart>),
}

/// The private variables whose value is that of others.
pub(super) type Copied = BTreeMap<VarId, Known>;

impl Known {
    pub fn reads(&self, var: VarId) -> bool {
        match self {
            Known::Address(address) => address.reads(var),
            Known::Number(parts) => parts.contains(&ValuePart::Private(var)),
        }
    }

    /// Whether it is one value for all threads.
    pub fn is_fixed(&self) -> bool {
        match self {
            Known::Address(address) => address.is_fixed(),
            Known::Number(parts) => are_fixed(parts),
        }
    }
}

fn are_fixed(parts: &[ValuePart]) -> bool {
    !parts.iter().any(|part| matches!(part, ValuePart::Private(_)))
}

impl Address {
    pub fn reads(&self, var: VarId) -> bool {
        self.parts().any(|part| part == ValuePart::Private(var))
    }

    /// Whether it is one address for all threads.
    pub fn is_fixed(&self) -> bool {
        self.begin.is_fixed() && self.subscripts.iter().all(|one| are_fixed(&one.value))
    }

    fn parts(&self) -> impl Iterator<Item = ValuePart> + '_ {
        self.begin.parts().iter().chain(self.subscripts.iter().flat_map(|one| &one.value)).copied()
    }

    /// Whether two are made alike; the texts of pointers do not matter.
    pub fn is_like(&self, other: &Self) -> bool {
        self.constant == other.constant && self.subscripts == other.subscripts && self.begin.is_like(&other.begin)
    }
}

impl Begin {
    fn parts(&self) -> &[ValuePart] {
        match self {
            Begin::Variable(_) => &[],
            Begin::Pointer(parts, _) => parts,
        }
    }

    /// Whether all threads count from one place.
    pub fn is_fixed(&self) -> bool {
        are_fixed(self.parts())
    }

    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Begin::Variable(x), Begin::Variable(y)) => x == y,
            (Begin::Pointer(x, _), Begin::Pointer(y, _)) => x == y,
            _ => false,
        }
    }
}

impl Address {
    /// Whether so many bytes here and there are different ones, of two threads.
    pub fn is_disjoint_from(&self, size: u64, other: &Self, other_size: u64) -> bool {
        let end = |of: &Self, size: u64| i128::from(of.constant) + i128::from(size);
        self.is_fixed()
            && self.begin.is_like(&other.begin)
            && self.subscripts == other.subscripts
            && (end(self, size) <= i128::from(other.constant) || end(other, other_size) <= i128::from(self.constant))
    }
}

/// Makes sums of what an instance's text has.
pub(super) struct Addresses<'a> {
    pub program: &'a Program,
    pub private: &'a PrivateVariables,
    pub instance: usize,
    /// Values of private variables, each in terms of others as they are where it is written.
    pub copied: &'a Copied,
    /// Copies of copies that are followed.
    pub depth: u32,
    /// Variables that are not written while threads run.
    pub fixed: &'a FastSet<VarId>,
}

impl Addresses<'_> {
    pub fn place(&self, place: PlaceId) -> Option<Address> {
        let program = self.program;
        match program.exprs[place].kind {
            PlaceKind::Var(var) => Some(Address { begin: Begin::Variable(var), subscripts: Vec::new(), constant: 0 }),
            PlaceKind::Field(base, at) => {
                let field = program.types.fields(program.exprs[base].ty)?.get(at as usize)?;
                let by = i64::try_from(field.offset).ok().filter(|_| field.bits.is_none())?;
                let mut address = self.place(base)?;
                address.constant = address.constant.checked_add(by)?;
                Some(address)
            }
            PlaceKind::Index(base, index) => {
                let length = program.types.element(program.exprs[base].ty).and_then(|(_, length)| length);
                self.further(self.place(base)?, index, program.types.size_of(program.exprs[place].ty)?, length)
            }
            PlaceKind::Deref(pointer) => self.pointer(pointer),
        }
    }

    pub fn pointer(&self, pointer: ExprId) -> Option<Address> {
        let program = self.program;
        match program.exprs[pointer].kind {
            ExprKind::AddressOf(place) => self.place(place),
            ExprKind::Cast(inner) if program.types.is_pointer(program.exprs[inner].ty) => self.pointer(inner),
            ExprKind::Binary(BinaryOp::PtrAdd, from, by) => {
                let size = program.types.pointee(program.exprs[pointer].ty).and_then(|of| program.types.size_of(of))?;
                self.further(self.pointer(from)?, by, size, None)
            }
            ExprKind::Load(place) => {
                if let PlaceKind::Var(var) = program.exprs[place].kind
                    && let Some(Known::Address(address)) = self.copied.get(&var)
                {
                    return self.deeper()?.resolved(address);
                }
                let mut parts = Vec::new();
                self.load(place, &mut parts)?;
                Some(Address { begin: Begin::Pointer(parts, pointer), subscripts: Vec::new(), constant: 0 })
            }
            _ => None,
        }
    }

    fn deeper(&self) -> Option<Self> {
        Some(Self { depth: self.depth.checked_sub(1)?, ..*self })
    }

    /// An address that was noted, with what is known of its parts here.
    fn resolved(&self, of: &Address) -> Option<Address> {
        let mut address = match of.begin {
            Begin::Variable(_) => Address { subscripts: Vec::new(), constant: 0, ..of.clone() },
            Begin::Pointer(_, text) => self.pointer(text)?,
        };
        address.constant = address.constant.checked_add(of.constant)?;
        for subscript in &of.subscripts {
            let mut value = Vec::new();
            self.expand(&subscript.value, &mut value)?;
            address = self.subscripted(address, Subscript { value, ..*subscript })?;
        }
        Some(address)
    }

    fn expand(&self, of: &[ValuePart], parts: &mut Vec<ValuePart>) -> Option<()> {
        for part in of {
            match part {
                ValuePart::Private(var) => self.private(*var, parts)?,
                _ => parts.push(*part),
            }
        }
        (parts.len() <= LONGEST).then_some(())
    }

    /// The parts of what a private variable holds.
    fn private(&self, var: VarId, parts: &mut Vec<ValuePart>) -> Option<()> {
        match self.copied.get(&var) {
            Some(Known::Number(known)) => self.deeper()?.expand(known, parts),
            Some(Known::Address(_)) => None,
            None => {
                parts.push(ValuePart::Private(var));
                Some(())
            }
        }
    }

    fn further(&self, address: Address, index: ExprId, size: u64, length: Option<u64>) -> Option<Address> {
        self.subscripted(address, Subscript { value: self.number(index)?, size, length })
    }

    fn subscripted(&self, mut address: Address, mut by: Subscript) -> Option<Address> {
        self.fold(&mut by.value);
        match by.value[..] {
            [ValuePart::Constant(number, ty)] => {
                let of = self.program.types.scalar(ty)?;
                let is_signed =
                    of.is_signed() || u64::from(of.bits()) == 8 * self.program.types.model().pointer_bytes();
                let by_elements = if is_signed { Value(number).as_signed(of.bits()) } else { number as i128 };
                let bytes = i64::try_from(by_elements).ok()?.checked_mul(i64::try_from(by.size).ok()?)?;
                address.constant = address.constant.checked_add(bytes)?;
            }
            _ => address.subscripts.push(by),
        }
        Some(address)
    }

    /// Casts of a constant are a constant.
    fn fold(&self, parts: &mut Vec<ValuePart>) {
        while let [.., ValuePart::Cast(to), ValuePart::Constant(number, from)] = parts[..]
            && let (Some(of), Some(as_type)) = (self.program.types.scalar(from), self.program.types.scalar(to))
            && let Evaluated { value, undefined: None } = eval::cast(Value(number), of, as_type)
        {
            parts.truncate(parts.len() - 2);
            parts.push(ValuePart::Constant(value.0, to));
        }
    }

    pub fn number(&self, expr: ExprId) -> Option<Vec<ValuePart>> {
        let mut parts = Vec::new();
        self.value(expr, &mut parts)?;
        Some(parts)
    }

    fn value(&self, expr: ExprId, parts: &mut Vec<ValuePart>) -> Option<()> {
        if parts.len() > LONGEST {
            return None;
        }
        match self.program.exprs[expr].kind {
            ExprKind::Constant(number) => parts.push(ValuePart::Constant(number, self.program.exprs[expr].ty)),
            ExprKind::Load(place) => self.load(place, parts)?,
            ExprKind::Unary(op, x) => {
                parts.push(ValuePart::Unary(op));
                self.value(x, parts)?;
            }
            ExprKind::Cast(x) => {
                parts.push(ValuePart::Cast(self.program.exprs[expr].ty));
                self.value(x, parts)?;
            }
            ExprKind::Binary(op, x, y) => {
                parts.push(ValuePart::Binary(op));
                self.value(x, parts)?;
                self.value(y, parts)?;
            }
            ExprKind::FunctionAddress(_) | ExprKind::AddressOf(_) | ExprKind::Conditional(..) => return None,
        }
        Some(())
    }

    /// The parts of what is read: of a variable, or of a part of one.
    fn load(&self, place: PlaceId, parts: &mut Vec<ValuePart>) -> Option<()> {
        match self.program.exprs[place].kind {
            PlaceKind::Var(var) if self.copied.contains_key(&var) || self.private.is_of(var, self.instance) => {
                self.private(var, parts)?
            }
            PlaceKind::Var(var) if self.fixed.contains(&var) => parts.push(ValuePart::Fixed(var)),
            PlaceKind::Var(_) => return None,
            PlaceKind::Field(base, at) => {
                parts.push(ValuePart::Field(at));
                self.load(base, parts)?;
            }
            PlaceKind::Index(base, index) => {
                parts.push(ValuePart::Element);
                self.load(base, parts)?;
                self.value(index, parts)?;
            }
            PlaceKind::Deref(_) => return None,
        }
        (parts.len() <= LONGEST).then_some(())
    }
}
