//! The body of a function: what is written at once, and what waits to be written where it is used.
//!
//! Blocks come behind those that dominate them, each behind a label. A value that waits ([`State::Pending`]) is written to a
//! variable before anything that could change what it reads, and at once when it is used in another block. The order of
//! effects is that of the instructions.

use super::inlined_calls::is_named_copy;
use super::slots::{self, Known, Slot};
use super::text::Text;
use super::tree::{Object, Reads, Tree};
use super::types::{CKind, Rep};
use super::{Res, Unit, literal, names};
use crate::model::{BlockId, LlvmFunction, LlvmOperand, LocalId, Operation, SymbolId, TypeKind};
use cairn_base::FastSet;
use cairn_base::id::IdVec;

/// How often and how long an expression may be written instead of a variable.
const MOST_USES: u32 = 3;
const LONGEST: usize = 120;

/// Where the value of a local is.
#[derive(Clone, Debug)]
pub(super) enum State {
    Unknown,
    /// It could not be computed; who uses it cannot either.
    Lost,
    /// To be written where it is used, so many times more.
    Pending(Tree, u32),
    /// In a variable, or free to write anywhere.
    Ready(Tree),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// A variable that nothing points to.
    Slot(LocalId),
    /// Memory; and the program may end.
    Memory,
}

/// A function that is being written.
pub(super) struct Body<'u, 'a> {
    pub unit: &'u mut Unit<'a>,
    pub id: SymbolId,
    pub function: &'a LlvmFunction,
    pub known: Known,
    pub states: IdVec<LocalId, State>,
    pending: Vec<LocalId>,
    taken: FastSet<String>,
    declarations: Vec<String>,
    pub code: Text,
    pub block: BlockId,
}

pub(super) fn write<'a>(unit: &mut Unit<'a>, id: SymbolId, function: &'a LlvmFunction, out: &mut Text) {
    let symbol = &unit.module.symbols[id];
    let name = unit.names[id].clone();
    let Ok(signature) = unit.signature(symbol, function, &name, true) else {
        // It has no prototype either: whoever calls it says so.
        return;
    };
    out.set_place(symbol.place);
    let module = unit.module;
    let known = slots::look(unit, function);
    let taken = unit.names.iter().cloned().collect();
    let (declarations, pending) = (Vec::new(), Vec::new());
    let states = function.locals.iter().map(|_| State::Unknown).collect();
    let block = function.blocks.ids().next().expect("a function with a body has a block");
    let code = Text::new("");
    let mut body = Body { unit, id, function, known, states, pending, taken, declarations, code, block };
    body.code.set_place(symbol.place);
    body.arguments();
    body.variables();
    body.blocks();
    let Body { declarations, code, .. } = body;
    out.line(module, &signature);
    out.line(module, "{");
    for declaration in declarations {
        out.line(module, &declaration);
    }
    out.append(code);
    out.line(module, "}");
}

impl Body<'_, '_> {
    fn arguments(&mut self) {
        for (position, local) in self.function.locals.ids().take(self.function.arguments).enumerate() {
            let ty = self.function.locals[local].ty;
            let Ok(ct) = self.unit.parameter(self.function, ty, position + 1) else { continue };
            let name = names::fresh(&format!("a{position}"), &mut self.taken);
            let text = match self.unit.types.kind(ct) {
                CKind::Pointer => format!("((void *){name})"),
                _ => name,
            };
            if let Some(rep) = self.rep_as(ty, ct) {
                self.states[local] = State::Ready(Tree::new(text, rep, Reads::default()));
            }
        }
    }

    /// The value of a type of the module in a variable of a type of C.
    pub fn rep_as(&mut self, ty: crate::model::TypeId, ct: super::types::CType) -> Option<Rep> {
        match (self.unit.types.rep(ty).ok()?, self.unit.types.rep_of(ct)?) {
            (rep @ Rep::Int { width, .. }, Rep::Int { width: bits, signed }) => {
                Some(if width == bits { Rep::Int { width, signed } } else { rep })
            }
            (rep, _) => Some(rep),
        }
    }

