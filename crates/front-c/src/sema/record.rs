//! `struct`, `union` and `enum` specifiers (C11 6.7.2.1 to 6.7.2.3).

use crate::ast::{self, EnumSpecifier, RecordSpecifier};
use crate::lower::{Lower, Res};
use crate::sema::layout::{Demand, Member};
use crate::sema::scope::{Entity, Tag};
use cairn_base::{FastSet, Span};
use cairn_ir::types::{EnumType, IntKind, Qualified, Type};
use cairn_ir::{Record, RecordId, TypeId};

impl Lower<'_> {
    pub fn made_up_name(&mut self, what: &str) -> String {
        self.made_up += 1;
        format!("<{what} {}>", self.made_up)
    }

    fn new_record(&mut self, tag: String, is_union: bool, span: Span) -> RecordId {
        self.program.types.records.push(Record { tag, is_union, fields: None, size: 0, align: 1, span })
    }

    /// The type of a record specifier, which it may declare or define.
    pub fn record_specifier(&mut self, specifier: &RecordSpecifier) -> Res<TypeId> {
        let word = if specifier.is_union { "union" } else { "struct" };
        let id = match specifier.tag {
            None => {
                let tag = self.made_up_name("anonymous");
                self.new_record(tag, specifier.is_union, specifier.span)
            }
            Some(tag) => {
                let known = if specifier.members.is_some() { self.scopes.tag_here(tag) } else { self.scopes.tag(tag) };
                match known {
                    Some(Tag::Record(id)) => {
                        let record = &self.program.types.records[id];
                        if record.is_union != specifier.is_union {
                            return self.error(
                                format!("'{}' is defined as the wrong kind of tag", self.text(tag)),
                                specifier.span,
                            );
                        }
                        if specifier.members.is_some() && record.fields.is_some() {
                            if record.span == specifier.span {
                                // The same text looked at twice: a parameter list of a definition.
                                return Ok(self.program.types.intern(Type::Record(id)));
                            }
                            return self.error(format!("redefinition of '{word} {}'", self.text(tag)), specifier.span);
                        }
                        id
                    }
                    Some(Tag::Enum(_)) => {
                        return self.error(
                            format!("'{}' is defined as the wrong kind of tag", self.text(tag)),
                            specifier.span,
                        );
                    }
                    None => {
                        let name = self.text(tag).to_string();
                        let id = self.new_record(name, specifier.is_union, specifier.span);
                        self.scopes.declare_tag(tag, Tag::Record(id));
                        id
                    }
                }
            }
        };
        if let Some(members) = &specifier.members {
            self.define_record(id, specifier, members)?;
        }
        Ok(self.program.types.intern(Type::Record(id)))
    }

    fn define_record(
        &mut self,
        id: RecordId,
        specifier: &RecordSpecifier,
        members: &[ast::MemberDeclaration],
    ) -> Res<()> {
        let mut packed = false;
        let mut align = None;
        for attribute in &specifier.attributes {
            match self.text(attribute.name) {
                "packed" => packed = true,
                "aligned" => align = align.max(Some(self.aligned_attribute(attribute)?)),
                _ => {}
            }
        }
        self.check_type_attributes(&specifier.attributes);
        let mut found = Vec::new();
        for member in members {
            match member {
                ast::MemberDeclaration::Fields(specifiers, declarators) => {
                    self.members(id, specifiers, declarators, &mut found)?
                }
                ast::MemberDeclaration::StaticAssert(assert) => self.static_assert(assert)?,
            }
        }
        let mut names: FastSet<&str> = FastSet::default();
        for member in &found {
            if let Some(name) = &member.name
                && !name.is_empty()
                && !names.insert(name)
            {
                return self.error(format!("duplicate member '{name}'"), specifier.span);
            }
        }
        let pack = specifier.pack.map(u64::from);
        let Some(layout) = self.layout(found, Demand { is_union: specifier.is_union, packed, align, pack }) else {
            return self.error("a record of more than 2^48 bytes is not supported", specifier.span);
        };
        let record = &mut self.program.types.records[id];
        record.fields = Some(layout.fields);
        record.size = layout.size;
        record.align = layout.align;
        record.span = specifier.span;
        Ok(())
    }

    fn members(
        &mut self,
        id: RecordId,
        specifiers: &ast::Specifiers,
        declarators: &[ast::FieldDeclarator],
        out: &mut Vec<Member>,
    ) -> Res<()> {
        let base = self.specifiers(specifiers)?;
        if base.exotic {
            let ty = self.program.types.intern(Type::Record(id));
            self.exotic_records.insert(ty);
        }
        let packed_here = specifiers.attributes.iter().any(|a| self.text(a.name) == "packed");
        if declarators.is_empty() {
            // `struct { … };` is an anonymous member; `struct S { … };` and `enum { … };` declare no member.
            let anonymous = match &specifiers.ty {
                ast::TypeSpecifier::Record(record) => record.tag.is_none(),
                _ => false,
            };
            if anonymous {
                let asked = self.asked_alignment(specifiers, &[])?;
                out.push(Member {
                    name: Some(String::new()),
                    ty: base.ty.ty,
                    is_const: base.ty.is_const,
                    is_volatile: base.ty.is_volatile,
                    width: None,
                    typedef_align: None,
                    align: asked,
                    packed: packed_here,
                });
            }
            return Ok(());
        }
        for declarator in declarators {
            let span = declarator.declarator.span;
            let mut of = base;
            let ty = self.derive(base.ty, &declarator.declarator.derived, span)?;
            of.ty = ty;
            self.attributes_on_type(&declarator.declarator.attributes, &mut of)?;
            let packed = packed_here || declarator.declarator.attributes.iter().any(|a| self.text(a.name) == "packed");
            let ty = of.ty;
            if self.is_function(ty.ty) || ty.ty == self.basic.void {
                return self.error("a member cannot have this type", span);
            }
            let complete = self.program.types.size_of(ty.ty).is_some()
                || matches!(self.program.types.get(ty.ty), Type::Array(of, None) if self.program.types.size_of(of.ty).is_some());
            if !complete {
                if self.size_varies(ty.ty) {
                    self.exotic.push(span);
                }
                return self.error("a member has an incomplete type", span);
            }
            let width = match &declarator.width {
                None => None,
                Some(width) => {
                    let value = self.constant_int(width)?;
                    let Some(kind) = self.int_kind(ty.ty) else {
                        return self.error("a bit-field has a type that is not an integer type", span);
                    };
                    let most = if kind == IntKind::Bool { 1 } else { kind.bits(self.model()) };
                    match u32::try_from(value) {
                        Ok(value) if value <= most => Some(value),
                        _ => return self.error("the width of a bit-field is not within its type", span),
                    }
                }
            };
            if width == Some(0) && declarator.declarator.name.is_some() {
                return self.error("a named bit-field has width zero", span);
            }
            let name = match declarator.declarator.name {
                Some(name) => Some(self.text(name).to_string()),
                None if width.is_some() => None,
                None => Some(String::new()),
            };
            let derived = &declarator.declarator.derived;
            let typedef_align = match &specifiers.ty {
                // An array has the alignment of its elements; a pointer has its own.
                ast::TypeSpecifier::Name(name) if derived.iter().all(|d| matches!(d, ast::Derived::Array { .. })) => {
                    match self.scopes.name(*name) {
                        Some(Entity::Typedef(_, align, _)) => align,
                        _ => None,
                    }
                }
                _ => None,
            };
            let is_plain = derived.iter().all(|d| matches!(d, ast::Derived::Array { .. }));
            let typedef_align = match self.atomic_alignment(specifiers, base.ty.ty) {
                Some(atomic) if is_plain => Some(typedef_align.unwrap_or(1).max(atomic)),
                _ => typedef_align,
            };
            let align = self.asked_alignment(specifiers, &declarator.declarator.attributes)?;
            let Qualified { ty, is_const, is_volatile } = ty;
            out.push(Member { name, ty, is_const, is_volatile, width, typedef_align, align, packed });
        }
        Ok(())
    }

    /// The alignment of an atomic type: its size, where the machine has an instruction for it, whatever that of the type
    /// without `_Atomic` is.
    pub fn atomic_alignment(&self, specifiers: &ast::Specifiers, ty: TypeId) -> Option<u64> {
        let is_atomic = specifiers.qualifiers.is_atomic || matches!(specifiers.ty, ast::TypeSpecifier::Atomic(_));
        let size = self.program.types.size_of(ty).filter(|size| is_atomic && matches!(size, 1 | 2 | 4 | 8 | 16))?;
        Some(size.max(self.program.types.align_of(ty)?))
    }

    /// Alignment by `aligned` and `_Alignas` of a member or a variable.
    pub fn asked_alignment(&mut self, specifiers: &ast::Specifiers, attributes: &[ast::Attribute]) -> Res<Option<u64>> {
        let mut asked = None;
        for attribute in specifiers.attributes.iter().chain(attributes) {
            if self.text(attribute.name) == "aligned" {
                asked = asked.max(Some(self.aligned_attribute(attribute)?));
            }
        }
        for align in &specifiers.alignas {
            // `_Alignas(0)` asks for nothing.
            asked = asked.max(u64::try_from(self.constant_int(align)?).ok().filter(|a| *a > 0));
        }
        Ok(asked)
    }

    /// The type of an enumeration specifier, which it may declare or define.
    pub fn enum_specifier(&mut self, specifier: &EnumSpecifier) -> Res<TypeId> {
        let id = match specifier.tag {
            None => {
                let tag = self.made_up_name("anonymous");
                self.program.types.enums.push(EnumType { tag, underlying: None })
            }
            Some(tag) => {
                let known =
                    if specifier.constants.is_some() { self.scopes.tag_here(tag) } else { self.scopes.tag(tag) };
                match known {
                    Some(Tag::Enum(id)) => id,
                    Some(Tag::Record(_)) => {
                        return self.error(
                            format!("'{}' is defined as the wrong kind of tag", self.text(tag)),
                            specifier.span,
                        );
                    }
                    None => {
                        let name = self.text(tag).to_string();
                        // gcc lets an enumeration be used before it is defined; it is an unsigned int then.
                        let underlying = specifier.constants.is_none().then_some(IntKind::UInt);
                        let id = self.program.types.enums.push(EnumType { tag: name, underlying });
                        self.scopes.declare_tag(tag, Tag::Enum(id));
                        id
                    }
                }
            }
        };
        let ty = self.program.types.intern(Type::Enum(id));
        if let Some(constants) = &specifier.constants {
            let packed =
                self.model().short_enums() || specifier.attributes.iter().any(|a| self.text(a.name) == "packed");
            let kind = self.enum_constants(constants, packed)?;
            self.program.types.enums[id].underlying = Some(self.enum_mode(specifier, kind));
        }
        Ok(ty)
    }

    /// The integer type of an enumeration by its attributes: `mode` says which it is, whatever its constants need.
    fn enum_mode(&mut self, specifier: &EnumSpecifier, mut kind: IntKind) -> IntKind {
        self.check_type_attributes(&specifier.attributes);
        for attribute in &specifier.attributes {
            if self.text(attribute.name) != "mode" {
                continue;
            }
            let of = self.program.types.int(kind);
            match self.mode_attribute(attribute, of).and_then(|ty| self.int_kind(ty)) {
                Some(asked) => kind = asked,
                None => self.linkage.refused.push(("the mode of an enumeration".into(), attribute.span)),
            }
        }
        kind
    }

    fn enum_constants(
        &mut self,
        constants: &[(ast::Symbol, Option<ast::SyntaxExpr>, Span)],
        packed: bool,
    ) -> Res<IntKind> {
        let mut next: i128 = 0;
        let (mut least, mut most) = (0_i128, 0_i128);
        let mut values = Vec::with_capacity(constants.len());
        for (name, value, span) in constants {
            if let Some(value) = value {
                next = self.constant_int(value)?;
            }
            least = least.min(next);
            most = most.max(next);
            let ty = self.enumerator_type(next);
            // A constant is known to the ones after it, as an `int` where it fits.
            if let Some(Entity::Constant(..) | Entity::Var(..) | Entity::Typedef(..) | Entity::Function(_)) =
                self.scopes.name_here(*name)
            {
                return self.error(format!("redeclaration of '{}'", self.text(*name)), *span);
            }
            self.scopes.declare(*name, Entity::Constant(next, ty));
            values.push((*name, next));
            next += 1;
        }
        let fits = |low: i128, high: i128| least >= low && most <= high;
        let long = IntKind::Long.bits(self.model());
        let kind = if least < 0 {
            match () {
                () if packed && fits(-128, 127) => IntKind::SChar,
                () if packed && fits(-(1 << 15), (1 << 15) - 1) => IntKind::Short,
                () if fits(-(1 << 31), (1 << 31) - 1) => IntKind::Int,
                () if long == 64 => IntKind::Long,
                () => IntKind::LongLong,
            }
        } else {
            match () {
                () if packed && fits(0, 255) => IntKind::UChar,
                () if packed && fits(0, (1 << 16) - 1) => IntKind::UShort,
                () if fits(0, (1 << 32) - 1) => IntKind::UInt,
                () if long == 64 => IntKind::ULong,
                () => IntKind::ULongLong,
            }
        };
        // Once the enumeration is complete, gcc (12) gives those that do not fit an int the enumeration's type; the others
        // are ints as C has them.
        let ty = self.program.types.int(kind);
        for (name, value) in values {
            if i32::try_from(value).is_err() {
                self.scopes.declare(name, Entity::Constant(value, ty));
            }
        }
        Ok(kind)
    }

    fn enumerator_type(&mut self, value: i128) -> TypeId {
        let kind = match value {
            -0x8000_0000..=0x7fff_ffff => IntKind::Int,
            0x8000_0000..=0xffff_ffff => IntKind::UInt,
            i128::MIN..-0x8000_0000 | 0x1_0000_0000..=0x7fff_ffff_ffff_ffff => IntKind::LongLong,
            _ => IntKind::ULongLong,
        };
        self.program.types.int(kind)
    }

    /// The record behind `va_list` on x86-64.
    pub fn va_list_record(&mut self) -> TypeId {
        let known = self.program.types.records.iter_ids().find(|(_, r)| r.tag == "__va_list_tag").map(|(id, _)| id);
        let id = known.unwrap_or_else(|| {
            let id = self.new_record("__va_list_tag".into(), false, Span::NONE);
            let member = |name: &str, ty| Member {
                name: Some(name.into()),
                ty,
                is_const: false,
                is_volatile: false,
                width: None,
                typedef_align: None,
                align: None,
                packed: false,
            };
            let (uint, pointer) = (self.basic.uint, self.basic.void_ptr);
            let members = vec![
                member("gp_offset", uint),
                member("fp_offset", uint),
                member("overflow_arg_area", pointer),
                member("reg_save_area", pointer),
            ];
            if let Some(layout) =
                self.layout(members, Demand { is_union: false, packed: false, align: None, pack: None })
            {
                let record = &mut self.program.types.records[id];
                record.fields = Some(layout.fields);
                record.size = layout.size;
                record.align = layout.align;
            }
            id
        });
        self.program.types.intern(Type::Record(id))
    }
}
