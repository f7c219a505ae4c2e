//! Objects that the C library defines, which a program declares `extern` and never writes: what they are at the start.
//!
//! An object that no file defines has any value. These have not: the standard streams and the environment are there, and
//! `getopt` begins at the first argument. It is said of those that the program names, where their type is the library's.

use crate::lower::Lower;
use crate::sema::scope::Entity;
use cairn_base::{FastSet, Span};
use cairn_ir::{BinaryOp, ExprKind, Op, PlaceId, PlaceKind, VarId};

/// Pointers that are not null.
const THERE: &[&str] = &["stdin", "stdout", "stderr", "environ", "__environ", "_environ"];
/// Streams.
const STREAMS: &[&str] = &["stdin", "stdout", "stderr"];
/// Integers, and pointers that are null.
const VALUES: &[(&str, i128)] = &[("optind", 1), ("opterr", 1), ("optopt", b'?' as i128), ("optarg", 0)];

/// Whether the library has an object of this name.
pub(super) fn is_known(name: &str) -> bool {
    THERE.contains(&name) || VALUES.iter().any(|(known, _)| *known == name)
}

impl Lower<'_> {
    /// The objects that the prelude's `getopt` defines: without their values, since the prelude's declarations are lowered
    /// again for each of its functions.
    fn objects_of_getopt(&mut self) -> Vec<(VarId, String, Span)> {
        let is_called = self.symbols.find("__cairn_option").is_some_and(|name| self.demanded.contains(&name));
        let names = VALUES.iter().filter(|_| is_called);
        let known = names.filter_map(|(name, _)| match self.linkage.externs.get(&self.symbols.find(name)?)?.entity {
            Entity::Var(var, _) => Some((var, (*name).to_owned(), Span::NONE)),
            _ => None,
        });
        known.filter(|(var, ..)| self.undefined_vars.iter().all(|(other, _)| other != var)).collect()
    }

    /// Facts about the library's objects, behind their declarations.
    pub fn objects_of_the_library(&mut self) -> Vec<(Op, Span)> {
        let named: FastSet<&str> = self
            .program
            .exprs
            .places()
            .filter_map(|(_, place)| match place.kind {
                PlaceKind::Var(var) => Some(self.program.vars[var].name.as_str()),
                _ => None,
            })
            .collect();
        let found: Vec<(VarId, String, Span)> = self
            .undefined_vars
            .iter()
            .map(|(var, span)| (*var, self.program.vars[*var].name.clone(), *span))
            .filter(|(_, name, _)| is_known(name) && named.contains(name.as_str()))
            .collect();
        let found = found.into_iter().chain(self.objects_of_getopt());
        let (int, mut ops) = (self.basic.int, Vec::new());
        for (var, name, span) in found {
            let ty = self.program.vars[var].ty;
            let place = self.var_place(var);
            let value = self.load(place);
            if let Some((_, number)) = VALUES.iter().find(|(known, _)| *known == name) {
                let value = match *number {
                    0 if self.is_pointer(ty) => self.zero(ty),
                    number if self.is_integer(ty) => self.int_constant(number, ty),
                    _ => continue,
                };
                ops.push((Op::Assign { place, value }, span));
                continue;
            }
            if !self.is_pointer(ty) {
                continue;
            }
            if self.hosted {
                if let Some(number) = STREAMS.iter().position(|stream| *stream == name) {
                    let stream = cairn_ir::external::hosted_stream(self.model(), number as u64);
                    let value = self.program.exprs.expr(ExprKind::Constant(u128::from(stream)), ty);
                    ops.push((Op::Assign { place, value }, span));
                } else {
                    ops.push((Op::Unsupported(format!("'{name}' in a hosted run")), span));
                }
                continue;
            }
            if STREAMS.contains(&name.as_str()) {
                ops.extend(self.stream(&name, place, span));
                continue;
            }
            let null = self.zero(ty);
            let cond = self.binary(BinaryOp::Ne, value, null, int);
            ops.push((Op::Assume { cond, truth: true }, span));
        }
        ops
    }

    /// An object of its own for a standard stream, of any content. So streams are told apart, from each other and from those that are opened.
    fn stream(&mut self, name: &str, place: PlaceId, span: Span) -> [(Op, Span); 2] {
        /// Bytes where the type is not known.
        const OPAQUE: u64 = 16;
        let types = &mut self.program.types;
        let pointee = types.pointee(self.program.exprs[place].ty);
        let known = pointee.filter(|of| types.size_of(*of).is_some_and(|size| size > 0));
        let object = known.unwrap_or_else(|| types.array(self.basic.char_, Some(OPAQUE)));
        let var = self.hidden_static(&format!("<{name}>"), object);
        self.program.vars[var].address_taken = true;
        let object = self.var_place(var);
        let ty = self.program.exprs[place].ty;
        let value = self.program.exprs.expr(ExprKind::AddressOf(object), ty);
        [(Op::Declare { var, zeroed: false }, span), (Op::Assign { place, value }, span)]
    }
}
