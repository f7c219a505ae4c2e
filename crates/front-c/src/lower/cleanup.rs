//! The attribute `cleanup`: functions that run when a variable goes out of scope (GNU).
//!
//! They run in the reverse order of the declarations, however the scope is left: at its end, by `break`, `continue`,
//! `return` (whose value is computed before) or `goto`, but not when the program ends in it. A jump whose target is not
//! known yet goes to a node of its own, from which the way on is made when all labels of the function are known.

use super::assign::Want;
use super::function_state::{Cleanup, Leap};
use super::{Lower, Res};
use cairn_base::Span;
use cairn_ir::Type;

impl Lower<'_> {
    /// Runs the cleanups from a mark on, the last first; they stay open for the code that comes next in the text.
    pub fn run_cleanups(&mut self, mark: usize, span: Span) -> Res<()> {
        let open: Vec<Cleanup> = self.fun.cleanups.get(mark..).unwrap_or(&[]).to_vec();
        self.run_these(&open, span)
    }

    fn run_these(&mut self, open: &[Cleanup], span: Span) -> Res<()> {
        for cleanup in open.iter().rev() {
            if self.dead() {
                return Ok(());
            }
            let ty = self.function_type(self.program.functions[cleanup.function].ty);
            let address = self.address_of(cleanup.of, cleanup.span)?;
            let address = match ty.params.first() {
                Some(to) if matches!(self.program.types.get(*to), Type::Pointer(_)) => {
                    self.convert(address, *to, cleanup.span)?
                }
                _ => address,
            };
            self.call_function(cleanup.function, vec![address], span, Want::Nothing)?;
        }
        Ok(())
    }

    /// The end of a scope.
    pub fn end_cleanups(&mut self, mark: usize, span: Span) -> Res<()> {
        let result = self.run_cleanups(mark, span);
        self.fun.cleanups.truncate(mark);
        result
    }

    /// Makes the way of a jump that had to wait: it runs the cleanups of the scopes that it leaves.
    pub fn finish_leap(&mut self, leap: &Leap, there: &[Cleanup]) -> Res<()> {
        let common = leap.open.iter().zip(there).take_while(|(a, b)| a == b).count();
        self.resume(leap.from);
        self.run_these(&leap.open[common..], leap.span)?;
        self.jump(leap.to, leap.span);
        Ok(())
    }
}
