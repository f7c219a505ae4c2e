//! Statements that give a place any value of its type.
//!
//! What a pointer points to is an object of the harness: static, an array with a dimension for each loop that the pointer
//! is assigned in, so that two pointers never share an object; or allocated where it is assigned. For any caller
//! (docs/design/callers.md) it is allocated with any number of elements up to a bound, and a pointer may be null or go where another goes.

use crate::names::{TypedefNames, any};
use crate::paths::{AccessPath, PathKind, PlacePath};
use crate::{ArgumentSizes, Callers, ObjectStorage};
use cairn_ir::Program;
use cairn_ir::types::{IntKind, Scalar, Type, TypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A place that is to be filled.
#[derive(Clone)]
pub struct FilledPlace {
    /// As an expression.
    pub text: String,
    /// What objects that it points to are called after.
    pub name: String,
    /// Its type.
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
struct SharedObject {
    name: String,
    text: String,
    count: String,
    of: TypeId,
}

/// Writes statements.
pub struct Filler<'p> {
    program: &'p Program,
    names: &'p TypedefNames,
    shape: &'p ArgumentSizes,
    /// The function that allocates.
    allocate: &'p str,
    /// Declarations of static objects.
    pub objects: Vec<String>,
    /// Functions for pointers to functions.
    pub callbacks: Vec<String>,
    known_callbacks: BTreeMap<TypeId, String>,
    /// The functions that give any value, with what they return.
    pub inputs: BTreeMap<&'static str, &'static str>,
    /// What clauses about the call can be about.
    pub paths: Vec<AccessPath>,
    /// The fewest elements that some pointer has at most; none where no pointer has a choice.
    pub most: Option<u64>,
    shared: Vec<SharedObject>,
    taken: BTreeSet<String>,
}

impl<'p> Filler<'p> {
    /// A filler with nothing declared.
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
            taken: BTreeSet::new(),
        }
    }

    /// Begins with another call: what was noted of the one before.
    pub fn next_call(&mut self) -> Vec<AccessPath> {
        self.shared.clear();
        std::mem::take(&mut self.paths)
    }

    /// Whether a name is one of the harness.
    pub fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// How many pointers are followed from a variable.
    pub fn depth(&self) -> u32 {
        self.shape.depth + 1
    }

    fn is_any_caller(&self) -> bool {
        self.shape.callers == Callers::Any
    }

    /// Notes what a path is worth, where clauses are looked for.
    fn note(&mut self, path: Option<&PlacePath>, kind: impl FnOnce() -> PathKind) {
        if let Some(path) = path.filter(|_| self.is_any_caller()) {
            self.paths.push(path.path(kind()));
        }
    }

    /// Notes a number.
    fn note_number(&mut self, path: Option<&PlacePath>, ty: TypeId) {
        // What a pointer to small numbers goes to is data, and decides nothing.
        let is_data = |bits: u32| path.is_some_and(|path| path.is_pointer) && bits < 32;
        if let Some(Scalar::Int { signed, bits }) = self.program.types.scalar(ty)
            && bits <= 64
            && !is_data(bits.into())
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

    /// Fills a place.
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

    fn assigned(&self, place: &FilledPlace, value: &str) -> String {
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
    fn each(&mut self, array: &FilledPlace, count: &str, most: &str, out: &mut Vec<String>) {
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

    fn pointer(&mut self, place: &FilledPlace, out: &mut Vec<String>) {
        let program = self.program;
        let types = &program.types;
        let Some(to) = types.pointee(place.ty) else { return };
        let null = |why: &str| format!("/* {}: null, since {why}. */", place.text);
        if let Type::Function(_) = types.get(to) {
            match self.callback(to) {
                Some(name) => out.push(self.assigned(place, &name)),
                None => {
                    out.push(null("a function of its type cannot be written here"));
                    out.push(self.assigned(place, "0"));
                }
            }
            return;
        }
        let is_bytes = matches!(types.get(to), Type::Void);
        let spelt = if is_bytes { Some(String::new()) } else { self.names.declaration(types, to, "x") };
        let why = match (place.depth, spelt, types.size_of(to)) {
            (0, _, _) => Some("nothing is followed deeper (--depth)"),
            (_, None, _) => Some("its type has no name"),
            (_, _, None) => Some("its type is not complete here"),
            _ => None,
        };
        if let Some(why) = why {
            out.push(null(why));
            out.push(self.assigned(place, "0"));
            return;
        }
        let object = self.fresh(&format!("{}_object", place.name));
        let dimensions: String = place.loops.iter().map(|(_, count)| format!("[{count}]")).collect();
        let indices: String = place.loops.iter().map(|(index, _)| format!("[{index}]")).collect();
        let declared = |text: &str| match is_bytes {
            true => format!("unsigned char {text}"),
            false => self.names.declaration(types, to, text).unwrap_or_default(),
        };
        let is_any = self.is_any_caller() && self.shape.room == ObjectStorage::Heap;
        // Of a structure with pointers there is one, so that what these go to is not multiplied.
        let is_single = is_any && self.has(to, &|ty| matches!(ty, Type::Pointer(_)));
        let is_flat = is_any
            && self.shape.flat_elements > self.shape.elements
            && !self.has(to, &|ty| matches!(ty, Type::Pointer(_) | Type::Int(IntKind::Bool)));
        let most = match (is_any, is_flat) {
            (true, true) => self.shape.flat_elements.to_string(),
            (true, false) => self.shape.elements.to_string(),
            (false, _) => "HARNESS_ELEMENTS".to_owned(),
        };
        let count = match (is_single, is_any) {
            (true, _) => "1".to_owned(),
            (_, true) => format!("{object}_count{indices}"),
            _ => most.clone(),
        };
        let target = match self.shape.room {
            ObjectStorage::Static => {
                let aligned = if is_bytes { " __attribute__((aligned))" } else { "" };
                let array = declared(&format!("{object}{dimensions}[HARNESS_ELEMENTS]"));
                self.objects.push(format!("static {array}{aligned};"));
                format!("{object}{indices}")
            }
            ObjectStorage::Heap => {
                let pointer = declared(&format!("*{object}"));
                if is_any && !is_single {
                    self.objects.push(format!("static unsigned long {object}_count{dimensions};"));
                    self.inputs.insert("__VERIFIER_nondet_ulong", "unsigned long");
                    out.push(format!("{count} = __VERIFIER_nondet_ulong();"));
                    out.push(format!("__VERIFIER_assume({count} >= 1 && {count} <= {most});"));
                }
                out.push(format!("{pointer} = {}({count} * sizeof *{object});", self.allocate));
                out.push(format!("__VERIFIER_assume({object} != 0);"));
                object.clone()
            }
        };
        let is_const = matches!(types.get(place.ty), Type::Pointer(of) if of.is_const);
        // The path of the first object: its number does not depend on loops.
        let first: String = place.loops.iter().map(|_| "[0]").collect();
        let noted = if is_any && !is_single { format!("{object}_count{first}") } else { count.clone() };
        let size = match types.size_of(to) {
            _ if is_bytes => "1".to_owned(),
            Some(1) => "1".to_owned(),
            _ => place
                .path
                .as_ref()
                .map_or(String::new(), |path| format!("sizeof(*{})", path.path(PathKind::Address).name)),
        };
        if is_any && !is_single {
            let most = if is_flat { self.shape.flat_elements } else { self.shape.elements };
            self.most = Some(self.most.map_or(most, |before| before.min(most)));
        }
        self.note(place.path.as_ref(), || match is_single {
            true => PathKind::Address,
            false => PathKind::Pointer { count: noted, size, is_const },
        });
        let inner = FilledPlace {
            text: target.clone(),
            name: place.name.clone(),
            ty: to,
            is_const: false,
            loops: place.loops.clone(),
            depth: place.depth - 1,
            path: place.path.as_ref().map(PlacePath::target),
        };
        if is_flat {
            self.inputs.insert("__VERIFIER_nondet_memory", "");
            out.push(format!("__VERIFIER_nondet_memory({object}, {count} * sizeof *{object});"));
            let is_number = types.scalar(to).is_some();
            if is_number && !is_bytes {
                self.note_number(inner.path.as_ref(), to);
            } else if let Some(path) = &inner.path {
                self.observe_fields(path, to);
            }
        } else if is_bytes {
            self.bytes(&inner, &count, out);
        } else if is_single {
            self.fill(&FilledPlace { text: format!("{target}[0]"), ..inner }, out);
        } else {
            self.each(&inner, &count, &most, out);
        }
        if matches!(types.get(to), Type::Int(IntKind::Char)) {
            out.push(format!("{target}[{count} - 1] = 0; /* A string ends; leave this out where it need not. */"));
        }
        out.push(self.assigned(place, &target));
        self.inputs.insert("__VERIFIER_nondet_bool", "_Bool");
        if is_any {
            if !is_single {
                self.share(place, to, &count, out);
            }
            out.push("if (__VERIFIER_nondet_bool())".to_owned());
        } else {
            out.push("if (HARNESS_NULL_POINTERS && __VERIFIER_nondet_bool())".to_owned());
        }
        out.push(format!("    {}", self.assigned(place, "0")));
    }

    /// Whether an object of a type has a scalar in it of which something holds; what a pointer to a function goes to, is no object.
    fn has(&self, ty: TypeId, is: &dyn Fn(&Type) -> bool) -> bool {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Array(of, _) => self.has(of.ty, is),
            Type::Record(_) => types.fields(ty).into_iter().flatten().any(|field| self.has(field.ty, is)),
            scalar => is(scalar),
        }
    }

    /// A parameter may go to the object of one before it.
    fn share(&mut self, place: &FilledPlace, of: TypeId, count: &str, out: &mut Vec<String>) {
        let Some(path) = place.path.as_ref().filter(|path| path.through.is_empty() && place.loops.is_empty()) else {
            return;
        };
        let earlier: Vec<(String, String, String)> = self
            .shared
            .iter()
            .filter(|shared| shared.of == of)
            .map(|shared| (shared.name.clone(), shared.text.clone(), shared.count.clone()))
            .collect();
        for (name, text, other) in earlier {
            out.push("if (__VERIFIER_nondet_bool()) {".to_owned());
            out.push(format!("    {}", self.assigned(place, &text)));
            out.push(format!("    {count} = {other};"));
            out.push("}".to_owned());
            let kind = PathKind::Same { one: name.clone(), other: path.name.clone() };
            self.paths.push(AccessPath {
                name: format!("{name} == {}", path.name),
                text: format!("({text} != 0 && {text} == {})", path.text),
                through: Vec::new(),
                kind,
            });
        }
        self.shared.push(SharedObject {
            name: path.name.clone(),
            text: path.text.clone(),
            count: count.to_owned(),
            of,
        });
    }

    fn bytes(&mut self, place: &FilledPlace, count: &str, out: &mut Vec<String>) {
        self.inputs.insert("__VERIFIER_nondet_uchar", "unsigned char");
        let index = format!("i{}", place.loops.len());
        out.push(format!("for (unsigned long {index} = 0; {index} < {count}; {index}++)"));
        out.push(format!("    {}[{index}] = __VERIFIER_nondet_uchar();", place.text));
    }

    /// The function of the harness that a pointer to functions of a type points to.
    fn callback(&mut self, ty: TypeId) -> Option<String> {
        if let Some(name) = self.known_callbacks.get(&ty) {
            return Some(name.clone());
        }
        let program = self.program;
        let Type::Function(function) = program.types.get(ty) else { return None };
        let (result, before) = match program.types.get(function.result) {
            Type::Void => (None, String::new()),
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

    /// What a function of the harness returns for a pointer, and the statements before: null, or the address of an object, which has
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
