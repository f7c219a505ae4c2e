//! The targets of pointers in a harness: objects of their own, and with any caller how many, or none, or those of another.
//!
//! Invariant: with any caller an object has exactly as many elements as its count says, so that an access behind the last is outside; the count of a
//! pointer is that of the object that it goes to.

use crate::ObjectStorage;
use crate::nondeterministic_value::{FilledPlace, Filler, SharedObject};
use crate::paths::{AccessPath, PathKind, PlacePath};
use cairn_ir::types::{IntKind, Type, TypeId};

impl Filler<'_> {
    pub(crate) fn pointer(&mut self, place: &FilledPlace, out: &mut Vec<String>) {
        let program = self.program;
        let types = &program.types;
        let Some(to) = types.pointee(place.ty) else { return };
        let null = |why: &str| format!("/* {}: null, since {why}. */", place.text);
        if let Type::Function(_) = types.get(to) {
            match self.callback(to) {
                Some(name) => {
                    self.note(place.path.as_ref(), || PathKind::Address);
                    out.push(self.assigned(place, &name));
                    if self.is_any_caller() {
                        self.perhaps_null(place, out);
                    }
                }
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
        let bound = if is_flat { self.shape.flat_elements } else { self.shape.elements };
        let bound = bound.max(self.promised_elements(place.path.as_ref()));
        let most = if is_any { bound.to_string() } else { "HARNESS_ELEMENTS".to_owned() };
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
            self.most = Some(self.most.map_or(bound, |before| before.min(bound)));
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
            if !is_bytes {
                self.first(&FilledPlace { text: format!("{target}[0]"), ..inner }, out);
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
            self.perhaps_null(place, out);
        } else {
            out.push("if (HARNESS_NULL_POINTERS && __VERIFIER_nondet_bool())".to_owned());
            out.push(format!("    {}", self.assigned(place, "0")));
        }
    }

    fn perhaps_null(&mut self, place: &FilledPlace, out: &mut Vec<String>) {
        self.inputs.insert("__VERIFIER_nondet_bool", "_Bool");
        out.push("if (__VERIFIER_nondet_bool())".to_owned());
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
}
