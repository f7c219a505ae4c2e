//! Initial contents as bytes: a large initialiser of constants becomes [`cairn_ir::Variable::data`], not a thousand
//! assignments. Small ones stay assignments, which every analysis understands.

use super::Lower;
use super::designator::has_designators;
use super::operand::LValue;
use crate::ast::{InitItem, Initializer, SyntaxExpr};
use cairn_ir::types::Type;
use cairn_ir::{PlaceId, PlaceKind, TypeId};

/// From how many values on an initialiser becomes bytes.
const MANY: usize = 64;
/// The largest object whose contents are kept as bytes.
const LARGEST: u64 = 1 << 26;

/// How an initialiser is carried out.
pub(crate) struct Filling {
    /// Only count the elements of the outermost array.
    pub counting: bool,
    /// The object is zero where nothing is assigned, and zeros need no assignment.
    pub zeroed: bool,
    /// The part at hand may have been initialised before: a designator went back to it, or in front of it.
    pub again: bool,
    /// The bytes of the whole object, for constants.
    pub bytes: Option<Vec<u8>>,
    /// When counting, the value that is the flexible array member's, by its place in the list.
    pub flexible: Option<usize>,
    /// Parts that are not constant, when they must wait for the object's declaration.
    pub deferred: Option<Vec<(LValue, SyntaxExpr)>>,
}

impl Filling {
    pub fn assigning(zeroed: bool) -> Self {
        Filling { counting: false, zeroed, again: false, bytes: None, flexible: None, deferred: None }
    }
    pub fn counting() -> Self {
        Filling { counting: true, ..Filling::assigning(false) }
    }
    /// Writes bytes at an offset, when there are bytes to write to.
    pub fn write(&mut self, offset: Option<u64>, bytes: &[u8]) -> bool {
        let (Some(data), Some(offset)) = (&mut self.bytes, offset) else { return false };
        let Some(to) = data.get_mut(offset as usize..offset as usize + bytes.len()) else { return false };
        to.copy_from_slice(bytes);
        true
    }
}

impl Lower<'_> {
    /// How to carry out the initialiser of a whole variable.
    pub fn filling(&self, ty: TypeId, init: &Initializer) -> Filling {
        let (values, designators) = match init {
            Initializer::List(items, _) => (count(items), has_designators(items)),
            // A string is bytes anyhow.
            Initializer::Expr(_) if !self.is_scalar(ty) => (MANY, false),
            Initializer::Expr(_) => (1, false),
        };
        let size = self.program.types.size_of(ty).unwrap_or(0);
        let bytes = (values >= MANY && size <= LARGEST && !matches!(self.program.types.get(ty), Type::Record(_)))
            .then(|| vec![0; size as usize]);
        // In bytes a later zero must overwrite as well.
        let zeroed = !designators;
        Filling { bytes, ..Filling::assigning(zeroed) }
    }

    /// Offset of a place in its variable, when it is fixed.
    pub fn offset_of(&self, place: PlaceId) -> Option<u64> {
        let mut root = place;
        loop {
            match self.program.exprs[root].kind {
                PlaceKind::Var(_) => return self.offset_between(root, place),
                PlaceKind::Deref(_) => return None,
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => root = base,
            }
        }
    }
}

fn count(items: &[InitItem]) -> usize {
    items
        .iter()
        .map(|item| match &item.value {
            Initializer::Expr(_) => 1,
            Initializer::List(items, _) => cairn_base::deep(|| count(items)),
        })
        .sum()
}
