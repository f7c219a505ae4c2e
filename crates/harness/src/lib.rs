//! Proof harnesses: a C program that calls one function with any arguments, for a compiler and for a verifier
//! (docs/design/harness.md).
//!
//! The text is made from the types of the program as the front end has them, in the words of the file that the harness
//! includes. Invariant: it compiles wherever that file does, each object that it hands over is filled whole, and each
//! assumption that it makes stands in a comment.

pub mod clauses;
mod handles;
mod names;
mod nondeterministic_value;
pub mod paths;
mod pointer;
mod promises;

pub use names::TypedefNames;

use cairn_base::FastMap;
use cairn_ir::effects;
use cairn_ir::types::{Type, TypeId, Types};
use cairn_ir::{FunctionId, Program, VarId, VarKind};
use clauses::CallerClause;
use handles::Handles;
use nondeterministic_value::{FilledPlace, Filler};
use paths::{AccessPath, PlacePath};
use std::collections::BTreeSet;

/// Where the objects are that pointers point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectStorage {
    /// Static objects.
    Static,
    /// Allocated: the function may free them.
    Heap,
}

/// Who calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callers {
    /// One that knows what the function is for: each pointer goes to so many objects of its own, and a length is no more.
    Regular,
    /// Any: a pointer is null, or goes to any number of objects up to so many, or to those of another (docs/design/callers.md).
    Any,
}

/// How large the arguments are.
#[derive(Clone, Debug)]
pub struct ArgumentSizes {
    /// Who calls.
    pub callers: Callers,
    /// How many objects a pointer points to; with any caller at most.
    pub elements: u64,
    /// With any caller: how many numbers, or structures of numbers, a pointer points to at most. Where they are more than others, they are filled at once.
    pub flat_elements: u64,
    /// Through how many pointers structures are filled.
    pub depth: u32,
    /// Where objects are.
    pub room: ObjectStorage,
    /// Objects of the file have any value, not that with which they start.
    pub globals: bool,
}

/// How a harness comes to the text of the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HarnessPlace<'a> {
    /// It includes this file, as `#include` names it, and begins with `main`.
    Including(&'a str),
    /// It is written behind the preprocessed text, and begins with a function of this name.
    Behind(&'a str),
}

/// Subject of a harness.
#[derive(Clone, Debug)]
pub struct HarnessRequest<'a> {
    /// The function; it has a body.
    pub function: FunctionId,
    /// How it comes to the text of the function.
    pub place: HarnessPlace<'a>,
    /// How the harness is verified, for its heading.
    pub command: &'a str,
    /// How large the arguments are.
    pub shape: ArgumentSizes,
    /// Further preconditions for callers.
    pub assumed: &'a [CallerClause],
    /// Functions called before, in any order, each by any caller that ensures its clauses. Where the function is among them, its callers
    /// ensure what is assumed then too.
    pub before: &'a [(FunctionId, &'a [CallerClause])],
    /// The static variables that clauses of the function may be about.
    pub statics: &'a BTreeSet<String>,
}

/// A harness.
#[derive(Clone, Debug)]
pub struct WrittenHarness {
    /// Its text.
    pub text: String,
    /// Paths for clauses about the call, with any caller; the harness notes each in a variable ([`AccessPath::note`]).
    pub paths: Vec<AccessPath>,
    /// The fewest elements that a pointer has at most, with any caller; none where no pointer goes to so many objects.
    pub most: Option<u64>,
}

/// A harness.
///
/// # Errors
/// A parameter has a type of which no object can be written, with its name.
pub fn write(program: &Program, names: &TypedefNames, asked: &HarnessRequest) -> Result<WrittenHarness, String> {
    let function = &program.functions[asked.function];
    let (name, shape) = (&function.name, &asked.shape);
    let allocate = match asked.place {
        HarnessPlace::Including(_) => "malloc",
        // Preprocessed text may declare another function of this name, or none.
        HarnessPlace::Behind(_) => "__builtin_malloc",
    };
    let mut filler = Filler::new(program, names, shape, allocate);
    for taken in [name.as_str(), "main", "result"] {
        filler.fresh(taken);
    }
    if let HarnessPlace::Behind(entry) = asked.place {
        filler.fresh(entry);
    }
    let mut body = Vec::new();
    earlier_calls(program, names, asked, &mut filler, &mut body)?;
    if shape.globals {
        globals(program, asked, &mut filler, &mut body);
    }
    let arguments = arguments(program, names, asked.function, &mut filler, &mut body)?;
    if shape.callers == Callers::Regular {
        lengths(program, &arguments, &mut body);
    } else {
        statics(program, asked, &|name| asked.statics.contains(name), &mut filler);
    }
    let (paths, promised) = filler.next_call();
    body.push(String::new());
    if shape.callers == Callers::Any {
        body.extend(assumptions(&promised, &paths));
    }
    body.extend(assumptions(asked.assumed, &paths));
    if shape.callers == Callers::Any {
        body.extend(notes(&paths));
    }
    body.push("/* What callers ensure beyond that: add __VERIFIER_assume(...) here. */".to_owned());
    body.push(String::new());
    let call = call(name, &arguments);
    let Type::Function(ty) = program.types.get(function.ty) else { return Err(format!("'{name}' is no function")) };
    match names.declaration(&program.types, ty.result, "result") {
        Some(declared) if !matches!(program.types.get(ty.result), Type::Void) => {
            body.push(format!("{declared} = {call};"));
            body.push("/* What the function ensures: add assert(...) here. */".to_owned());
            body.push("(void)result;".to_owned());
        }
        _ => body.push(format!("{call};")),
    }
    body.push("return 0;".to_owned());
    Ok(WrittenHarness { text: text(program, asked, &filler, &body), paths, most: filler.most })
}

