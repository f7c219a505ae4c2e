//! Calls: of functions by name, through pointers, with what is passed by value copied first.
//!
//! A call whose type is not that of the function goes through a converted pointer, and the C front end decides what fits.
//! Text constants stand as literals in calls of functions without a body, since the library's formats are read there.

use super::Res;
use super::body::{Body, Effect, State};
use super::tree::{Reads, Tree};
use super::types::Rep;
use crate::model::{
    ConstantKind, Instruction, LlvmOperand, LocalId, Operation, SymbolId, SymbolKind, TypeId, TypeKind,
};
use cairn_front_c::Typed;

/// Writes of library functions, by their names and the position of the argument.
const WRITTEN: &[(&str, usize, &str)] = &[
    ("time", 0, "long"),
    ("wait", 0, "int"),
    ("waitpid wait4 frexp frexpf frexpl lgamma_r lgammaf_r lgammal_r sem_getvalue", 1, "int"),
    ("pthread_setcancelstate pthread_setcanceltype", 1, "int"),
    ("remquo remquof remquol", 2, "int"),
    ("modf", 1, "double"),
    ("modff", 1, "float"),
    ("modfl", 1, "long double"),
    ("rand_r", 0, "unsigned int"),
    ("mbtowc", 0, "int"),
    ("clock_gettime clock_getres nanosleep thrd_sleep", 1, "struct seconds_and_parts"),
    ("gettimeofday timespec_get timespec_getres", 0, "struct seconds_and_parts"),
];

/// Functions that return objects in which no program looks: streams.
const OPAQUE: &[&str] = &[
    "fopen",
    "fopen64",
    "fdopen",
    "freopen",
    "freopen64",
    "tmpfile",
    "tmpfile64",
    "popen",
    "fmemopen",
    "open_memstream",
    "opendir",
    "fdopendir",
];

/// The type of a time, which [`WRITTEN`] names.
pub(super) const TIME: &str = "struct seconds_and_parts { long seconds; long parts; };\n";

