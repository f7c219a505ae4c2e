//! After all units: types of several units that are the same type become one, and views become what they stand for.
//!
//! Each unit that includes a header makes its own records of it. Analyses compare records by identity, so records of
//! equal layout and member names are made one here; pointers to them follow. What lies behind a member that is a pointer
//! does not matter for that: it is not part of the layout, and one unit often knows less of it than another.

use super::retype::Renaming;
use crate::lower::Lower;
use cairn_base::FastMap;
use cairn_base::id::{Id, IdVec};
use cairn_ir::print::format_declaration;
use cairn_ir::types::{BitField, FunctionType, Qualified};
use cairn_ir::{Op, RecordId, Type, TypeId};

/// Identity of a record.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    tag: String,
    is_union: bool,
    size: u64,
    align: u64,
    members: Vec<(String, u64, Option<BitField>, TypeId)>,
    /// Of a record without a tag, the types of its members as they are written: nothing else says that two are one.
    written: Vec<String>,
}

impl Lower<'_> {
    /// Makes the units one program.
    pub(super) fn merge_units(&mut self) {
        let several = self.linkage.views.units > 1;
        let renaming = Renaming { types: if several { self.one_type_of_many() } else { FastMap::default() }, several };
        if several {
            self.rename_declarations(&renaming);
            self.rename_callees();
        }
        self.retype_places(&renaming);
    }

    fn one_type_of_many(&mut self) -> FastMap<TypeId, TypeId> {
        let mut records: IdVec<RecordId, RecordId> = self.program.types.records.ids().collect();
        let mut known: FastMap<Key, RecordId> = FastMap::default();
        let mut keyed = vec![false; records.len()];
        for id in (0..records.len()).map(RecordId::from_index) {
            self.key_record(id, &mut records, &mut known, &mut keyed);
        }
        // Interning what a type maps to may add types, which map to themselves.
        let mut map = FastMap::default();
        for id in (0..self.program.types.len()).map(TypeId::from_index) {
            let to = self.renamed_type(id, &records);
            if to != id {
                map.insert(id, to);
            }
        }
        map
    }

    /// Finds the record that a record becomes, the records within it first.
    fn key_record(
        &mut self,
        id: RecordId,
        records: &mut IdVec<RecordId, RecordId>,
        known: &mut FastMap<Key, RecordId>,
        keyed: &mut [bool],
    ) {
        if std::mem::replace(&mut keyed[id.index()], true) {
            return;
        }
        let Some(fields) = self.program.types.records[id].fields.clone() else { return };
        let mut members = Vec::with_capacity(fields.len());
        for field in fields {
            let mut inner = field.ty;
            while let Type::Array(of, _) = self.program.types.get(inner) {
                inner = of.ty;
            }
            if let Type::Record(inner) = *self.program.types.get(inner) {
                self.key_record(inner, records, known, keyed);
            }
            let ty = self.layout_type(field.ty, records);
            members.push((field.name, field.offset, field.bits, ty));
        }
        let record = &self.program.types.records[id];
        let is_untagged = record.tag.starts_with('<');
        let tag = if is_untagged { String::new() } else { record.tag.clone() };
        let fields = record.fields.iter().flatten().filter(|_| is_untagged);
        let written = fields.map(|field| without_made_up(&format_declaration(&self.program.types, field.ty, "")));
        let written = written.collect();
        let key = Key { tag, is_union: record.is_union, size: record.size, align: record.align, members, written };
        records[id] = *known.entry(key).or_insert(id);
    }

    /// A type as far as layout goes: one pointer for all.
    fn layout_type(&mut self, ty: TypeId, records: &IdVec<RecordId, RecordId>) -> TypeId {
        match self.program.types.get(ty).clone() {
            Type::Pointer(_) => self.basic.void_ptr,
            Type::Enum(id) => match self.program.types.enums[id].underlying {
                Some(kind) => self.program.types.int(kind),
                None => ty,
            },
            Type::Record(id) => self.program.types.intern(Type::Record(records[id])),
            Type::Array(of, length) => {
                let of = self.layout_type(of.ty, records);
                self.program.types.array(of, length)
            }
            _ => ty,
        }
    }

    fn renamed_type(&mut self, ty: TypeId, records: &IdVec<RecordId, RecordId>) -> TypeId {
        let kind = self.program.types.get(ty).clone();
        let mut qualified = |q: Qualified| Qualified { ty: self.renamed_type(q.ty, records), ..q };
        let kind = match kind {
            Type::Record(id) => Type::Record(records[id]),
            Type::Pointer(to) => Type::Pointer(qualified(to)),
            Type::Array(of, length) => Type::Array(qualified(of), length),
            Type::VariableArray(of, number) => Type::VariableArray(qualified(of), number),
            Type::Function(function) => {
                let result = self.renamed_type(function.result, records);
                let params = function.params.iter().map(|param| self.renamed_type(*param, records)).collect();
                Type::Function(FunctionType { result, params, ..function })
            }
            Type::Void | Type::Int(_) | Type::Enum(_) | Type::Float(_) => return ty,
        };
        self.program.types.intern(kind)
    }

    fn rename_declarations(&mut self, renaming: &Renaming) {
        let program = &mut self.program;
        for var in program.vars.iter_mut() {
            var.ty = renaming.ty(var.ty);
        }
        for function in program.functions.iter_mut() {
            function.ty = renaming.ty(function.ty);
        }
        for record in program.types.records.iter_mut() {
            for field in record.fields.iter_mut().flatten() {
                field.ty = renaming.ty(field.ty);
            }
        }
    }

    /// Calls of views become calls of the functions.
    fn rename_callees(&mut self) {
        let views = &self.linkage.views;
        for edge in self.program.edges.iter() {
            if let Op::Call(site) = edge.op
                && let Some(callee) = &mut self.program.calls[site].callee
            {
                *callee = views.function(*callee);
            }
        }
    }
}

/// The text of a type without the numbers of made-up tags, which are others in each unit.
fn without_made_up(text: &str) -> String {
    let mut parts = text.split('<');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "<" + part.split_once('>').map_or(part, |(_, rest)| rest))
}
