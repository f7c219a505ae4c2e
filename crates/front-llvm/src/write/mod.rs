//! A module as GNU C: declarations of types, functions and objects, then the bodies.
//!
//! The C is for the C front end and for nobody else: it may use the names of Cairn's own library (`__cairn_unsupported`),
//! and counts on that front end's meaning of C, in which signed arithmetic wraps and memory is bytes. What has no model is
//! a call of `__cairn_unsupported` where it would run, with the place of the instruction; what concerns the whole module
//! (assembler, an initial value that is not known) is one that runs before everything else.

mod arithmetic;
mod bits;
mod body;
mod calls;
mod casts;
mod compare;
mod constants;
mod control;
mod floats;
mod inlined_calls;
mod instructions;
mod intrinsics;
mod lanes;
mod literal;
mod memory;
mod names;
mod runtime;
mod slots;
mod symbols;
mod text;
mod tree;
mod types;

use crate::model::{Module, SymbolId};
use cairn_base::id::IdVec;
use cairn_ir::MachineModel;
use text::Text;
use types::Types;

/// A result, or what is not modelled, as a noun phrase.
pub(crate) type Res<T> = Result<T, String>;

struct Unit<'a> {
    module: &'a Module,
    /// Functions whose calls the property looks for.
    watched: &'a [String],
    /// Name of each symbol in C.
    names: IdVec<SymbolId, String>,
    types: Types<'a>,
    /// Objects that are read or written as volatile, once somebody asked.
    volatile: Option<std::collections::BTreeSet<SymbolId>>,
}

/// The C that means the same as a module.
///
/// # Errors
/// A noun phrase: a machine that is not modelled, a name that is reserved.
pub fn module(module: &Module, name: &str, model: MachineModel, watched: &[String]) -> Result<String, String> {
    if !module.little_endian {
        return Err("a module for a big-endian machine is not supported".to_owned());
    }
    let wanted = model.pointer_bits();
    if module.pointer_bits != wanted {
        let bits = module.pointer_bits;
        return Err(format!("the module is for a machine of {bits} bits, the task for one of {wanted}: say --{bits}"));
    }
    let names = names::of_symbols(module)?;
    let mut unit = Unit { module, watched, names, types: Types::new(module, model), volatile: None };
    let mut objects = Text::new(name);
    let mut bodies = Text::new(name);
    unit.symbols(&mut objects);
    for (id, symbol) in module.symbols.iter_ids() {
        if let crate::model::SymbolKind::Function(function) = &symbol.kind
            && !function.blocks.is_empty()
        {
            body::write(&mut unit, id, function, &mut bodies);
        }
    }
    unit.refusals(&mut bodies);
    let runtime = unit.runtime_declarations();
    Ok(format!("{}{runtime}{}{}{}", calls::TIME, unit.types.declarations(), objects.finish(), bodies.finish()))
}
