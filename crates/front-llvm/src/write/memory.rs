//! Addresses and what is there.
//!
//! A pointer says nothing of what it points to. But `getelementptr` names the type that it steps through, and where the
//! base is a known object of that type the result is a member or an element of it, as the programmer wrote it. What
//! cannot be said so is arithmetic on the address, seen through the type that is asked for.

use super::tree::{Object, Reads, Tree};
use super::types::{CKind, CType, Rep, int_name, is_odd};
use super::{Res, Unit, literal};
use crate::model::{TypeId, TypeKind};

impl Unit<'_> {
    /// The address that `getelementptr` computes.
    pub fn element_pointer(&mut self, source: TypeId, base: &Tree, indices: &[Tree]) -> Res<Tree> {
        if base.rep != Rep::Pointer || indices.iter().any(|index| !matches!(index.rep, Rep::Int { .. })) {
            return Err("getelementptr of a vector".to_owned());
        }
        let Some((first, rest)) = indices.split_first() else { return Ok(base.clone()) };
        let mut reads = base.reads.clone();
        indices.iter().for_each(|index| reads.join(&index.reads));
        let mut object = self.stepped(source, base, first)?;
        for index in rest {
            object = self.part(&object, index)?;
        }
        Ok(Tree::address(object, reads))
    }

    /// The object behind so many of a type.
    fn stepped(&mut self, source: TypeId, base: &Tree, first: &Tree) -> Res<Object> {
        let is_zero = first.constant == Some(0);
        if let Some(object) = &base.object {
            if is_zero && let Some(found) = self.outermost(object, source) {
                return Ok(found);
            }
            if let TypeKind::Array { of, .. } = self.module.types[object.ty].kind
                && of == source
            {
                return self.part(object, first);
            }
            let bytes = first.constant.map(|bits| literal::sign_extended(bits, self.width(first)));
            if self.module.types[source].kind == TypeKind::Integer(8)
                && let Some(bytes) = bytes.and_then(|bytes| u64::try_from(bytes).ok())
                && let Some(found) = self.at(object, bytes)
            {
                return Ok(found);
            }
        }
        let ct = self.types.in_memory(source, None)?;
        if self.types.layout(ct, false).0 != self.module.types[source].size {
            return Err("address arithmetic in elements of such a type".to_owned());
        }
        let pointer = self.types.pointer_to(ct);
        let text = match is_zero {
            true => format!("(*({pointer}){})", base.text),
            false => format!("(({pointer}){})[{}]", base.text, self.subscript(first)),
        };
        Ok(Object { text, ty: source, ct })
    }

    fn width(&self, index: &Tree) -> u32 {
        match index.rep {
            Rep::Int { width, .. } => width,
            _ => 64,
        }
    }

    fn subscript(&self, index: &Tree) -> String {
        match index.constant {
            Some(bits) => literal::sign_extended(bits, self.width(index)).to_string(),
            None => index.number(self.types.model, true),
        }
    }

    pub fn part(&mut self, of: &Object, index: &Tree) -> Res<Object> {
        match &self.module.types[of.ty].kind {
            TypeKind::Struct { fields: Some(fields), .. } => {
                let position = index.constant.ok_or("a member that is computed")? as usize;
                let (ty, _) = *fields.get(position).ok_or("a member that is not there")?;
                self.member(of, ty, position).ok_or_else(|| "a member of such a type".to_owned())
            }
            TypeKind::Array { of: element, .. } => {
                let CKind::Array(ct, _) = *self.types.kind(of.ct) else { return Err("such an array".to_owned()) };
                let text = format!("{}[{}]", of.text, self.subscript(index));
                Ok(Object { text, ty: *element, ct })
            }
            TypeKind::Vector { of: element, .. } => {
                let element = *element;
                let CKind::Record(record) = *self.types.kind(of.ct) else { return Err("such a vector".to_owned()) };
                let CKind::Array(ct, _) = *self.types.kind(self.types.records[record].types[0]) else {
                    return Err("such a vector".to_owned());
                };
                Ok(Object { text: format!("{}.e[{}]", of.text, self.subscript(index)), ty: element, ct })
            }
            _ => Err("an element of what has none".to_owned()),
        }
    }

    fn member(&self, of: &Object, ty: TypeId, position: usize) -> Option<Object> {
        let CKind::Record(record) = *self.types.kind(of.ct) else { return None };
        let record = &self.types.records[record];
        let name = record.fields.get(position)?;
        Some(Object { text: format!("{}.{name}", of.text), ty, ct: *record.types.get(position)? })
    }

    /// The first part of an object.
    fn first_part(&mut self, of: &Object) -> Option<Object> {
        match &self.module.types[of.ty].kind {
            TypeKind::Struct { fields: Some(fields), .. } => {
                let (ty, offset) = *fields.first()?;
                if offset == 0 { self.member(of, ty, 0) } else { None }
            }
            TypeKind::Array { length, .. } if *length > 0 => {
                self.part(of, &Tree::integer(self.types.model, 0, 64)).ok()
            }
            _ => None,
        }
    }

    /// The object, or its part at its beginning, of a type.
    pub fn outermost(&mut self, object: &Object, ty: TypeId) -> Option<Object> {
        let mut object = object.clone();
        while object.ty != ty {
            object = self.first_part(&object)?;
        }
        Some(object)
    }

    /// The outermost part of an object at an offset.
    fn at(&mut self, object: &Object, mut offset: u64) -> Option<Object> {
        let mut object = object.clone();
        while offset > 0 {
            match &self.module.types[object.ty].kind {
                TypeKind::Struct { fields: Some(fields), .. } => {
                    let position = fields.iter().rposition(|(_, start)| *start <= offset)?;
                    let (ty, start) = fields[position];
                    offset -= start;
                    object = self.member(&object, ty, position)?;
                }
                TypeKind::Array { of, length } => {
                    let size = self.module.types[*of].size;
                    if size == 0 || offset / size >= *length {
                        return None;
                    }
                    let index = Tree::integer(self.types.model, u128::from(offset / size), 64);
                    offset %= size;
                    object = self.part(&object, &index).ok()?;
                }
                _ => return None,
            }
        }
        Some(object)
    }

    /// Lvalue at an address as a type; an integer of a width that C lacks has none.
    pub fn place(&mut self, pointer: &Tree, ty: TypeId, volatile: bool) -> Res<(String, CType)> {
        if !volatile
            && let Some(object) = pointer.object.clone()
            && let Some(found) = self.outermost(&object, ty)
            && !matches!(self.types.kind(found.ct), CKind::Array(..))
        {
            return Ok((found.text, found.ct));
        }
        let ct = match self.types.rep(ty)? {
            Rep::Record(record) => record,
            _ => self.types.in_memory(ty, None)?,
        };
        let size = self.types.layout(ct, false).0;
        if size != self.module.types[ty].size && !matches!(self.module.types[ty].kind, TypeKind::Integer(_)) {
            return Err("memory seen as such a type".to_owned());
        }
        let volatile = if volatile { "volatile " } else { "" };
        Ok((format!("(*({volatile}{}){})", self.types.pointer_to(ct), pointer.text), ct))
    }

    pub fn loaded(&mut self, pointer: &Tree, ty: TypeId, volatile: bool) -> Res<Tree> {
        let reads = Reads { memory: true, ..pointer.reads.clone() };
        if let TypeKind::Integer(width) = self.module.types[ty].kind
            && width > 1
            && is_odd(width)
        {
            let name = int_name(self.types.model, width, false);
            let byte = |i| format!("(({name})((unsigned char *){})[{i}] << {})", pointer.text, 8 * i);
            let bytes: Vec<_> = (0..width.div_ceil(8)).map(byte).collect();
            let text = self.cut(&format!("({})", bytes.join(" | ")), width, false);
            return Ok(Tree::new(text, Rep::Int { width, signed: false }, reads));
        }
        let (text, ct) = self.place(pointer, ty, volatile)?;
        let rep = self.types.rep_of(ct).ok_or("a value of such a type")?;
        Ok(Tree::new(text, rep, reads))
    }

    /// Statements that write a value at an address.
    pub fn stored(&mut self, pointer: &Tree, value: &Tree, ty: TypeId, volatile: bool) -> Res<Vec<String>> {
        if let TypeKind::Integer(width) = self.module.types[ty].kind
            && width > 1
            && is_odd(width)
        {
            let byte =
                |i| format!("((unsigned char *){})[{i}] = (unsigned char)({} >> {});", pointer.text, value.text, 8 * i);
            return Ok((0..width.div_ceil(8)).map(byte).collect());
        }
        let (text, _) = self.place(pointer, ty, volatile)?;
        Ok(vec![format!("{text} = {};", value.text)])
    }
}
