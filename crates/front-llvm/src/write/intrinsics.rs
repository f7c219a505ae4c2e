//! Intrinsics. Those of arithmetic are expressions, those of memory are the C library's, hints are nothing.

use super::Res;
use super::body::{Body, Effect, State};
use super::tree::{Reads, Tree};
use super::types::{CKind, Rep};
use crate::model::{Binary, ConstantKind, Instruction, Linkage, LlvmOperand, LocalId, SymbolKind, TypeKind};

/// Intrinsics for compilers only.
const HINTS: &[&str] = &[
    "lifetime.end",
    "invariant.end",
    "stackrestore",
    "prefetch",
    "donothing",
    "experimental.noalias.scope.decl",
    "var.annotation",
    "codeview.annotation",
    "sideeffect",
    "pseudoprobe",
    "va_end",
    "dbg",
    "fake.use",
];

/// Functions of floating numbers with one, two or three arguments of their type, by C's name.
const MATHEMATICS: &[(&str, &str)] = &[
    ("sqrt", "sqrt"),
    ("fabs", "fabs"),
    ("floor", "floor"),
    ("ceil", "ceil"),
    ("trunc", "trunc"),
    ("round", "round"),
    ("rint", "rint"),
    ("nearbyint", "nearbyint"),
    ("roundeven", "roundeven"),
    ("minnum", "fmin"),
    ("maxnum", "fmax"),
    ("copysign", "copysign"),
    ("pow", "pow"),
    ("exp", "exp"),
    ("exp2", "exp2"),
    ("log", "log"),
    ("log2", "log2"),
    ("log10", "log10"),
    ("sin", "sin"),
    ("cos", "cos"),
    ("tan", "tan"),
    ("fma", "fma"),
    ("ldexp", "ldexp"),
    ("powi", "powi"),
];

