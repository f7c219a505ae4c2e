//! Statements that give a place any value of its type.
//!
//! What a pointer points to is an object of the harness: static, an array with a dimension for each loop that the pointer
//! is assigned in, so that two pointers never share an object; or allocated where it is assigned. For any caller
//! (docs/design/callers.md) it is allocated with any number of elements up to a bound, and a pointer may be null or go where another goes.

use crate::clauses::{CallerClause, Least};
use crate::names::{TypedefNames, any};
use crate::paths::{AccessPath, PathKind, PlacePath};
use crate::{ArgumentSizes, Callers};
use cairn_ir::Program;
use cairn_ir::types::{Scalar, Type, TypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A place that is to be filled.
#[derive(Clone)]
pub struct FilledPlace {
    pub text: String,
    /// Name prefix of its targets.
    pub name: String,
    pub ty: TypeId,
    /// It is not assigned to by its name.
    pub is_const: bool,
    /// The variables of the loops around it, with how often each runs at most.
    pub loops: Vec<(String, String)>,
    /// How many pointers may still be followed.
    pub depth: u32,
    /// How a clause names it, where one can.
    pub path: Option<PlacePath>,
}

impl FilledPlace {
    /// A variable, which no clause names.
    pub fn variable(name: &str, ty: TypeId, depth: u32) -> Self {
        let (text, name) = (name.to_owned(), name.to_owned());
        Self { text, name, ty, is_const: false, loops: Vec::new(), depth, path: None }
    }
}

/// A parameter that is a pointer to objects, to which a later one may go too.
pub(crate) struct SharedObject {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) count: String,
    pub(crate) of: TypeId,
}

pub struct Filler<'p> {
    pub(crate) program: &'p Program,
    pub(crate) names: &'p TypedefNames,
    pub(crate) shape: &'p ArgumentSizes,
    pub(crate) allocate: &'p str,
    pub objects: Vec<String>,
    pub callbacks: Vec<String>,
    known_callbacks: BTreeMap<TypeId, String>,
    /// The functions that give any value, with what they return.
    pub inputs: BTreeMap<&'static str, &'static str>,
    /// Paths for clauses about the call.
    pub paths: Vec<AccessPath>,
    /// The fewest elements that some pointer has at most; none where no pointer has a choice.
    pub most: Option<u64>,
    pub(crate) shared: Vec<SharedObject>,
    pub(crate) promised: Vec<CallerClause>,
    taken: BTreeSet<String>,
}

impl<'p> Filler<'p> {
    pub fn new(program: &'p Program, names: &'p TypedefNames, shape: &'p ArgumentSizes, allocate: &'p str) -> Self {
        Self {
            program,
            names,
            shape,
            allocate,
            objects: Vec::new(),
            callbacks: Vec::new(),
            known_callbacks: BTreeMap::new(),
            inputs: BTreeMap::new(),
            paths: Vec::new(),
            most: None,
            shared: Vec::new(),
            promised: Vec::new(),
            taken: BTreeSet::new(),
        }
    }

    /// Begins with another call: what was noted of the one before, and promised.
    pub fn next_call(&mut self) -> (Vec<AccessPath>, Vec<CallerClause>) {
        self.shared.clear();
        (std::mem::take(&mut self.paths), std::mem::take(&mut self.promised))
    }

    /// Promises of the called function's declaration about its arguments.
    pub fn promise(&mut self, clauses: Vec<CallerClause>) {
        self.promised.extend(clauses);
    }

    /// So many elements are promised at least where a path goes to.
    pub(crate) fn promised_elements(&self, path: Option<&PlacePath>) -> u64 {
        let name = path.map(|path| path.path(PathKind::Address).name);
        let count = |clause: &CallerClause| match clause {
            CallerClause::Elements(of, Least::Count(count)) if Some(of) == name.as_ref() => Some(*count),
            _ => None,
        };
        self.promised.iter().filter_map(count).max().unwrap_or(0)
    }

    /// Whether a name is one of the harness.
    pub fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// How many pointers are followed from a variable.
    pub fn depth(&self) -> u32 {
        self.shape.depth + 1
    }

    pub(crate) fn is_any_caller(&self) -> bool {
        self.shape.callers == Callers::Any
    }

    /// Notes what a path is worth, where clauses are looked for.
    pub(crate) fn note(&mut self, path: Option<&PlacePath>, kind: impl FnOnce() -> PathKind) {
        if let Some(path) = path.filter(|_| self.is_any_caller()) {
            self.paths.push(path.path(kind()));
        }
    }