    /// The objects of the frame, and the variables of joins.
    fn variables(&mut self) {
        for local in self.function.locals.ids() {
            let Some(instruction) = &self.function.locals[local].instruction else { continue };
            let of_source = &self.function.locals[local];
            match (&instruction.operation, self.known.slots[local]) {
                (Operation::Alloca { of, align }, Some(slot @ (Slot::Direct | Slot::Variable { .. }))) => {
                    let Ok(ct) = self.unit.types.in_memory(*of, of_source.debug) else { continue };
                    let name = names::fresh(&names::identifier(&of_source.name), &mut self.taken);
                    let volatile = if slot == (Slot::Variable { volatile: true }) { "volatile " } else { "" };
                    let mut declaration = format!("{volatile}{}", self.unit.types.declare(ct, &name));
                    if *align > self.unit.types.layout(ct, false).1.max(16) {
                        declaration.push_str(&format!(" __attribute__((aligned({align})))"));
                    }
                    self.declarations.push(format!("{declaration};"));
                    let object = Object { text: name, ty: *of, ct };
                    self.states[local] = State::Ready(Tree::address(object, Reads::default()));
                }
                (Operation::Phi { .. }, _) => {
                    if let Ok(rep) = self.unit.types.rep(of_source.ty) {
                        let name = self.variable(rep, &of_source.name);
                        self.states[local] = State::Ready(Tree::new(name, rep, Reads::default()));
                    } else {
                        self.states[local] = State::Lost;
                    }
                }
                _ => {}
            }
        }
    }

    /// A new variable of the frame.
    pub fn variable(&mut self, rep: Rep, wanted: &str) -> String {
        let name = names::fresh(&names::identifier(wanted), &mut self.taken);
        let ct = self.unit.types.of_rep(rep);
        self.declarations.push(format!("{};", self.unit.types.declare(ct, &name)));
        name
    }

    pub fn line(&mut self, line: &str) {
        self.code.line(self.unit.module, line);
    }

