//! Labels and `goto`, computed ones too.
//!
//! A label's address is a small number of its own; `goto *p` goes to a node of the function that compares with each
//! label whose address is taken.

use super::function_state::{Jump, Label, LabelScope};
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
        if self.dead() {
            return;
        }
        let from = self.jump_later(span);
        let open = self.fun.open.clone();
        self.fun.jumps.push(Jump { from, to: label.node, open, to_label: true, span });
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
        let scope = LabelScope { open: self.fun.open.clone(), blocks: self.fun.blocks.clone() };
        self.fun.labels.scopes.insert(label.node, scope);
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
        let temp = match self.fun.labels.target {
            Some(temp) => temp,
            None => {
                let temp = self.temp(self.basic.void_ptr, span);
                self.fun.labels.target = Some(temp);
                temp
            }
        };
        let place = self.var_place(temp);
        self.store(place, value, span);
        if !self.dead() {
            let from = self.jump_later(span);
            let open = self.fun.open.clone();
            self.fun.labels.computed.push((from, open, span));
        }
        Ok(())
    }

    /// The ways of the computed jumps. Those on whose way nothing ends share one chain of comparisons.
    fn finish_computed(&mut self) -> Res<()> {
        let Some(target) = self.fun.labels.target else { return Ok(()) };
        let addresses = self.fun.labels.addresses.clone();
        let mut shared = None;
        for (from, open, span) in std::mem::take(&mut self.fun.labels.computed) {
            let ends = |this: &Self, to| this.ends_on_the_way(&open, to);
            let is_plain = addresses.iter().all(|(_, to)| ends(self, *to).is_empty() && !self.enters_array(&open, *to));
            self.resume(from);
            if is_plain {
                if let Some(node) = shared {
                    self.jump(node, span);
                    continue;
                }
                shared = Some(from);
            }
            let place = self.var_place(target);
            let value = self.load(place);
            for (number, to) in &addresses {
                let number = self.constant_bits(*number, self.basic.void_ptr);
                let same = self.binary(BinaryOp::Eq, value, number, self.basic.int);
                let (taken, next) = (self.node(), self.node());
                self.branch(same, taken, next, span);
                self.resume(taken);
                match self.enters_array(&open, *to) {
                    true => self.unsupported("a computed goto into the scope of an array of variable length", span),
                    false => {
                        let ends = ends(self, *to);
                        self.end_all(&ends, span)?;
                        self.jump(*to, span);
                    }
                }
                self.resume(next);
            }
            self.unsupported("a computed goto to what is no label of the function", span);
        }
        Ok(())
    }

    /// At a function's end: the computed jumps, and labels that are missing.
    pub fn finish_labels(&mut self) -> Res<()> {
        for jump in std::mem::take(&mut self.fun.jumps) {
            self.finish_jump(&jump)?;
        }
        self.finish_computed()?;
        let labels = std::mem::take(&mut self.fun.labels);
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
