//! Proof harnesses: a C program that calls one function with any arguments, for a compiler and for a verifier
//! (docs/design/harness.md).
//!
//! The text is made from the types of the program as the front end has them, in the words of the file that the harness
//! includes. Invariant: it compiles wherever that file does, each object that it hands over is filled whole, and each
//! assumption that it makes stands in a comment.

mod names;
mod nondeterministic_value;

pub use names::TypedefNames;

use cairn_ir::effects;
use cairn_ir::types::Type;
use cairn_ir::{FunctionId, Program, VarId, VarKind};
use nondeterministic_value::{FilledPlace, Filler};
use std::collections::BTreeSet;

/// Where the objects are that pointers point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectStorage {
    /// Static objects.
    Static,
    /// Allocated: the function may free them.
    Heap,
}

/// How large the arguments are.
#[derive(Clone, Debug)]
pub struct ArgumentSizes {
    /// How many objects a pointer points to.
    pub elements: u64,
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

/// What a harness is written for.
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
    /// What callers ensure beyond that, a condition over the parameters.
    pub assumed: Option<&'a str>,
}

/// The text of a harness.
///
/// # Errors
/// A parameter has a type of which no object can be written, with its name.
pub fn write(program: &Program, names: &TypedefNames, asked: &HarnessRequest) -> Result<String, String> {
    let function = &program.functions[asked.function];
    let (name, shape) = (&function.name, &asked.shape);
    let mut filler = Filler::new(program, names, shape);
    for taken in [name.as_str(), "main", "result"] {
        filler.fresh(taken);
    }
    if let HarnessPlace::Behind(entry) = asked.place {
        filler.fresh(entry);
    }
    let (mut body, mut arguments) = (Vec::new(), Vec::new());
    if shape.globals {
        globals(program, asked, &mut filler, &mut body);
    }
    for (at, param) in function.params.iter().enumerate() {
        let var = &program.vars[*param];
        let plain = if var.name.is_empty() || var.name.contains(['#', '<']) {
            format!("argument_{at}")
        } else {
            var.name.clone()
        };
        let called = filler.fresh(&plain);
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
        body.push(format!("{declared};"));
        let place = FilledPlace {
            text: called.clone(),
            name: called.clone(),
            ty: var.ty,
            is_const: false,
            loops: Vec::new(),
            depth: shape.depth + 1,
        };
        filler.fill(&place, &mut body);
        arguments.push((called, *param));
    }
    lengths(program, &arguments, &mut body);
    body.push(String::new());
    if let Some(condition) = asked.assumed {
        body.push(format!("__VERIFIER_assume({condition});"));
    }
    body.push("/* What callers ensure beyond that: add __VERIFIER_assume(...) here. */".to_owned());
    body.push(String::new());
    let list: Vec<&str> = arguments.iter().map(|(called, _)| called.as_str()).collect();
    let call = format!("{name}({})", list.join(", "));
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
    Ok(text(program, asked, &filler, &body))
}

/// A length beside a pointer is at most what is there.
fn lengths(program: &Program, arguments: &[(String, VarId)], body: &mut Vec<String>) {
    let ty = |at: usize| arguments.get(at).map(|(_, param)| program.types.get(program.vars[*param].ty));
    let is_pointer = |at: usize| matches!(ty(at), Some(Type::Pointer(_)));
    for (at, (called, param)) in arguments.iter().enumerate() {
        let Type::Int(kind) = program.types.get(program.vars[*param].ty) else { continue };
        if !names::is_length(called) || !(at > 0 && is_pointer(at - 1) || is_pointer(at + 1)) {
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
    let mut reached = BTreeSet::new();
    for edge in program.edges.iter().filter(|edge| program.nodes[edge.source].function != program.start) {
        for effect in effects::all(program, &edge.op) {
            reached.extend(effect.named());
            if let effects::Effect::Reads(at) | effects::Effect::Writes { at, .. } = effect {
                reached.extend(at.variable(program));
            }
        }
    }
    let own = program.sources.name_of(program.functions[asked.function].span);
    for var in reached {
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
        let place = FilledPlace {
            text: name.clone(),
            name: name.clone(),
            ty: variable.ty,
            is_const: false,
            loops: Vec::new(),
            depth: asked.shape.depth + 1,
        };
        filler.fill(&place, body);
    }
}

/// All parts together.
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
    if shape.room == ObjectStorage::Heap {
        lines.push("#include <stdlib.h>".to_owned());
    }
    lines.extend(filler.inputs.iter().map(|(name, result)| format!("extern {result} {name}(void);")));
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
