//! `switch`: a chain of comparisons before the body, made when the body's cases are known; the cases are labels of it.

use super::function_state::{ScopeEnd, Switch};
use super::{Lower, Res};
use crate::ast::{SyntaxExpr, SyntaxStatement};
use cairn_base::{FastMap, Span};
use cairn_ir::{BinaryOp, ExprKind, PlaceKind};

impl Lower<'_> {
    pub fn switch(&mut self, on: &SyntaxExpr, body: &SyntaxStatement, span: Span) -> Res<()> {
        let value = self.rvalue(on)?;
        if !self.is_integer(self.type_of(value)) {
            return self.error("the quantity of a switch is not an integer", on.span);
        }
        let value = self.promote(value);
        let value = if self.is_simple(value) { value } else { self.save(value, on.span) };
        let dispatch = self.fun.cur;
        let dispatch_dead = self.dead();
        if !dispatch_dead {
            self.fix(dispatch);
        }
        let end = self.fixed_node();
        let ty = self.type_of(value);
        self.fun.switches.push(Switch {
            ty,
            cases: Vec::new(),
            seen: FastMap::default(),
            default: None,
            mark: self.fun.open.len(),
        });
        self.fun.breaks.push(end);
        self.fun.break_marks.push(self.fun.open.len());
        let before_body = self.node();
        self.resume(before_body);
        let result = self.substatement(body);
        self.jump(end, span);
        self.fun.breaks.pop();
        self.fun.break_marks.pop();
        let switch = self.fun.switches.pop();
        result?;
        let Some(switch) = switch else { return Ok(()) };
        if self.quiet > 0 || dispatch_dead {
            self.resume(end);
            return Ok(());
        }
        self.resume(dispatch);
        for (low, high, target, span) in &switch.cases {
            let next = self.node();
            let low_value = self.int_constant(*low, ty);
            if low == high {
                let cond = self.binary(BinaryOp::Eq, value, low_value, self.basic.int);
                self.branch(cond, *target, next, *span);
            } else {
                let high_value = self.int_constant(*high, ty);
                let above = self.binary(BinaryOp::Ge, value, low_value, self.basic.int);
                let below = self.binary(BinaryOp::Le, value, high_value, self.basic.int);
                let second = self.node();
                self.branch(above, second, next, *span);
                self.resume(second);
                self.branch(below, *target, next, *span);
            }
            self.resume(next);
        }
        self.jump(switch.default.unwrap_or(end), span);
        self.resume(end);
        Ok(())
    }

    /// True for what is as good as a variable.
    fn is_simple(&self, value: cairn_ir::ExprId) -> bool {
        match self.program.exprs[value].kind {
            ExprKind::Constant(_) => true,
            ExprKind::Load(place) => matches!(self.program.exprs[place].kind, PlaceKind::Var(_)),
            ExprKind::Cast(inner) => self.is_simple(inner),
            _ => false,
        }
    }

    /// `case low ... high:`
    pub fn case(&mut self, low: &SyntaxExpr, high: Option<&SyntaxExpr>, span: Span) -> Res<()> {
        let first = self.constant_int(low)?;
        let last = match high {
            Some(high) => self.constant_int(high)?,
            None => first,
        };
        let Some(ty) = self.fun.switches.last().map(|switch| switch.ty) else {
            return self.error("a case label outside of a switch", span);
        };
        self.refuse_label_in_array(span)?;
        let target = self.fixed_node();
        let wrapped = |this: &mut Self, value: i128| {
            let constant = this.int_constant(value, ty);
            this.constant_integer(constant).unwrap_or(value)
        };
        let (first, last) = (wrapped(self, first), wrapped(self, last));
        if let Some(switch) = self.fun.switches.last_mut() {
            let clash = if first == last {
                switch.seen.insert(first, span).is_some()
                    || switch.cases.iter().any(|(low, high, ..)| low != high && (*low..=*high).contains(&first))
            } else {
                switch.cases.iter().any(|(low, high, ..)| *low <= last && first <= *high)
            };
            // An empty range matches nothing, as gcc has it.
            if first <= last {
                switch.cases.push((first, last, target, span));
            }
            if clash {
                return self.error("duplicate case value", span);
            }
        }
        self.jump(target, span);
        self.resume(target);
        Ok(())
    }

    /// A switch does not lead into the scope of an array of variable length (C11 6.8.4.2p2).
    fn refuse_label_in_array(&mut self, span: Span) -> Res<()> {
        let mark = self.fun.switches.last().map_or(0, |switch| switch.mark);
        let within = self.fun.open.get(mark..).unwrap_or(&[]);
        if within.iter().any(|one| matches!(one.end, ScopeEnd::Array(_))) {
            return self.error("a switch into the scope of an array of variable length", span);
        }
        Ok(())
    }

    /// `default:`
    pub fn default_label(&mut self, span: Span) -> Res<()> {
        self.refuse_label_in_array(span)?;
        let target = self.fixed_node();
        match self.fun.switches.last_mut() {
            None => return self.error("a default label outside of a switch", span),
            Some(switch) if switch.default.is_some() => {
                return self.error("multiple default labels in one switch", span);
            }
            Some(switch) => switch.default = Some(target),
        }
        self.jump(target, span);
        self.resume(target);
        Ok(())
    }
}