    pub(crate) fn note_number(&mut self, path: Option<&PlacePath>, ty: TypeId) {
        // What a pointer to small numbers goes to is data, and decides nothing.
        let is_data = |bits: u32| path.is_some_and(|path| path.is_pointer) && bits < 32;
        if let Some(Scalar::Int { signed, bits }) = self.program.types.scalar(ty)
            && bits <= 64
            && !is_data(bits)
        {
            self.note(path, || PathKind::Number { signed, bits: bits.into() });
        }
    }

    /// Notes the paths of a variable that is left as it is.
    pub fn observe(&mut self, path: &PlacePath, ty: TypeId) {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Pointer(_) => self.note(Some(path), || PathKind::Address),
            Type::Record(_) => self.observe_fields(path, ty),
            _ => self.note_number(Some(path), ty),
        }
    }

    /// Fills the numbers of the first object once more, each by itself: clauses are about these.
    pub(crate) fn first(&mut self, place: &FilledPlace, out: &mut Vec<String>) {
        let types = &self.program.types;
        match types.get(place.ty) {
            Type::Record(id) if !types.records[*id].is_union => {
                for field in types.fields(place.ty).into_iter().flatten() {
                    if !field.name.is_empty() && types.scalar(field.ty).is_some() && !field.is_const {
                        let path = place.path.as_ref().map(|path| path.member(&field.name));
                        let text = format!("{}.{}", place.text, field.name);
                        self.first(&FilledPlace { text, path, ty: field.ty, ..place.clone() }, out);
                    }
                }
            }
            _ if types.scalar(place.ty).is_some() => self.fill(place, out),
            _ => {}
        }
    }

    /// Notes the members of a structure that is left as it is.
    fn observe_fields(&mut self, path: &PlacePath, ty: TypeId) {
        let types = &self.program.types;
        let is_union = matches!(types.get(ty), Type::Record(id) if types.records[*id].is_union);
        for field in types.fields(ty).into_iter().flatten().filter(|field| !is_union && !field.name.is_empty()) {
            self.observe(&path.member(&field.name), field.ty);
        }
    }

    /// A name that the harness has not used.
    pub fn fresh(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }

    /// A call that gives any value of a number's type, converted to it where it gives another.
    pub fn any(&mut self, ty: TypeId) -> Option<String> {
        let (function, result) = any(&self.program.types, ty)?;
        self.inputs.insert(function, result);
        Some(format!("{function}()"))
    }

    pub fn fill(&mut self, place: &FilledPlace, out: &mut Vec<String>) {
        let types = &self.program.types;
        if let Some(value) = self.any(place.ty) {
            out.push(self.assigned(place, &value));
            self.note_number(place.path.as_ref(), place.ty);
            return;
        }
        match types.get(place.ty) {
            Type::Pointer(_) => self.pointer(place, out),
            Type::Array(of, Some(length)) => {
                let is_const = place.is_const || of.is_const;
                let inner = FilledPlace { ty: of.ty, is_const, path: None, ..place.clone() };
                let length = length.to_string();
                self.each(&inner, &length, &length, out);
            }
            Type::Record(_) => self.record(place, out),
            Type::Array(_, None) => out.push(format!("/* {}: no elements beyond the structure. */", place.text)),
            _ => out.push(format!("/* {}: left as it is, {}. */", place.text, "since its type is not filled here")),
        }
    }

    pub(crate) fn assigned(&self, place: &FilledPlace, value: &str) -> String {
        let plain = format!("{} = {value};", place.text);
        if !place.is_const {
            return plain;
        }
        match self.names.declaration(&self.program.types, place.ty, "*") {
            Some(pointer) => format!("*({pointer})&{} = {value};", place.text),
            None => format!("/* {}: constant, left as it is. */", place.text),
        }
    }

    /// Fills each of `count` elements, which are at most `most`.
    pub(crate) fn each(&mut self, array: &FilledPlace, count: &str, most: &str, out: &mut Vec<String>) {
        let index = format!("i{}", array.loops.len());
        let mut loops = array.loops.clone();
        loops.push((index.clone(), most.to_owned()));
        let element = FilledPlace { text: format!("{}[{index}]", array.text), loops, ..array.clone() };
        let mut inner = Vec::new();
        self.fill(&element, &mut inner);
        out.push(format!("for (unsigned long {index} = 0; {index} < {count}; {index}++) {{"));
        out.extend(inner.into_iter().map(|line| format!("    {line}")));
        out.push("}".to_owned());
    }

    fn record(&mut self, place: &FilledPlace, out: &mut Vec<String>) {
        let types = &self.program.types;
        let Some(fields) = types.fields(place.ty) else { return };
        let is_union = matches!(types.get(place.ty), Type::Record(id) if types.records[*id].is_union);
        if let (Type::Record(id), Some(path)) = (types.get(place.ty), &place.path) {
            let tag = &types.records[*id].tag;
            let counted =
                fields.iter().filter_map(|field| Some((field, self.names.promises.count_of(tag, &field.name)?)));
            let name = |member: &str| path.member(member).path(PathKind::Address).name;
            let clause = |(field, by): (&cairn_ir::types::Field, &str)| {
                CallerClause::Elements(name(&field.name), Least::Number(name(by)))
            };
            let clauses: Vec<CallerClause> = counted.map(clause).collect();
            self.promise(clauses);
        }
        let largest = fields.iter().max_by_key(|field| types.size_of(field.ty));
        for field in fields {
            if is_union && largest.is_some_and(|largest| largest.name != field.name) {
                continue;
            }
            let is_const = place.is_const || field.is_const;
            let text =
                if field.name.is_empty() { place.text.clone() } else { format!("{}.{}", place.text, field.name) };
            let name =
                if field.name.is_empty() { place.name.clone() } else { format!("{}_{}", place.name, field.name) };
            if field.bits.is_some() && is_const {
                out.push(format!("/* {text}: constant, left as it is. */"));
                continue;
            }
            if is_union {
                out.push(format!("/* A union: any value of its largest member, '{}'. */", field.name));
            }
            let path = place.path.as_ref().filter(|_| !is_union).map(|path| path.member(&field.name));
            self.fill(&FilledPlace { text, name, ty: field.ty, is_const, path, ..place.clone() }, out);
        }
    }

    /// The function of the harness that a pointer to functions of a type points to.
    pub(crate) fn callback(&mut self, ty: TypeId) -> Option<String> {
        if let Some(name) = self.known_callbacks.get(&ty) {
            return Some(name.clone());
        }
        let program = self.program;
        let Type::Function(function) = program.types.get(ty) else { return None };
        let (result, before) = match program.types.get(function.result) {
            Type::Void => (None, String::new()),
            Type::Pointer(to) if matches!(program.types.get(to.ty), Type::Void) => self.any_bytes(&function.params),
            Type::Pointer(to) => self.any_object(to.ty),
            _ => (Some(self.any(function.result)?), String::new()),
        };
        let name = self.fresh("any_function");
        let mut parameters = Vec::new();
        for (at, param) in function.params.iter().enumerate() {
            parameters.push(self.names.declaration(&program.types, *param, &format!("a{at}"))?);
        }
        if function.variadic {
            parameters.push("...".to_owned());
        }
        let list = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        let head = self.names.declaration(&program.types, function.result, &format!("{name}({list})"))?;
        let mut text = format!("static {head} {{");
        for at in 0..function.params.len() {
            let _ = write!(text, " (void)a{at};");
        }
        text += &before;
        if let Some(value) = result {
            let _ = write!(text, " return {value};");
        }
        text += " }";
        self.callbacks.push(text);
        self.known_callbacks.insert(ty, name.clone());
        Some(name)
    }

    /// Result of a function of the harness that allocates, and the statements before: as many bytes as its sizes say, any number where it has none.
    fn any_bytes(&mut self, params: &[TypeId]) -> (Option<String>, String) {
        let types = &self.program.types;
        let size_type = Scalar::Int { signed: false, bits: types.model().pointer_bits() };
        let sizes = params.iter().enumerate().filter(|(_, ty)| types.scalar(**ty) == Some(size_type));
        let mut size = sizes.map(|(at, _)| format!("a{at}")).collect::<Vec<_>>().join(" * ");
        if size.is_empty() {
            self.inputs.insert("__VERIFIER_nondet_ulong", "unsigned long");
            "__VERIFIER_nondet_ulong()".clone_into(&mut size);
        }
        (Some("object".to_owned()), format!(" void *object = {}({size});", self.allocate))
    }

    /// Result of a function of the harness for a pointer, and the statements before: null, or the address of an object, which has
    /// any value where it is a number, and is zero otherwise.
    fn any_object(&mut self, to: TypeId) -> (Option<String>, String) {
        let types = &self.program.types;
        let is_sized = !matches!(types.get(to), Type::Void | Type::Function(_)) && types.size_of(to).is_some();
        let declared = match is_sized {
            true => self.names.declaration(types, to, "object"),
            false => None,
        };
        let Some(declared) = declared else { return (Some("0".to_owned()), String::new()) };
        let value = self.any(to).map_or(String::new(), |value| format!(" object = {value};"));
        self.inputs.insert("__VERIFIER_nondet_bool", "_Bool");
        (Some("__VERIFIER_nondet_bool() ? &object : 0".to_owned()), format!(" static {declared};{value}"))
    }
}