    /// The blocks that are reached, each behind those that dominate it, whatever their order in the module: what a block
    /// uses has then been written.
    fn order(&self) -> Vec<BlockId> {
        let targets = |block: BlockId| -> Vec<BlockId> {
            let last = self.function.blocks[block].instructions.last();
            let last = last.and_then(|last| self.function.locals[*last].instruction.as_ref());
            let operands = last.map_or(&[][..], |last| &last.operands);
            operands
                .iter()
                .filter_map(|operand| if let LlvmOperand::Block(to) = operand { Some(*to) } else { None })
                .collect()
        };
        let mut seen: IdVec<BlockId, bool> = self.function.blocks.iter().map(|_| false).collect();
        seen[self.block] = true;
        let (mut stack, mut order) = (vec![(self.block, targets(self.block))], Vec::new());
        while let Some((block, left)) = stack.last_mut() {
            match left.pop() {
                Some(next) if !seen[next] => {
                    seen[next] = true;
                    stack.push((next, targets(next)));
                }
                Some(_) => {}
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }

    fn blocks(&mut self) {
        let function = self.function;
        for block in self.order() {
            let content = &function.blocks[block];
            self.block = block;
            self.line(&format!("L{}: ;", cairn_base::id::Id::index(block)));
            for local in &content.instructions {
                let Some(instruction) = &function.locals[*local].instruction else { continue };
                self.code.set_place(instruction.place);
                self.watch(instruction);
                if let Err(what) = self.instruction(*local, instruction) {
                    self.refuse(&what, *local);
                }
            }
            self.pending.clear();
        }
    }

    /// Says that something has no model, at its place.
    pub fn refuse(&mut self, what: &str, local: LocalId) {
        let text = literal::string(what.as_bytes());
        self.line(&format!("__cairn_unsupported({text});"));
        self.line("__builtin_unreachable();");
        self.states[local] = State::Lost;
    }

    /// A call that was inlined from a function whose calls the property looks for: that was called. Of other
    /// instructions nothing follows, since a compiler may run them where the source does not.
    fn watch(&mut self, instruction: &crate::model::Instruction) {
        if !matches!(instruction.operation, Operation::Call { .. }) || self.unit.intrinsic(instruction).is_some() {
            return;
        }
        let module = self.unit.module;
        let by_debug: Vec<&String> = instruction.inlined.iter().map(|name| &module.inlined[*name as usize]).collect();
        let is_copy = |name: &&String| !by_debug.contains(name) && is_named_copy(module, name, instruction);
        let by_name: Vec<&String> = self.unit.watched.iter().filter(is_copy).collect();
        for name in by_debug.into_iter().chain(by_name) {
            let own = module.symbols[self.id].name == *name;
            if own || !self.unit.watched.contains(name) {
                continue;
            }
            let plain = module.symbols.iter().find(|symbol| symbol.name == *name).is_none_or(|symbol| {
                matches!(&module.types[symbol.ty].kind, TypeKind::Function { params, .. } if params.is_empty())
            });
            match plain {
                true => self.line(&format!("{name}();")),
                false => {
                    let text = literal::string(format!("a call of '{name}' that the compiler has inlined").as_bytes());
                    self.line(&format!("__cairn_unsupported({text});"));
                }
            }
        }
    }

    /// The value of an operand, which is used once.
    pub fn operand(&mut self, value: &LlvmOperand) -> Res<Tree> {
        match value {
            LlvmOperand::Local(local) => match self.states[*local].clone() {
                State::Ready(tree) => Ok(tree),
                State::Pending(tree, left) => {
                    if left <= 1 {
                        self.pending.retain(|pending| pending != local);
                        self.states[*local] = State::Unknown;
                    } else {
                        self.states[*local] = State::Pending(tree.clone(), left - 1);
                    }
                    Ok(tree)
                }
                State::Unknown | State::Lost => Err("a value of an instruction without a model".to_owned()),
            },
            LlvmOperand::Constant(id) => self.unit.constant_expression(*id),
            LlvmOperand::Assembler(..) => Err("inline assembler".to_owned()),
            LlvmOperand::Block(_) | LlvmOperand::Metadata => Err("an operand without a value".to_owned()),
        }
    }

    /// The value of an operand as an expression that may be written several times.
    pub fn repeatable(&mut self, value: &LlvmOperand) -> Res<Tree> {
        let tree = self.operand(value)?;
        Ok(self.settled(tree))
    }

    /// The same value, in a variable unless it is one or a constant.
    pub fn settled(&mut self, tree: Tree) -> Tree {
        let is_name = tree.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if tree.constant.is_some() || (is_name && tree.reads == Reads::default()) {
            return tree;
        }
        let name = self.variable(tree.rep, "t");
        self.line(&format!("{name} = {};", tree.text));
        Tree::new(name, tree.rep, Reads::default())
    }

    /// What waits and reads what is about to change, is written first.
    pub fn before(&mut self, effect: Effect) {
        let disturbed = |reads: &Reads| match effect {
            Effect::Slot(slot) => reads.slots.contains(&slot),
            Effect::Memory => reads.memory || reads.traps,
        };
        for local in self.pending.clone() {
            if let State::Pending(tree, _) = &self.states[local]
                && disturbed(&tree.reads)
            {
                let tree = tree.clone();
                self.pending.retain(|pending| *pending != local);
                self.assign(local, &tree);
            }
        }
    }

    /// The value of an instruction without effects.
    pub fn define(&mut self, local: LocalId, tree: Tree) {
        let uses = &self.known.uses[local];
        // A use on an edge counts for all.
        let on_edge = uses.count >= u32::MAX - 1;
        let count = if on_edge { 1 } else { uses.count };
        let again = count <= MOST_USES && tree.text.len() <= LONGEST && !tree.reads.traps;
        if tree.constant.is_some()
            || (tree.object.is_some() && tree.reads == Reads::default() && tree.text.len() <= LONGEST)
        {
            self.states[local] = State::Ready(tree);
        } else if count == 0 && !tree.reads.traps {
            self.states[local] = State::Lost;
        } else if !uses.elsewhere && count > 0 && (count == 1 || again) {
            self.states[local] = State::Pending(tree, count);
            self.pending.push(local);
        } else {
            self.assign(local, &tree);
        }
    }

    /// Whether the first instruction that uses a value stands on another line than the one that makes it.
    pub fn is_used_on_another_line(&self, local: LocalId) -> bool {
        let line =
            |local: LocalId| self.function.locals[local].instruction.as_ref()?.place.map(|at| (at.file, at.line));
        let uses = |user: &LocalId| {
            let instruction = self.function.locals[*user].instruction.as_ref();
            let is_this = |operand: &LlvmOperand| matches!(operand, LlvmOperand::Local(used) if *used == local);
            instruction.is_some_and(|instruction| instruction.operands.iter().any(is_this))
        };
        let mut after = self.function.blocks[self.block].instructions.iter().skip_while(|other| **other != local);
        after.find(|user| uses(user)).is_some_and(|user| line(*user) != line(local))
    }

    /// Writes a value to a variable of its own.
    pub fn assign(&mut self, local: LocalId, tree: &Tree) {
        let name = self.own_variable(local, tree.rep);
        self.line(&format!("{name} = {};", tree.text));
    }

    /// The variable that holds the value of an instruction.
    pub fn own_variable(&mut self, local: LocalId, rep: Rep) -> String {
        let wanted = self.function.locals[local].name.clone();
        let name = self.variable(rep, &wanted);
        self.states[local] = State::Ready(Tree::new(name.clone(), rep, Reads::default()));
        name
    }
}