/// Declares and fills an argument for each parameter; gives the name of each.
fn arguments(
    program: &Program,
    names: &TypedefNames,
    of: FunctionId,
    filler: &mut Filler,
    body: &mut Vec<String>,
) -> Result<Vec<(String, VarId)>, String> {
    let (function, mut arguments) = (&program.functions[of], Vec::new());
    let plain = |(at, param): (usize, &VarId)| match &program.vars[*param].name {
        name if name.is_empty() || name.contains(['#', '<']) => format!("argument_{at}"),
        name => name.clone(),
    };
    let plain: Vec<String> = function.params.iter().enumerate().map(plain).collect();
    filler.promise(names.promises.clauses(&function.name, &plain));
    let handles = if filler.is_any_caller() { Handles::new(program).of(of) } else { FastMap::default() };
    for (param, plain) in function.params.iter().zip(&plain) {
        let var = &program.vars[*param];
        let name = &function.name;
        if is_va_list(&program.types, var.ty) {
            return Err(format!(
                "'{name}' takes a va_list ('{plain}'), which only a function with variable arguments has"
            ));
        }
        let called = filler.fresh(plain);
        let is_sized = match program.types.get(var.ty) {
            Type::Pointer(to) => !matches!(program.types.get(to.ty), Type::VariableArray(..)),
            _ => true,
        };
        let declared = names.declaration(&program.types, var.ty, &called);
        let (true, Some(declared)) = (is_sized, declared) else {
            return Err(format!(
                "no argument can be written for the parameter '{plain}' of '{name}': its type has no name"
            ));
        };
        body.push(String::new());
        let handle = handles.get(param).and_then(|ty| {
            let handle = filler.fresh(&format!("{called}_handle"));
            let declaration = |ty: TypeId, name: &str| names.declaration(&program.types, ty, name);
            Some((*ty, declaration(*ty, &handle)?, declaration(*ty, "")?, declaration(var.ty, "")?, handle))
        });
        if let Some((ty, declared_handle, own_type, param_type, handle)) = handle {
            body.push(format!("{declared_handle};"));
            let path = Some(PlacePath::variable(&format!("(({}){plain})", own_type.trim()), &handle));
            let place = FilledPlace { path, ..FilledPlace::variable(&handle, ty, filler.depth()) };
            filler.fill(&place, body);
            body.push(format!("{declared} = ({}){handle};", param_type.trim()));
        } else {
            body.push(format!("{declared};"));
            let path = Some(PlacePath::variable(plain, &called));
            let place = FilledPlace { path, ..FilledPlace::variable(&called, var.ty, filler.depth()) };
            filler.fill(&place, body);
        }
        arguments.push((called, *param));
    }
    Ok(arguments)
}

fn is_va_list(types: &Types, ty: TypeId) -> bool {
    let of = types.pointee(ty).unwrap_or(ty);
    matches!(types.get(of), Type::Record(id) if types.records[*id].tag == "__va_list_tag")
}

fn call(name: &str, arguments: &[(String, VarId)]) -> String {
    let list: Vec<&str> = arguments.iter().map(|(called, _)| called.as_str()).collect();
    format!("{name}({})", list.join(", "))
}

/// Arguments of the function, for who reads an execution.
fn notes(paths: &[AccessPath]) -> impl Iterator<Item = String> {
    let called = std::iter::once(format!("int {} = 1;", paths::CALLED));
    called.chain(paths.iter().enumerate().map(|(at, path)| path.noted(at)))
}