impl super::Unit<'_> {
    /// Dependence of a library function on types that the module does not have.
    fn typed(&self, symbol: SymbolId) -> Res<Typed> {
        let name = &self.module.symbols[symbol].name;
        if ["__atomic_", "__sync_", "__builtin_"].iter().any(|of_compiler| name.starts_with(of_compiler)) {
            return Err(format!("a call of '{name}', which only compilers make"));
        }
        let typed = cairn_front_c::typed(name);
        match typed.result && !OPAQUE.contains(&name.as_str()) {
            true => Err(format!("the object that '{name}' returns, of a type that the module does not say")),
            false => Ok(typed),
        }
    }

    /// True where a pointer to a function says enough to call it.
    pub fn may_be_pointed_to(&self, symbol: SymbolId) -> bool {
        let symbol = &self.module.symbols[symbol];
        match &symbol.kind {
            SymbolKind::Function(function) => !function.blocks.is_empty() || !cairn_front_c::typed(&symbol.name).result,
            _ => true,
        }
    }

    /// The function that a call names.
    pub(super) fn callee(&self, instruction: &Instruction) -> Option<SymbolId> {
        let Some(LlvmOperand::Constant(callee)) = instruction.operands.last() else { return None };
        match self.module.constants[*callee].kind {
            ConstantKind::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// The intrinsic that a call is of.
    pub fn intrinsic(&self, instruction: &Instruction) -> Option<&str> {
        let symbol = &self.module.symbols[self.callee(instruction)?];
        (symbol.name.starts_with("llvm.") && matches!(symbol.kind, SymbolKind::Function(_))).then_some(&symbol.name)
    }
}

impl Body<'_, '_> {
    pub fn call(&mut self, local: LocalId, instruction: &Instruction) -> Res<()> {
        let Operation::Call { ty, by_value, noreturn } = &instruction.operation else {
            return Err("no call".to_owned());
        };
        if let Some(name) = self.unit.intrinsic(instruction) {
            let name = name.to_owned();
            return self.intrinsic(local, &name, instruction);
        }
        let Some((callee, args)) = instruction.operands.split_last() else {
            return Err("a call of nothing".to_owned());
        };
        if let Some(function) = self.runtime_callee(instruction) {
            self.call_runtime(local, &function, args)?;
            if *noreturn {
                self.line("__builtin_unreachable();");
            }
            return Ok(());
        }
        if let LlvmOperand::Assembler(text, constraints) = callee {
            return self.assembler(local, text, constraints);
        }
        let TypeKind::Function { result, params, .. } = self.unit.module.types[*ty].kind.clone() else {
            return Err("a call of no function".to_owned());
        };
        let symbol = self.unit.callee(instruction);
        let external = symbol.is_some_and(|symbol| match &self.unit.module.symbols[symbol].kind {
            SymbolKind::Function(function) => function.blocks.is_empty(),
            _ => false,
        });
        let typed = match (symbol, external) {
            (Some(symbol), true) => self.unit.typed(symbol)?,
            _ => Typed::default(),
        };
        let library = symbol.map_or("", |symbol| &self.unit.module.symbols[symbol].name);
        let mut list = Vec::new();
        for (position, arg) in args.iter().enumerate() {
            let copied = by_value.get(position).copied().flatten();
            let named = position < params.len();
            if !named && !external && self.is_aligned_more(arg, copied)? {
                return Err("an argument of 16 bytes beyond the parameters".to_owned());
            }
            if typed.arguments.contains(&position) {
                let pointer = self.operand(arg)?;
                list.push(self.written(library, position, pointer));
            } else {
                list.push(self.argument(arg, copied, external, named)?);
            }
        }
        let name = self.callee_text(callee, symbol, *ty)?;
        self.before(Effect::Memory);
        let call = format!("{name}({})", list.join(", "));
        if self.unit.module.types[result].kind == TypeKind::Void {
            self.line(&format!("{call};"));
        } else {
            let rep = self.unit.types.rep(self.function.locals[local].ty)?;
            match self.known.uses[local].count {
                0 => {
                    self.line(&format!("{call};"));
                    self.states[local] = State::Lost;
                }
                _ => {
                    let rep = self.sign_of(symbol, rep);
                    self.assign(local, &Tree::new(call, rep, Reads::default()));
                }
            }
        }
        if *noreturn {
            self.line("__builtin_unreachable();");
        }
        Ok(())
    }

    /// A pointer through which a library function writes an object of the type that it points to.
    fn written(&mut self, name: &str, position: usize, pointer: Tree) -> String {
        match WRITTEN.iter().find(|(names, at, _)| *at == position && names.split(' ').any(|known| known == name)) {
            Some((_, _, ty)) => format!("(({ty} *){})", pointer.text),
            // In a variable it points to nothing that anybody knows the type of.
            None if pointer.constant.is_none() && pointer.text != "((void *)0)" => {
                let name = self.variable(Rep::Pointer, "p");
                self.line(&format!("{name} = {};", pointer.text));
                name
            }
            None => pointer.text,
        }
    }

    /// The result's sign, where the function has one.
    fn sign_of(&mut self, symbol: Option<SymbolId>, rep: Rep) -> Rep {
        let Some(symbol) = symbol.map(|symbol| &self.unit.module.symbols[symbol]) else { return rep };
        let (SymbolKind::Function(function), TypeKind::Function { result, .. }) =
            (&symbol.kind, &self.unit.module.types[symbol.ty].kind)
        else {
            return rep;
        };
        let (unsigned, result) = (super::symbols::is_unsigned_input(&symbol.name), *result);
        let declared = self.unit.parameter(function, result, 0).ok().and_then(|ct| self.unit.types.rep_of(ct));
        match (rep, declared) {
            (Rep::Int { width, signed: true }, _) if unsigned => Rep::Int { width, signed: false },
            (Rep::Int { width, .. }, Some(Rep::Int { width: bits, signed })) if bits == width => {
                Rep::Int { width, signed }
            }
            _ => rep,
        }
    }

    fn argument(&mut self, arg: &LlvmOperand, by_value: Option<TypeId>, external: bool, named: bool) -> Res<String> {
        if let Some(ty) = by_value {
            let pointer = self.operand(arg)?;
            let (text, ct) = self.unit.place(&pointer, ty, false)?;
            let copy = self.variable(Rep::Record(ct), "copy");
            self.line(&format!("{copy} = {text};"));
            // Beyond the parameters it lies among the arguments itself.
            return Ok(if named { format!("(void *)&{copy}") } else { copy });
        }
        if let (true, LlvmOperand::Constant(id)) = (external, arg)
            && let Some(literal) = self.unit.literal_of(*id)
        {
            return Ok(literal);
        }
        let tree = self.operand(arg)?;
        Ok(match tree.rep {
            // What is passed beyond the parameters has been promoted to its type.
            Rep::Int { width, signed } if !named && !super::types::is_odd(width) => {
                format!("({}){}", super::types::int_name(self.unit.types.model, width, signed), tree.text)
            }
            _ => tree.text,
        })
    }

    /// True for what lies at multiples of 16 bytes among variadic arguments, where Cairn's lie at those of 8.
    fn is_aligned_more(&self, arg: &LlvmOperand, by_value: Option<TypeId>) -> Res<bool> {
        let ty = match by_value {
            Some(ty) => ty,
            None => self.type_of(arg)?,
        };
        Ok(self.unit.module.types[ty].align > self.unit.types.model.pointer_bytes())
    }

    /// The function that is called, as C has it.
    fn callee_text(&mut self, callee: &LlvmOperand, symbol: Option<SymbolId>, ty: TypeId) -> Res<String> {
        if let Some(symbol) = symbol {
            let of = &self.unit.module.symbols[symbol];
            let unprototyped = matches!(
                &self.unit.module.types[of.ty].kind,
                TypeKind::Function { params, variadic: true, .. } if params.is_empty()
            );
            let direct = matches!(of.kind, SymbolKind::Function(_)) && (of.ty == ty || unprototyped);
            if direct {
                return Ok(self.unit.names[symbol].clone());
            }
        }
        let pointer = self.operand(callee)?;
        let TypeKind::Function { result, params, variadic } = self.unit.module.types[ty].kind.clone() else {
            return Err("a call of no function".to_owned());
        };
        let mut list = Vec::new();
        for param in &params {
            let ct = self.unit.passed(*param, None)?;
            list.push(self.unit.types.declare(ct, ""));
        }
        let parameters = match (list.is_empty(), variadic) {
            (true, true) => String::new(),
            (true, false) => "void".to_owned(),
            (false, true) => format!("{}, ...", list.join(", ")),
            (false, false) => list.join(", "),
        };
        let declarator = format!("(*)({parameters})");
        let ty = match self.unit.module.types[result].kind {
            TypeKind::Void => format!("void {declarator}"),
            _ => {
                let ct = self.unit.passed(result, None)?;
                self.unit.types.declare(ct, &declarator)
            }
        };
        Ok(format!("(({ty}){})", pointer.text))
    }

    /// Inline assembler that says nothing is a barrier for the compiler.
    fn assembler(&mut self, local: LocalId, text: &str, constraints: &str) -> Res<()> {
        let only_clobbers = constraints.split(',').all(|part| part.is_empty() || part.starts_with('~'));
        if text.trim().is_empty() && only_clobbers {
            return Ok(());
        }
        self.states[local] = State::Lost;
        Err("inline assembler".to_owned())
    }
}
