//! The types that declarations spell: specifier words and declarators (C11 6.7.2, 6.7.6).

use crate::ast::{
    Attribute, BasicWords, Declarator, Derived, Parameter, Specifiers, StorageClass, SyntaxExpr, SyntaxExprKind,
    TypeName, TypeSpecifier,
};
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use crate::sema::scope::Entity;
use cairn_base::Span;
use cairn_ir::TypeId;
use cairn_ir::types::{FloatKind, FunctionType, IntKind, Qualified, Type};

/// Meaning of specifiers: a type, and the alignment that a typedef or attribute adds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    pub ty: Qualified,
    pub align: Option<u64>,
    /// `_Complex` or another type without a model: its objects cannot be used.
    pub exotic: bool,
}

impl Lower<'_> {
    /// The type that declaration specifiers name.
    pub fn specifiers(&mut self, specifiers: &Specifiers) -> Res<Base> {
        let mut base = self.type_specifier(specifiers)?;
        base.ty.is_const |= specifiers.qualifiers.is_const;
        base.ty.is_volatile |= specifiers.qualifiers.is_volatile;
        self.attributes_on_type(&specifiers.attributes, &mut base)?;
        for align in &specifiers.alignas {
            let align = self.constant_int(align)?;
            base.align = base.align.max(u64::try_from(align).ok());
        }
        base.align = base.align.max(self.atomic_alignment(specifiers, base.ty.ty));
        // Nothing but functions of their own touch flags.
        let is_flag = matches!(&specifiers.ty, TypeSpecifier::Name(name) if self.text(*name) == "atomic_flag");
        self.atomic_elsewhere |=
            self.says_atomic(specifiers) && !is_flag && specifiers.storage != Some(StorageClass::Typedef);
        if base.exotic {
            self.exotic.push(specifiers.span);
        }
        if base.exotic && specifiers.storage != Some(StorageClass::Typedef) && !self.is_start() {
            self.unsupported("a complex or vector type", specifiers.span);
        }
        Ok(base)
    }

    /// Whether specifiers say that a type is atomic, by themselves or by its name.
    pub fn says_atomic(&self, specifiers: &Specifiers) -> bool {
        let by_name = match &specifiers.ty {
            TypeSpecifier::Name(name) => self.atomic_typedefs.contains(name),
            TypeSpecifier::Atomic(_) => true,
            _ => false,
        };
        by_name || specifiers.qualifiers.is_atomic
    }

    fn type_specifier(&mut self, specifiers: &Specifiers) -> Res<Base> {
        let plain = |ty: TypeId| Base { ty: ty.into(), align: None, exotic: false };
        Ok(match &specifiers.ty {
            TypeSpecifier::Basic(words) => {
                let ty = self.basic_type(*words, specifiers.span)?;
                Base { exotic: words.complex, ..plain(ty) }
            }
            TypeSpecifier::Name(name) => match self.scopes.name(*name) {
                Some(Entity::Typedef(ty, align, exotic)) => Base { ty, align, exotic },
                _ => return self.error(format!("'{}' is not a type", self.text(*name)), specifiers.span),
            },
            TypeSpecifier::Record(record) => {
                let ty = self.record_specifier(record)?;
                Base { exotic: self.exotic_records.contains(&ty), ..plain(ty) }
            }
            TypeSpecifier::Enum(specifier) => plain(self.enum_specifier(specifier)?),
            TypeSpecifier::TypeofExpr(expr) => Base { ty: self.typeof_expr(expr)?, align: None, exotic: false },
            TypeSpecifier::TypeofType(name) => Base { ty: self.type_name_of(name)?, align: None, exotic: false },
            TypeSpecifier::Atomic(name) => Base { ty: self.type_name_of(name)?, align: None, exotic: false },
            TypeSpecifier::AutoType => {
                return self.error("'__auto_type' needs a variable with an initialiser", specifiers.span);
            }
            TypeSpecifier::VaList => plain(self.va_list()),
            TypeSpecifier::Missing => plain(self.basic.int),
        })
    }

    fn basic_type(&mut self, words: BasicWords, span: Span) -> Res<TypeId> {
        let BasicWords {
            void,
            bool_,
            char_,
            short,
            int,
            long,
            signed,
            unsigned,
            float,
            double,
            int128,
            float128,
            complex,
        } = words;
        let bases = [void, bool_, char_, float, double, int128, float128].into_iter().filter(|b| *b).count();
        let wrong = bases > 1
            || (signed && unsigned)
            || ((signed || unsigned) && (void || bool_ || float || double || float128))
            || (short && (long > 0 || char_ || bases > 0))
            || (long > 0 && (bases > 0 && !(double && long == 1)))
            || (int && (bases > 0))
            || long > 2;
        if wrong {
            return self.error("two or more data types in declaration specifiers", span);
        }
        let types = &mut self.program.types;
        if complex && !(float || double) && !(char_ || short || int || long > 0) {
            return Ok(types.float(FloatKind::Double));
        }
        let kind = match () {
            () if void => return Ok(types.void()),
            () if float => return Ok(types.float(FloatKind::Float)),
            () if double && long == 1 => return Ok(types.float(FloatKind::LongDouble)),
            () if double => return Ok(types.float(FloatKind::Double)),
            () if float128 => return Ok(types.float(FloatKind::Float128)),
            () if bool_ => IntKind::Bool,
            () if char_ && unsigned => IntKind::UChar,
            () if char_ && signed => IntKind::SChar,
            () if char_ => IntKind::Char,
            () if int128 && unsigned => IntKind::UInt128,
            () if int128 => IntKind::Int128,
            () if short && unsigned => IntKind::UShort,
            () if short => IntKind::Short,
            () if long == 2 && unsigned => IntKind::ULongLong,
            () if long == 2 => IntKind::LongLong,
            () if long == 1 && unsigned => IntKind::ULong,
            () if long == 1 => IntKind::Long,
            () if unsigned => IntKind::UInt,
            () => IntKind::Int,
        };
        Ok(types.int(kind))
    }

    /// The attributes among specifiers or after a declarator that change a type or its alignment.
    pub fn attributes_on_type(&mut self, attributes: &[Attribute], base: &mut Base) -> Res<()> {
        for attribute in attributes {
            match self.text(attribute.name) {
                "aligned" => {
                    let align = self.aligned_attribute(attribute)?;
                    let own = self.program.types.align_of(base.ty.ty);
                    self.program.outside.underaligned |= own.is_none_or(|own| align < own);
                    base.align = base.align.max(Some(align));
                }
                "mode" => match self.mode_attribute(attribute, base.ty.ty) {
                    Some(ty) => base.ty.ty = ty,
                    None => base.exotic = true,
                },
                "vector_size" => {
                    base.exotic = true;
                    self.exotic.push(attribute.span);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Alignment of `aligned(n)`; without an argument the largest alignment of the machine.
    pub fn aligned_attribute(&mut self, attribute: &Attribute) -> Res<u64> {
        match attribute.args.first() {
            Some(arg) => Ok(u64::try_from(self.constant_int(arg)?).unwrap_or(1).clamp(1, 1 << 28)),
            None => Ok(self.model().row().most_aligned),
        }
    }

    /// The type of the machine mode that an attribute asks for, as signed as the type that it stands on.
    pub fn mode_attribute(&mut self, attribute: &Attribute, ty: TypeId) -> Option<TypeId> {
        let SyntaxExprKind::Name(name) = attribute.args.first()?.kind else { return None };
        let unsigned = self.int_kind(ty).is_some_and(|kind| !kind.is_signed(self.model()));
        let pick = |signed, un| if unsigned { un } else { signed };
        let is_64 = self.model().pointer_bits() == 64;
        let word = if is_64 { pick(IntKind::Long, IntKind::ULong) } else { pick(IntKind::Int, IntKind::UInt) };
        let kind = match self.text(name).trim_matches('_') {
            "QI" | "byte" => pick(IntKind::SChar, IntKind::UChar),
            "HI" => pick(IntKind::Short, IntKind::UShort),
            "SI" => pick(IntKind::Int, IntKind::UInt),
            "DI" if is_64 => pick(IntKind::Long, IntKind::ULong),
            "DI" => pick(IntKind::LongLong, IntKind::ULongLong),
            "TI" => pick(IntKind::Int128, IntKind::UInt128),
            "word" | "pointer" | "unwind_word" => word,
            "SF" => return Some(self.program.types.float(FloatKind::Float)),
            "DF" => return Some(self.program.types.float(FloatKind::Double)),
            "XF" => return Some(self.program.types.float(FloatKind::LongDouble)),
            "TF" => return Some(self.program.types.float(FloatKind::Float128)),
            _ => return None,
        };
        Some(self.program.types.int(kind))
    }

    /// `__builtin_va_list`: a pointer on 32 bits, an array of one record on x86-64.
    /// ARM has a record that holds nothing but the pointer.  It is passed, copied and laid out as the pointer is.
    pub fn va_list(&mut self) -> TypeId {
        if self.model().row().list_is_pointer {
            return self.basic.char_ptr;
        }
        let record = self.va_list_record();
        self.program.types.array(record, Some(1))
    }

    /// The type that a declarator makes of a base type.
    pub fn derive(&mut self, base: Qualified, derived: &[Derived], span: Span) -> Res<Qualified> {
        let mut ty = base;
        for (position, step) in derived.iter().enumerate().rev() {
            self.atomic_elsewhere |= matches!(step, Derived::Pointer(qualifiers) if qualifiers.is_atomic);
            ty = match step {
                Derived::Pointer(qualifiers) => Qualified {
                    ty: self.program.types.pointer(ty),
                    is_const: qualifiers.is_const,
                    is_volatile: qualifiers.is_volatile,
                },
                Derived::Array { size, .. } => self.array_of(ty, size.as_deref(), true, span)?,
                Derived::Function { params, variadic, prototype, .. } => {
                    if self.is_function(ty.ty) || matches!(self.program.types.get(ty.ty), Type::Array(..)) {
                        return self.error("a function returns a function or an array", span);
                    }
                    let _ = position;
                    let types = self.prototype(params)?;
                    let function =
                        FunctionType { result: ty.ty, params: types, variadic: *variadic, prototype: *prototype };
                    self.program.types.intern(Type::Function(function)).into()
                }
            };
        }
        Ok(ty)
    }

    /// The type of an array; whether there may be one.
    fn array_of(&mut self, of: Qualified, size: Option<&SyntaxExpr>, is_array: bool, span: Span) -> Res<Qualified> {
        if self.is_function(of.ty) || of.ty == self.basic.void {
            return self.error("an array of functions or of void", span);
        }
        Ok(match size {
            None => self.program.types.array(of, None).into(),
            Some(size) => self.array_type(of, size, is_array)?.into(),
        })
    }

    /// The parameter types of a prototype, whose names have a scope of their own.
    fn prototype(&mut self, params: &[Parameter]) -> Res<Vec<TypeId>> {
        if let [only] = params
            && only.declarator.name.is_none()
            && only.declarator.derived.is_empty()
        {
            let base = self.specifiers(&only.specifiers)?;
            if base.ty.ty == self.basic.void {
                return Ok(Vec::new());
            }
        }
        self.scopes.enter();
        self.quiet += 1;
        self.prototypes += 1;
        let result = self.prototype_in_scope(params);
        self.prototypes -= 1;
        self.quiet -= 1;
        self.scopes.leave();
        result
    }

    fn prototype_in_scope(&mut self, params: &[Parameter]) -> Res<Vec<TypeId>> {
        let mut types = Vec::with_capacity(params.len());
        for param in params {
            let base = self.specifiers(&param.specifiers)?;
            let ty = self.declared_param(base, &param.declarator)?;
            if let Some(name) = param.declarator.name {
                let var = self.temp(ty.ty, param.declarator.span);
                self.scopes.declare(name, Entity::Var(var, ty));
            }
            types.push(ty.ty);
        }
        Ok(types)
    }

    /// The type of a parameter by its declarator and the attributes behind it.
    pub fn declared_param(&mut self, base: Base, declarator: &Declarator) -> Res<Qualified> {
        let mut of = base;
        of.ty = match declarator.derived.split_first() {
            Some((Derived::Array { size, .. }, inner)) => {
                let element = self.derive(base.ty, inner, declarator.span)?;
                self.array_of(element, size.as_deref(), false, declarator.span)?
            }
            _ => self.derive(base.ty, &declarator.derived, declarator.span)?,
        };
        self.attributes_on_type(&declarator.attributes, &mut of)?;
        if of.exotic && !base.exotic {
            self.exotic.push(declarator.span);
        }
        Ok(self.adjust_param(of.ty))
    }

    /// The type of a parameter as the function has it: arrays and functions are pointers.
    fn adjust_param(&mut self, ty: Qualified) -> Qualified {
        match self.program.types.get(ty.ty) {
            Type::Array(of, _) | Type::VariableArray(of, _) => {
                let of = *of;
                self.program.types.pointer(of).into()
            }
            Type::Function(_) => self.program.types.pointer(ty.ty).into(),
            _ => ty,
        }
    }

    pub fn is_function(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Function(_))
    }

    /// The type that a type name spells.
    pub fn type_name_of(&mut self, name: &TypeName) -> Res<Qualified> {
        let base = self.specifiers(&name.specifiers)?;
        self.derive(base.ty, &name.declarator.derived, name.span)
    }

    /// The qualified type of an operand, for `typeof`.
    pub fn operand_type(&mut self, operand: Operand) -> Qualified {
        match operand {
            Operand::Void => self.basic.void.into(),
            Operand::Value(expr) => self.type_of(expr).into(),
            Operand::Place(place) => place.ty,
            Operand::Function(function) => self.program.functions[function].ty.into(),
        }
    }
}
