//! The parts of the library's state that a program has, while it is lowered.

use cairn_base::FastMap;
use cairn_ir::{EdgeId, TypeId, VarId};
use cairn_transform::interrupts::signals::Signals;

/// Parts of the library's state in a program.
#[derive(Debug, Default)]
pub(crate) struct LibraryState {
    pub(super) errno: Option<VarId>,
    pub(super) errno_is_seen: bool,
    /// Where a function prints arguments of a `va_list` by a format that is not known.
    pub lists_by_unknown_formats: Vec<EdgeId>,
    /// Where functions keep what they point to with their results, by its type: its address.
    pub(super) areas: FastMap<TypeId, Option<VarId>>,
    /// A text that they keep.
    pub(super) text: Option<VarId>,
    /// The first edges of the marks of [`super::callback`].
    pub unspecified_calls: Vec<EdgeId>,
    /// Holds the address of one of the objects that the library keeps.
    pub(super) kept: Option<VarId>,
    /// Handlers of signals that the program registers.
    pub signals: Signals,
    /// Variables in which the model of the library notes what was called, by name.
    pub(super) variables: FastMap<String, VarId>,
}
