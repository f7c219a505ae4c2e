//! Ends at the exit of a block: lifetimes of its objects, and functions of the attribute `cleanup` (GNU).
//!
//! All ways out are one: the end of the text, `break`, `continue`, `goto`, `goto *p`. `return` leaves the frame, with which all lifetimes
//! end, so only cleanups run there, when its value is computed. What ends, ends in the reverse order of the declarations. A jump goes to a
//! node of its own, from which the way on is made when all labels of the function are known, and of all variables whether their
//! address is taken.
//!
//! The lifetime of a variable or a compound literal is that of its block (C11 6.2.4p5, p6), so a jump back within the block does not end it.
//! That of an array of variable length begins at its declaration (6.2.4p7): a jump back over it does. Invariant: no jump leads
//! into the scope of such an array from outside (6.8.6.1p1).
//!
//! Of variables whose address is not taken, and of those of a function's outermost block, no end is written: nobody can tell.

use super::assign::Want;
use super::function_state::{Jump, OpenEnd, ScopeEnd};
use super::{Lower, Res};
use cairn_base::Span;
use cairn_ir::{FunctionId, Intrinsic, NodeId, Op, Type, VarId};

impl Lower<'_> {
    /// Lowers what is a block of its own; `end` is where its text ends.
    pub fn in_block<T>(&mut self, end: Span, inside: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.scopes.enter();
        let mark = self.fun.open.len();
        self.fun.blocks_begun += 1;
        self.fun.blocks.push(self.fun.blocks_begun);
        let result = inside(self);
        let is_outermost = self.is_outermost_block();
        let ended = self.fun.open.split_off(mark.min(self.fun.open.len()));
        self.fun.blocks.pop();
        let result = result.and_then(|value| {
            match is_outermost {
                true => self.run_cleanups(&ended, end)?,
                false => self.end_all(&ended, end)?,
            }
            Ok(value)
        });
        self.scopes.leave();
        result
    }

    /// Whether what is declared here lives as long as the frame.
    fn is_outermost_block(&self) -> bool {
        self.fun.blocks.len() <= 1 && self.outer.len() <= 1
    }

    /// Notes a variable or a compound literal that is declared here.
    pub fn opens_variable(&mut self, var: VarId) {
        if !self.is_outermost_block() {
            self.opens(ScopeEnd::Variable(var));
        }
    }

    /// Notes what ends with the block that is being lowered.
    pub fn opens(&mut self, end: ScopeEnd) {
        if self.quiet == 0 {
            let block = self.fun.blocks.last().copied().unwrap_or(0);
            self.fun.open.push(OpenEnd { end, block });
        }
    }

    /// Leaves for a node of the function all that was noted from `mark` on.
    pub fn leave_to(&mut self, to: NodeId, mark: usize, span: Span) {
        let ends = self.fun.open.get(mark..).unwrap_or(&[]).to_vec();
        if ends.is_empty() || self.dead() {
            self.jump(to, span);
            return;
        }
        let from = self.jump_later(span);
        self.fun.jumps.push(Jump { from, to, open: ends, to_label: false, span });
    }

    /// A node of its own for a jump whose way on is made at the function's end.
    pub fn jump_later(&mut self, span: Span) -> NodeId {
        let from = self.fixed_node();
        self.jump(from, span);
        from
    }

    /// Of what is open where a jump is, what ends when it has come to a label.
    pub fn ends_on_the_way(&self, open: &[OpenEnd], to: NodeId) -> Vec<OpenEnd> {
        let Some(there) = self.fun.labels.scopes.get(&to) else { return Vec::new() };
        let lasts = |one: &&OpenEnd| match one.end {
            ScopeEnd::Variable(_) => there.blocks.contains(&one.block),
            ScopeEnd::Array(_) | ScopeEnd::Cleanup { .. } => there.open.contains(one),
        };
        open.iter().filter(|one| !lasts(one) && self.is_seen(one)).copied().collect()
    }

    /// Whether a label lies in the scope of an array of variable length that does not hold where `open` is.
    pub fn enters_array(&self, open: &[OpenEnd], to: NodeId) -> bool {
        let there = self.fun.labels.scopes.get(&to).map_or(&[][..], |there| &there.open);
        there.iter().any(|one| matches!(one.end, ScopeEnd::Array(_)) && !open.contains(one))
    }

    /// Whether somebody can tell that it has ended.
    fn is_seen(&self, one: &OpenEnd) -> bool {
        !matches!(one.end, ScopeEnd::Variable(var) if !self.program.vars[var].address_taken)
    }

    /// Makes the way of a jump that had to wait.
    pub fn finish_jump(&mut self, jump: &Jump) -> Res<()> {
        if jump.to_label && self.enters_array(&jump.open, jump.to) {
            return self.error("a goto into the scope of an array of variable length", jump.span);
        }
        let ends = match jump.to_label {
            true => self.ends_on_the_way(&jump.open, jump.to),
            false => jump.open.iter().filter(|one| self.is_seen(one)).copied().collect(),
        };
        if ends.is_empty() {
            // Nothing leaves it, so it need not be there.
            self.unfix(jump.from);
        }
        self.resume(jump.from);
        self.end_all(&ends, jump.span)?;
        self.jump(jump.to, jump.span);
        Ok(())
    }

    /// Ends these, the last first.
    pub fn end_all(&mut self, ends: &[OpenEnd], span: Span) -> Res<()> {
        for one in ends.iter().rev().filter(|one| self.is_seen(one)).copied().collect::<Vec<_>>() {
            match one.end {
                ScopeEnd::Variable(var) => self.emit(Op::EndScope(var), span),
                ScopeEnd::Array(pointer) => {
                    let place = self.var_place(pointer);
                    let args = vec![self.load(place)];
                    self.emit(Op::Intrinsic { which: Intrinsic::EndArray, args, result: None }, span);
                }
                ScopeEnd::Cleanup { of, function, span } => self.cleanup(of, function, span)?,
            }
        }
        Ok(())
    }

    /// Runs the cleanups of these alone, the last first.
    pub fn run_cleanups(&mut self, ends: &[OpenEnd], span: Span) -> Res<()> {
        let cleanups: Vec<_> = ends.iter().filter(|one| matches!(one.end, ScopeEnd::Cleanup { .. })).copied().collect();
        self.end_all(&cleanups, span)
    }

    fn cleanup(&mut self, of: super::operand::LValue, function: FunctionId, span: Span) -> Res<()> {
        if self.dead() {
            return Ok(());
        }
        let ty = self.function_type(self.program.functions[function].ty);
        let address = self.address_of(of, span)?;
        let address = match ty.params.first() {
            Some(to) if matches!(self.program.types.get(*to), Type::Pointer(_)) => self.convert(address, *to, span)?,
            _ => address,
        };
        self.call_function(function, vec![address], span, Want::Nothing)?;
        Ok(())
    }
}
