//! Statements that give a place any value of its type.
//!
//! What a pointer points to is an object of the harness: static, an array with a dimension for each loop that the pointer
//! is assigned in, so that two pointers never share an object; or allocated where it is assigned.

use crate::names::{TypedefNames, any};
use crate::{ArgumentSizes, ObjectStorage};
use cairn_ir::Program;
use cairn_ir::types::{IntKind, Type, TypeId};
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
    /// The variables of the loops around it, with how often each runs.
    pub loops: Vec<(String, String)>,
    /// How many pointers may still be followed.
    pub depth: u32,
}

/// Writes statements.
pub struct Filler<'p> {
    program: &'p Program,
    names: &'p TypedefNames,
    shape: &'p ArgumentSizes,
    /// Declarations of static objects.
    pub objects: Vec<String>,
    /// Functions for pointers to functions.
    pub callbacks: Vec<String>,
    known_callbacks: BTreeMap<TypeId, String>,
    /// The functions that give any value, with what they return.
    pub inputs: BTreeMap<&'static str, &'static str>,
    taken: BTreeSet<String>,
}

impl<'p> Filler<'p> {
    /// A filler with nothing declared.
    pub fn new(program: &'p Program, names: &'p TypedefNames, shape: &'p ArgumentSizes) -> Self {
        Self {
            program,
            names,
            shape,
            objects: Vec::new(),
            callbacks: Vec::new(),
            known_callbacks: BTreeMap::new(),
            inputs: BTreeMap::new(),
            taken: BTreeSet::new(),
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
            return;
        }
        match types.get(place.ty) {
            Type::Pointer(_) => self.pointer(place, out),
            Type::Array(of, Some(length)) => {
                let inner = FilledPlace { ty: of.ty, is_const: place.is_const || of.is_const, ..place.clone() };
                self.each(&inner, &length.to_string(), out);
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

    /// Fills each of so many elements.
    fn each(&mut self, array: &FilledPlace, count: &str, out: &mut Vec<String>) {
        let index = format!("i{}", array.loops.len());
        let mut loops = array.loops.clone();
        loops.push((index.clone(), count.to_owned()));
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
            self.fill(&FilledPlace { text, name, ty: field.ty, is_const, ..place.clone() }, out);
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
        let (declared, element) = match is_bytes {
            true => (format!("unsigned char {object}{dimensions}[HARNESS_ELEMENTS]"), to),
            false => {
                let array = format!("{object}{dimensions}[HARNESS_ELEMENTS]");
                (self.names.declaration(types, to, &array).unwrap_or_default(), to)
            }
        };
        let target = match self.shape.room {
            ObjectStorage::Static => {
                let aligned = if is_bytes { " __attribute__((aligned))" } else { "" };
                self.objects.push(format!("static {declared}{aligned};"));
                format!("{object}{indices}")
            }
            ObjectStorage::Heap => {
                let pointer = match is_bytes {
                    true => format!("unsigned char *{object}"),
                    false => self.names.declaration(types, to, &format!("*{object}")).unwrap_or_default(),
                };
                out.push(format!("{pointer} = malloc(HARNESS_ELEMENTS * sizeof *{object});"));
                out.push(format!("__VERIFIER_assume({object} != 0);"));
                object.clone()
            }
        };
        let inner = FilledPlace {
            text: target.clone(),
            name: place.name.clone(),
            ty: element,
            is_const: false,
            loops: place.loops.clone(),
            depth: place.depth - 1,
        };
        if is_bytes {
            self.bytes(&inner, out);
        } else {
            self.each(&inner, "HARNESS_ELEMENTS", out);
        }
        if matches!(types.get(to), Type::Int(IntKind::Char)) {
            out.push(format!(
                "{target}[HARNESS_ELEMENTS - 1] = 0; /* A string ends; leave this out where it need not. */"
            ));
        }
        out.push(self.assigned(place, &target));
        self.inputs.insert("__VERIFIER_nondet_bool", "_Bool");
        out.push("if (HARNESS_NULL_POINTERS && __VERIFIER_nondet_bool())".to_owned());
        out.push(format!("    {}", self.assigned(place, "0")));
    }

    fn bytes(&mut self, place: &FilledPlace, out: &mut Vec<String>) {
        self.inputs.insert("__VERIFIER_nondet_uchar", "unsigned char");
        let index = format!("i{}", place.loops.len());
        out.push(format!("for (unsigned long {index} = 0; {index} < HARNESS_ELEMENTS; {index}++)"));
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