fn assumptions(clauses: &[CallerClause], paths: &[AccessPath]) -> impl Iterator<Item = String> {
    clauses.iter().filter_map(|clause| clause.assumed(paths)).map(|cond| format!("__VERIFIER_assume({cond});"))
}

/// Functions that may have been called before: any of them, in any order.
fn earlier_calls(
    program: &Program,
    names: &TypedefNames,
    asked: &HarnessRequest,
    filler: &mut Filler,
    body: &mut Vec<String>,
) -> Result<(), String> {
    if asked.before.is_empty() {
        return Ok(());
    }
    filler.inputs.insert("__VERIFIER_nondet_bool", "_Bool");
    filler.inputs.insert("__VERIFIER_nondet_int", "int");
    body.push("/* What the functions of the file leave in static variables. */".to_owned());
    body.push("while (__VERIFIER_nondet_bool()) {".to_owned());
    body.push("    int which = __VERIFIER_nondet_int();".to_owned());
    for (at, (function, clauses)) in asked.before.iter().enumerate() {
        let mut block = Vec::new();
        let arguments = arguments(program, names, *function, filler, &mut block)?;
        let is_itself = *function == asked.function;
        // The clauses of another function may be about others.
        statics(program, asked, &|name| !is_itself || asked.statics.contains(name), filler);
        let (paths, promised) = filler.next_call();
        block.extend(assumptions(&promised, &paths));
        if is_itself {
            block.extend(assumptions(asked.assumed, &paths));
            block.extend(notes(&paths));
        }
        block.extend(assumptions(clauses, &paths));
        block.push(format!("(void){};", call(&program.functions[*function].name, &arguments)));
        if is_itself {
            block.push(format!("{} = 0;", paths::CALLED));
        }
        body.push(format!("    if (which == {at}) {{"));
        body.extend(block.into_iter().map(|line| format!("        {line}")));
        body.push("    }".to_owned());
    }
    body.push("}".to_owned());
    Ok(())
}

/// Paths of static variables, which are as they are.
fn statics(program: &Program, asked: &HarnessRequest, is_meant: &dyn Fn(&str) -> bool, filler: &mut Filler) {
    for var in statics_of(program, asked.function) {
        let variable = &program.vars[var];
        if !filler.is_taken(&variable.name) && is_meant(&variable.name) {
            filler.observe(&PlacePath::variable(&variable.name, &variable.name), variable.ty);
        }
    }
}

/// The static variables of a function's file that executions from it can get at by name, and that are not constant.
fn statics_of(program: &Program, of: FunctionId) -> Vec<VarId> {
    let own = program.sources.name_of(program.functions[of].span);
    let is_meant = |var: &VarId| {
        let variable = &program.vars[*var];
        let is_here = program.sources.name_of(variable.span) == own && own.is_some();
        is_here
            && variable.kind == VarKind::Static
            && variable.function.is_none()
            && !program.outside.constants.contains(var)
    };
    reached(program).into_iter().filter(is_meant).collect()
}

/// Whether they are numbers and hold no pointer, so that any values of them are a superset of those that calls leave there. A variable of a
/// function cannot be given a value from outside.
pub fn statics_are_numbers(program: &Program, of: FunctionId) -> bool {
    let is_hidden = |var: VarId| {
        let variable = &program.vars[var];
        variable.kind == VarKind::Static && variable.function.is_some() && !program.outside.constants.contains(&var)
    };
    !reached(program).into_iter().any(is_hidden)
        && statics_of(program, of).into_iter().all(|var| is_number(&program.types, program.vars[var].ty))
}

fn is_number(types: &Types, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Array(of, _) => is_number(types, of.ty),
        Type::Record(_) => types.fields(ty).is_some_and(|all| all.iter().all(|field| is_number(types, field.ty))),
        Type::Pointer(_) => false,
        _ => types.scalar(ty).is_some(),
    }
}

/// Their names.
pub fn names_of_statics(program: &Program, of: FunctionId) -> BTreeSet<String> {
    statics_of(program, of).into_iter().map(|var| program.vars[var].name.clone()).collect()
}

/// The variables that the program names.
fn reached(program: &Program) -> BTreeSet<VarId> {
    let mut reached = BTreeSet::new();
    for edge in program.edges.iter().filter(|edge| program.nodes[edge.source].function != program.start) {
        for effect in effects::all(program, &edge.op) {
            reached.extend(effect.named());
            if let effects::Effect::Reads(at) | effects::Effect::Writes { at, .. } = effect {
                reached.extend(at.variable(program));
            }
        }
    }
    reached
}

