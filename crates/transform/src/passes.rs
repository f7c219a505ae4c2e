//! From what a front end lowers to what an analysis sees: the passes over the automata, in their order.
//!
//! 1. [`prune::cut`]: what follows an end or a constant condition is no longer reachable.
//! 2. [`resolve::resolve_constants`]: what is a plain call but for its syntax becomes one, and calls of nothing give any
//!    result.
//! 3. [`undefined_functions::prepare`]: calls of functions that the program does not name, beside calls through pointers.
//! 4. [`reach`](mod@reach): the functions that may run and the addresses that are taken there.
//! 5. [`resolve`](mod@resolve): calls through pointers become branches over those functions.
//! 6. [`variadic::lower`]: arguments beyond the parameters are passed in an object of the caller.
//! 7. [`prune::compact`]: skips merged, the arenas rebuilt dense in reverse post-order, loop heads marked.
//! 8. [`threads`](mod@crate::threads): a program that starts threads becomes one whose schedule is an input.
//! 9. [`bounds::contained`]: subscripts that stay in their array.
//!
//! The whole is linear but for step 5, which adds one call for each pair of an indirect call and a function that fits.

use crate::undefined_functions::Undefined;
use crate::{bounds, prune, reach, resolve, threads, undefined_functions, variadic};
use cairn_ir::program::Program;

/// Makes a lowered and linked program ready for analysis: afterwards the invariants of [`cairn_ir::program`] hold. All ids
/// of nodes, edges and call sites change; those of functions, variables, expressions, places and types stay.
pub fn finish(program: &mut Program) {
    prune::cut(program);
    let mut undefined = Undefined::default();
    let pointer_calls = resolve::pointer_calls(program);
    resolve::resolve_constants(program, &mut undefined);
    let external_callees = undefined_functions::prepare(program, &mut undefined, pointer_calls);
    let reached = reach::reach(program, &external_callees);
    resolve::resolve(program, &mut undefined, &external_callees);
    program.assumptions.retain(|function| reached[function]);
    variadic::lower(program, &reached);
    let has_threads = threads::are_started(program, &reached);
    prune::compact(program, &reached);
    if has_threads {
        threads::sequentialize(program);
        prune::cut(program);
        let reached = threads::called(program);
        prune::compact(program, &reached);
    }
    program.facts.contained = bounds::contained(program);
}
