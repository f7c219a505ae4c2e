//! Labels and `goto`, computed ones too.
//!
//! A label's address is a small number of its own; `goto *p` goes to a node of the function that compares with each
//! label whose address is taken.

use super::function_state::{Label, Leap};
use super::{Lower, Res};
use crate::ast::{Symbol, SyntaxExpr};
use cairn_base::Span;
use cairn_ir::{BinaryOp, ExprId, Op};

impl Lower<'_> {
    fn label(&mut self, name: Symbol, span: Span) -> Label {
        if let Some(label) = self.fun.labels.known.get(&name) {
            return *label;
        }
        let label = Label { node: self.fixed_node(), defined: false, span };
        if self.quiet == 0 {
            self.fun.labels.known.insert(name, label);
        }
        label
    }

    /// `goto name`.
    pub fn goto(&mut self, name: Symbol, span: Span) {
        let label = self.label(name, span);
        if self.fun.cleanups.is_empty() || self.dead() {
            self.jump(label.node, span);
            return;
        }
        let from = self.fixed_node();
        self.jump(from, span);
        let open = self.fun.cleanups.clone();
        self.fun.labels.leaps.push(Leap { from, to: label.node, open, span });
    }

    /// `name:`.
    pub fn define_label(&mut self, name: Symbol, span: Span) -> Res<()> {
        if self.quiet > 0 {
            return Ok(());
        }
        let label = self.label(name, span);
        if label.defined {
            return self.error(format!("duplicate label '{}'", self.text(name)), span);
        }
        if let Some(known) = self.fun.labels.known.get_mut(&name) {
            known.defined = true;
        }
        self.jump(label.node, span);
        self.resume(label.node);
        if !self.fun.cleanups.is_empty() {
            let open = self.fun.cleanups.clone();
            self.fun.labels.open.insert(label.node, open);
        }
        let text = self.text(name).to_string();
        self.emit(Op::Label(text), span);
        Ok(())
    }

    /// `__label__ names;`: labels of a block. Returns what they hid.
    pub fn local_labels(&mut self, names: &[Symbol]) -> Vec<(Symbol, Option<Label>)> {
        names.iter().map(|name| (*name, self.fun.labels.known.shift_remove(name))).collect()
    }

    /// The end of a block with labels of its own.
    pub fn end_local_labels(&mut self, hidden: Vec<(Symbol, Option<Label>)>) -> Res<()> {
        for (name, old) in hidden {
            if let Some(label) = self.fun.labels.known.shift_remove(&name)
                && !label.defined
            {
                return self.error(format!("label '{}' is used but not defined", self.text(name)), label.span);
            }
            if let Some(old) = old {
                self.fun.labels.known.insert(name, old);
            }
        }
        Ok(())
    }

    /// `&&name`.
    pub fn label_address(&mut self, name: Symbol, span: Span) -> Res<ExprId> {
        // In the initialiser of a static variable the function is the one around.
        let inside_start = self.is_start() && !self.outer.is_empty();
        if inside_start {
            let last = self.outer.len() - 1;
            std::mem::swap(&mut self.fun, &mut self.outer[last]);
        }
        let label = self.label(name, span);
        let known = self.fun.labels.addresses.iter().find(|(_, node)| *node == label.node).map(|(value, _)| *value);
        let value = match known {
            Some(value) => value,
            None => {
                self.label_values += 1;
                self.fun.labels.addresses.push((self.label_values, label.node));
                self.label_values
            }
        };
        if inside_start {
            let last = self.outer.len() - 1;
            std::mem::swap(&mut self.fun, &mut self.outer[last]);
        }
        Ok(self.constant_bits(value, self.basic.void_ptr))
    }

    /// `goto *expr`.
    pub fn goto_computed(&mut self, target: &SyntaxExpr, span: Span) -> Res<()> {
        let value = self.rvalue(target)?;
        let value = self.convert(value, self.basic.void_ptr, target.span)?;
        if self.quiet > 0 {
            return Ok(());
        }
        if !self.fun.cleanups.is_empty() {
            self.unsupported("a computed goto in the scope of a variable with the attribute 'cleanup'", span);
            return Ok(());
        }
        let (temp, node) = match self.fun.labels.dispatch {
            Some((temp, node, _)) => (temp, node),
            None => {
                let temp = self.temp(self.basic.void_ptr, span);
                let node = self.fixed_node();
                self.fun.labels.dispatch = Some((temp, node, span));
                (temp, node)
            }
        };
        let place = self.var_place(temp);
        self.store(place, value, span);
        self.jump(node, span);
        Ok(())
    }

    /// At a function's end: the computed jumps, and labels that are missing.
    pub fn finish_labels(&mut self) -> Res<()> {
        let mut labels = std::mem::take(&mut self.fun.labels);
        for leap in std::mem::take(&mut labels.leaps) {
            self.finish_leap(&leap, labels.open.get(&leap.to).map_or(&[], Vec::as_slice))?;
        }
        if let Some((temp, node, span)) = labels.dispatch {
            self.resume(node);
            let place = self.var_place(temp);
            let value = self.load(place);
            for (number, target) in &labels.addresses {
                let number = self.constant_bits(*number, self.basic.void_ptr);
                let same = self.binary(BinaryOp::Eq, value, number, self.basic.int);
                let next = self.node();
                self.branch(same, *target, next, span);
                self.resume(next);
            }
            self.unsupported("a computed goto to what is no label of the function", span);
        }
        for (name, label) in &labels.known {
            if label.defined {
                continue;
            }
            if self.outer.len() > 1 {
                self.resume(label.node);
                self.unsupported("a goto out of a nested function", label.span);
                continue;
            }
            return self.error(format!("label '{}' is used but not defined", self.text(*name)), label.span);
        }
        Ok(())
    }
}