/// A length beside a pointer is at most what is there.
fn lengths(program: &Program, arguments: &[(String, VarId)], body: &mut Vec<String>) {
    let ty = |at: usize| arguments.get(at).map(|(_, param)| program.types.get(program.vars[*param].ty));
    let is_pointer = |at: usize| matches!(ty(at), Some(Type::Pointer(_)));
    for (at, (called, param)) in arguments.iter().enumerate() {
        let Type::Int(kind) = program.types.get(program.vars[*param].ty) else { continue };
        if !paths::is_length(called) || !(at > 0 && is_pointer(at - 1) || is_pointer(at + 1)) {
            continue;
        }
        let sign = if kind.is_signed(program.types.model()) { format!("{called} >= 0 && ") } else { String::new() };
        body.push(String::new());
        body.push(format!("/* Assumed, since the name says so: {called} is no more than what is there. */"));
        body.push(format!("__VERIFIER_assume({sign}{called} <= HARNESS_ELEMENTS);"));
    }
}

/// Objects of the included text that the function can come to.
fn globals(program: &Program, asked: &HarnessRequest, filler: &mut Filler, body: &mut Vec<String>) {
    let own = program.sources.name_of(program.functions[asked.function].span);
    for var in reached(program) {
        let variable = &program.vars[var];
        let is_here = program.sources.name_of(variable.span) == own && own.is_some();
        let is_meant = variable.kind == VarKind::Static && variable.function.is_none();
        if !is_meant || program.outside.constants.contains(&var) {
            continue;
        }
        let name = &variable.name;
        body.push(String::new());
        if !is_here {
            body.push(format!("/* {name}: of another file, as it starts. */"));
            continue;
        }
        body.push(format!("/* {name}: any value. Say here what always holds of it. */"));
        filler.fill(&FilledPlace::variable(name, variable.ty, filler.depth()), body);
    }
}

fn text(program: &Program, asked: &HarnessRequest, filler: &Filler, body: &[String]) -> String {
    let (function, shape) = (&program.functions[asked.function].name, &asked.shape);
    let (mut lines, entry) = match asked.place {
        HarnessPlace::Including(file) => (heading(function, file, asked), "main"),
        HarnessPlace::Behind(entry) => {
            let elements = shape.elements;
            (vec![format!("enum {{ HARNESS_ELEMENTS = {elements}, HARNESS_NULL_POINTERS = 0 }};")], entry)
        }
    };
    lines.push("extern void __VERIFIER_assume(int condition);".to_owned());
    if shape.room == ObjectStorage::Heap && matches!(asked.place, HarnessPlace::Including(_)) {
        lines.push("#include <stdlib.h>".to_owned());
    }
    lines.extend(filler.inputs.iter().map(|(name, result)| match result.is_empty() {
        true => format!("extern void {name}(void *, __typeof__(sizeof 0));"),
        false => format!("extern {result} {name}(void);"),
    }));
    if !filler.callbacks.is_empty() {
        lines.push(String::new());
        lines.push("/* For pointers to functions: nothing but a result is assumed. Write what they do. */".to_owned());
        lines.extend(filler.callbacks.iter().cloned());
    }
    lines.push(String::new());
    lines.push(format!("int {entry}(void) {{"));
    let indented = |line: &String| if line.is_empty() { String::new() } else { format!("    {line}") };
    lines.extend(filler.objects.iter().map(indented));
    lines.extend(body.iter().map(indented));
    lines.push("}".to_owned());
    lines.join("\n") + "\n"
}

/// The comment at the beginning, the sizes, and the text of the function.
fn heading(function: &str, file: &str, asked: &HarnessRequest) -> Vec<String> {
    vec![
        format!("/* A proof harness for {function}, written by 'cairn harness'."),
        " *".to_owned(),
        format!(
            " * It calls {function} once, with any arguments of the sizes below. Edit it: what callers ensure and what"
        ),
        " * the function promises is not known here. Two pointers never point into one object.".to_owned(),
        " *".to_owned(),
        format!(" *     {}", asked.command),
        " */".to_owned(),
        String::new(),
        "/* How many objects a pointer points to, and whether each pointer may also be null. */".to_owned(),
        "#ifndef HARNESS_ELEMENTS".to_owned(),
        format!("#define HARNESS_ELEMENTS {}", asked.shape.elements),
        "#endif".to_owned(),
        "#ifndef HARNESS_NULL_POINTERS".to_owned(),
        "#define HARNESS_NULL_POINTERS 0".to_owned(),
        "#endif".to_owned(),
        String::new(),
        "#define main main_of_the_file".to_owned(),
        format!("#include \"{}\"", file),
        "#undef main".to_owned(),
        String::new(),
    ]
}