/// The family that an intrinsic is of, without the types that its name ends with.
fn family(name: &str) -> &str {
    let plain = name.strip_prefix("llvm.").unwrap_or(name);
    let is_type = |part: &str| {
        let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        let scalar = |text: &str| {
            digits(text.trim_start_matches(['i', 'f', 'p'])) && text.starts_with(['i', 'f', 'p'])
                || matches!(text, "isVoid" | "sl_s")
        };
        scalar(part) || part.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let mut end = plain.len();
    while let Some(dot) = plain[..end].rfind('.') {
        if !is_type(&plain[dot + 1..end]) {
            break;
        }
        end = dot;
    }
    &plain[..end]
}

impl Body<'_, '_> {
    pub fn intrinsic(&mut self, local: LocalId, name: &str, instruction: &Instruction) -> Res<()> {
        let family = family(name);
        let args = &instruction.operands[..instruction.operands.len() - 1];
        if HINTS.contains(&family) {
            self.states[local] = State::Lost;
            return Ok(());
        }
        let ty = self.function.locals[local].ty;
        if let Some(length) = self.lanes(ty) {
            let mut values = Vec::new();
            for arg in args {
                values.push((self.repeatable(arg)?, self.type_of(arg)?));
            }
            return self.each_lane(local, ty, length, &values, |this, parts| this.computed(family, parts));
        }
        match family {
            "memcpy" | "memmove" | "memcpy.inline" => self.copy(&args[0], &args[1], &args[2]),
            "memset" | "memset.inline" => {
                let to = self.operand(&args[0])?;
                let (byte, size) = (self.operand(&args[1])?, self.operand(&args[2])?);
                self.before(Effect::Memory);
                let model = self.unit.types.model;
                self.line(&format!(
                    "__builtin_memset({}, {}, {});",
                    to.text,
                    byte.number(model, false),
                    size.number(model, false)
                ));
                Ok(())
            }
            "lifetime.start" => self.begins(&args[1]),
            "stacksave" | "invariant.start" => {
                self.states[local] = State::Ready(Tree::new("((void *)0)".to_owned(), Rep::Pointer, Reads::default()));
                Ok(())
            }
            "assume" => {
                let cond = self.operand(&args[0])?;
                if cond.constant != Some(1) {
                    self.before(Effect::Memory);
                    self.line(&format!("if (!{}) __builtin_unreachable();", cond.text));
                }
                Ok(())
            }
            "trap" | "ubsantrap" | "debugtrap" => {
                self.before(Effect::Memory);
                self.line("__builtin_trap();");
                Ok(())
            }
            "expect"
            | "expect.with.probability"
            | "ssa.copy"
            | "ptr.annotation"
            | "annotation"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "threadlocal.address"
            | "arithmetic.fence" => {
                let tree = self.operand(&args[0])?;
                self.define(local, tree);
                Ok(())
            }
            "is.constant" => {
                self.define(local, Tree::integer(self.unit.types.model, 0, 1));
                Ok(())
            }
            "objectsize" => {
                // Not known: the largest, or the smallest.
                let least = matches!(args.get(1), Some(LlvmOperand::Constant(id))
                    if self.unit.module.constants[*id].kind == ConstantKind::Integer(1));
                let Rep::Int { width, .. } = self.unit.types.rep(ty)? else { return Err("such a size".to_owned()) };
                let bits = if least { 0 } else { u128::MAX };
                self.define(local, Tree::integer(self.unit.types.model, bits, width));
                Ok(())
            }
            "ptrmask" => {
                let (pointer, mask) = (self.operand(&args[0])?, self.operand(&args[1])?);
                let mask_text = mask.number(self.unit.types.model, false);
                let text = format!("((void *)((unsigned long){} & {mask_text}))", pointer.text);
                self.define(local, Tree::of(text, Rep::Pointer, &[&pointer, &mask]));
                Ok(())
            }
            "va_start" => self.start_of_arguments(&args[0]),
            "va_copy" => {
                let (to, from) = (self.operand(&args[0])?, self.operand(&args[1])?);
                self.before(Effect::Memory);
                let size = if self.unit.types.model.pointer_bits() == 64 { 24 } else { 4 };
                self.line(&format!("__builtin_memcpy({}, {}, {size}UL);", to.text, from.text));
                Ok(())
            }
            family if family.ends_with(".with.overflow") => self.checked(local, family, args),
            "ucmp" | "scmp" => {
                let (a, b) = (self.repeatable(&args[0])?, self.repeatable(&args[1])?);
                let to = self.unit.types.rep(ty)?;
                let tree = self.unit.ordering(family == "scmp", &a, &b, to)?;
                self.define(local, tree);
                Ok(())
            }
            family => {
                if let Some(name) = family.strip_prefix("vector.reduce.") {
                    let tree = self.reduce(name, args)?;
                    self.define(local, tree);
                    return Ok(());
                }
                let mut parts = Vec::new();
                for arg in args {
                    parts.push(self.repeatable(arg)?);
                }
                let tree = self.computed(family, &parts).map_err(|_| format!("the intrinsic '{name}'"))?;
                // What is called may set what the program reads (errno).
                self.assign(local, &tree);
                Ok(())
            }
        }
    }

    /// An intrinsic that computes, of operands that may be written several times.
    fn computed(&mut self, family: &str, args: &[Tree]) -> Res<Tree> {
        match (family, args) {
            ("ctpop" | "bswap" | "bitreverse", [x]) | ("ctlz" | "cttz", [x, _]) => self.unit.bit_function(family, x),
            ("fshl" | "fshr", [a, b, by]) => self.unit.funnel(family == "fshl", a, b, by),
            ("smax" | "smin" | "umax" | "umin", [a, b]) => self.unit.extreme(family, a, b),
            ("abs", [a, _]) => self.unit.absolute(a),
            ("uadd.sat" | "usub.sat" | "sadd.sat" | "ssub.sat", [a, b]) => self.unit.saturated(family, a, b),
            ("fmuladd", [a, b, c]) => {
                let product = self.unit.binary(Binary::FMul, false, a, b)?;
                self.unit.binary(Binary::FAdd, false, &product, c)
            }
            ("is.fpclass", [x, mask]) => {
                let mask = mask.constant.ok_or("a class that is computed")?;
                self.unit.class(x, mask)
            }
            (family, [first, ..]) => {
                let name = MATHEMATICS.iter().find(|(known, _)| *known == family).map(|(_, name)| *name);
                let suffix = match first.rep {
                    Rep::Float => "f",
                    Rep::Double => "",
                    Rep::LongDouble => "l",
                    _ => return Err("such an intrinsic".to_owned()),
                };
                let name = name.ok_or("such an intrinsic")?;
                let list: Vec<_> = args.iter().map(|arg| arg.text.as_str()).collect();
                let parts: Vec<_> = args.iter().collect();
                Ok(Tree::of(format!("__builtin_{name}{suffix}({})", list.join(", ")), first.rep, &parts))
            }
            _ => Err("such an intrinsic".to_owned()),
        }
    }

    /// A copy of bytes; of a whole object of a known type, an assignment.
    fn copy(&mut self, to: &LlvmOperand, from: &LlvmOperand, size: &LlvmOperand) -> Res<()> {
        let source = from.clone();
        let (to, from, size) = (self.operand(to)?, self.operand(from)?, self.operand(size)?);
        self.before(Effect::Memory);
        if let Some(parts) = size.constant.and_then(|bytes| self.initial_parts(&source, &to, bytes)) {
            for (place, value) in parts {
                self.line(&format!("{place} = {value};"));
            }
            return Ok(());
        }
        if let Some(bytes) = size.constant {
            let known = [&to, &from].into_iter().filter_map(|tree| tree.object.clone());
            let mut known: Vec<_> = known
                .filter(|object| u128::from(self.unit.module.types[object.ty].size) == bytes)
                .filter(|object| matches!(self.unit.types.kind(object.ct), CKind::Record(_)))
                .collect();
            if let Some(object) = known.pop() {
                let (to, _) = self.unit.place(&to, object.ty, false)?;
                let (from, _) = self.unit.place(&from, object.ty, false)?;
                self.line(&format!("{to} = {from};"));
                return Ok(());
            }
        }
        let size = size.number(self.unit.types.model, false);
        self.line(&format!("__builtin_memmove({}, {}, {size});", to.text, from.text));
        Ok(())
    }

    /// The assignments that a copy from a small constant is: how clang initialises local objects.
    fn initial_parts(&mut self, from: &LlvmOperand, to: &Tree, bytes: u128) -> Option<Vec<(String, String)>> {
        let LlvmOperand::Constant(id) = from else { return None };
        let module = self.unit.module;
        let ConstantKind::Symbol(symbol) = module.constants[*id].kind else { return None };
        let symbol = &module.symbols[symbol];
        let SymbolKind::Variable { constant: true, initial: Some(initial), .. } = symbol.kind else { return None };
        let object = self.unit.outermost(&to.object.clone()?, symbol.ty)?;
        if u128::from(module.types[symbol.ty].size) != bytes || symbol.linkage != Linkage::Private {
            return None;
        }
        let mut parts = Vec::new();
        self.unit.parts_of(&object, initial, &mut parts).ok()?;
        Some(parts)
    }

    /// The lifetime of an object begins again: its content is not defined.
    fn begins(&mut self, object: &LlvmOperand) -> Res<()> {
        let entry = self.function.blocks.ids().next();
        let tree = self.operand(object)?;
        let Some(of) = tree.object.clone().filter(|_| Some(self.block) != entry) else { return Ok(()) };
        self.before(Effect::Memory);
        if let LlvmOperand::Local(slot) = object {
            self.before(Effect::Slot(*slot));
        }
        let declaration = self.unit.types.declare(of.ct, "u");
        match self.unit.types.kind(of.ct) {
            CKind::Array(..) => {
                self.line(&format!("{{ {declaration}; __builtin_memcpy(&{}, &u, sizeof u); }}", of.text));
            }
            _ => self.line(&format!("{{ {declaration}; {} = u; }}", of.text)),
        }
        Ok(())
    }

    /// `va_start`. On x86-64 clang reads the list by itself: it finds no registers left, and so goes on in memory, where
    /// the arguments beyond the parameters are.
    fn start_of_arguments(&mut self, list: &LlvmOperand) -> Res<()> {
        let list = self.repeatable(list)?;
        let symbol = &self.unit.module.symbols[self.id];
        if !matches!(self.unit.module.types[symbol.ty].kind, TypeKind::Function { variadic: true, .. }) {
            return Err("va_start in a function without variable arguments".to_owned());
        }
        self.before(Effect::Memory);
        let last = self.function.arguments.checked_sub(1).ok_or("va_start without a parameter")?;
        self.line(&format!("__builtin_va_start(*(__builtin_va_list *){}, a{last});", list.text));
        if self.unit.types.model.pointer_bits() == 64 {
            self.line(&format!("((unsigned int *){})[0] = 48;", list.text));
            self.line(&format!("((unsigned int *){})[1] = 176;", list.text));
        }
        Ok(())
    }

    /// `sadd.with.overflow` and its kin: the wrapped result, and whether it is not the true one.
    fn checked(&mut self, local: LocalId, family: &str, args: &[LlvmOperand]) -> Res<()> {
        let (a, b) = (self.repeatable(&args[0])?, self.repeatable(&args[1])?);
        let Rep::Int { width, .. } = a.rep else { return Err("such checked arithmetic".to_owned()) };
        if super::types::is_odd(width) {
            return Err(format!("checked arithmetic on i{width}"));
        }
        let signed = family.starts_with('s');
        let operation = &family[1..4];
        let model = self.unit.types.model;
        let rep = self.unit.types.rep(self.function.locals[local].ty)?;
        let name = self.own_variable(local, rep);
        let result = self.variable(Rep::Int { width, signed }, "r");
        let Rep::Record(record) = rep else { return Err("such checked arithmetic".to_owned()) };
        let CKind::Record(record) = *self.unit.types.kind(record) else {
            return Err("such checked arithmetic".to_owned());
        };
        let fields = self.unit.types.records[record].fields.clone();
        let (x, y) = (a.number(model, signed), b.number(model, signed));
        let own = super::types::int_name(model, width, signed);
        self.line(&format!(
            "{name}.{} = __builtin_{operation}_overflow(({own}){x}, ({own}){y}, &{result});",
            fields[1]
        ));
        self.line(&format!("{name}.{} = {result};", fields[0]));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn families_lose_their_types() {
        assert_eq!(super::family("llvm.memcpy.p0.p0.i64"), "memcpy");
        assert_eq!(super::family("llvm.sadd.with.overflow.i32"), "sadd.with.overflow");
        assert_eq!(super::family("llvm.vector.reduce.add.v4i32"), "vector.reduce.add");
        assert_eq!(super::family("llvm.sqrt.f64"), "sqrt");
        assert_eq!(super::family("llvm.is.fpclass.f32"), "is.fpclass");
    }
}
