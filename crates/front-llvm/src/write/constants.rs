//! Constants: as expressions in a body, and as initial values of objects.

use super::tree::{Object, Reads, Tree};
use super::types::{CKind, CType, Rep};
use super::{Res, Unit, literal};
use crate::model::{BlockId, ConstantId, ConstantKind, Linkage, LlvmOperand, SymbolId, SymbolKind, TypeId, TypeKind};
use cairn_base::id::Id;

/// Where addresses of labels begin: they are numbers, since only jumps look at them.
const LABELS: u64 = 0x6c61_0000;

/// How many scalars an object has at most that is assigned one by one.
const MOST_PARTS: usize = 32;

impl Unit<'_> {
    /// The number that stands for the address of a block.
    pub fn label(&self, function: SymbolId, block: BlockId) -> u64 {
        LABELS + ((function.index() as u64) << 14) * 64 + block.index() as u64
    }

    pub fn symbol(&mut self, id: SymbolId) -> Res<Tree> {
        let symbol = &self.module.symbols[id];
        let name = self.names[id].clone();
        match &symbol.kind {
            SymbolKind::Function(_) if !self.may_be_pointed_to(id) => Err(format!(
                "a pointer to '{}', which returns an object of a type that the module does not say",
                symbol.name
            )),
            SymbolKind::Function(_) => Ok(Tree::new(format!("((void *){name})"), Rep::Pointer, Reads::default())),
            SymbolKind::Variable { debug, .. } => {
                let object = self.types.in_memory(symbol.ty, *debug);
                Ok(match object {
                    Ok(ct) => Tree::address(Object { text: name, ty: symbol.ty, ct }, Reads::default()),
                    // An object of another unit, of which only the address is used.
                    Err(_) => Tree::new(format!("((void *)&{name})"), Rep::Pointer, Reads::default()),
                })
            }
            SymbolKind::Alias(to) => {
                let ConstantKind::Symbol(to) = self.module.constants[*to].kind else {
                    return Err(format!("the alias '{}' of a part of an object", symbol.name));
                };
                self.symbol(to)
            }
            SymbolKind::Other(what) => Err((*what).to_owned()),
        }
    }

    /// The text of a constant string that nothing but its content is known of.
    pub fn literal_of(&self, id: ConstantId) -> Option<String> {
        let ConstantKind::Symbol(symbol) = self.module.constants[id].kind else { return None };
        let symbol = &self.module.symbols[symbol];
        let SymbolKind::Variable { constant: true, initial: Some(initial), .. } = &symbol.kind else { return None };
        let (Linkage::Private, ConstantKind::Bytes(bytes)) = (symbol.linkage, &self.module.constants[*initial].kind)
        else {
            return None;
        };
        let (last, rest) = bytes.split_last()?;
        (*last == 0).then(|| literal::string(rest))
    }

    /// The bytes of a text that a constant points to.
    pub fn text_of_constant(&self, id: ConstantId) -> Option<Vec<u8>> {
        let ConstantKind::Symbol(symbol) = self.module.constants[id].kind else { return None };
        let SymbolKind::Variable { constant: true, initial: Some(initial), .. } = &self.module.symbols[symbol].kind
        else {
            return None;
        };
        match &self.module.constants[*initial].kind {
            ConstantKind::Bytes(bytes) => Some(bytes.clone()),
            // Rust puts a text into a structure of its own.
            ConstantKind::Aggregate(parts) => match &self.module.constants[*parts.first()?].kind {
                ConstantKind::Bytes(bytes) => Some(bytes.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// A constant that is no aggregate, nor made by an expression.
    pub fn simple_constant(&mut self, id: ConstantId) -> Res<Option<Tree>> {
        let constant = &self.module.constants[id];
        let model = self.types.model;
        let none = Reads::default;
        Ok(Some(match &constant.kind {
            ConstantKind::Integer(bits) => match self.module.types[constant.ty].kind {
                TypeKind::Integer(width) => Tree::integer(model, *bits, width),
                _ => return Ok(None),
            },
            ConstantKind::Real(value) => match self.module.types[constant.ty].kind {
                TypeKind::Float => Tree::new(literal::real(*value, "f"), Rep::Float, none()),
                _ => Tree::new(literal::real(*value, ""), Rep::Double, none()),
            },
            ConstantKind::LongDouble(bits) => {
                let text = literal::long_double(*bits).ok_or("a floating constant that is no number")?;
                Tree::new(text, Rep::LongDouble, none())
            }
            ConstantKind::Null => Tree::new("((void *)0)".to_owned(), Rep::Pointer, none()),
            ConstantKind::Symbol(symbol) => self.symbol(*symbol)?,
            ConstantKind::BlockAddress(function, block) => {
                Tree::new(format!("((void *){}UL)", self.label(*function, *block)), Rep::Pointer, none())
            }
            ConstantKind::Other(text) => {
                match (&self.module.types[constant.ty].kind, text.contains("0x7FF8000000000000")) {
                    (TypeKind::Float, true) => Tree::new("__builtin_nanf(\"\")".to_owned(), Rep::Float, none()),
                    (TypeKind::Double, true) => Tree::new("__builtin_nan(\"\")".to_owned(), Rep::Double, none()),
                    _ => return Err(format!("the constant '{text}'")),
                }
            }
            _ => return Ok(None),
        }))
    }

    /// The initial value of an object.
    pub fn initial(&mut self, id: ConstantId, ct: CType) -> Res<String> {
        if let Some(tree) = self.simple_constant(id)? {
            return match self.types.kind(ct).clone() {
                // The bytes of an integer of a width that C lacks.
                CKind::Array(_, size) => {
                    let bits = tree.constant.ok_or("an initial value of such a type")?;
                    let bytes: Vec<_> = (0..size).map(|i| ((bits >> (8 * i).min(127)) as u8).to_string()).collect();
                    Ok(format!("{{{}}}", bytes.join(", ")))
                }
                CKind::Pointer => Ok(tree.text),
                CKind::Int { signed, .. } => Ok(tree.number(self.types.model, signed)),
                _ => Ok(tree.text),
            };
        }
        let constant = self.module.constants[id].clone();
        match &constant.kind {
            ConstantKind::Zero => Ok(self.zero(ct)),
            // Padding is spelled as bytes that are not defined.
            ConstantKind::Undefined if matches!(self.types.kind(ct), CKind::Array(..)) => Ok(self.zero(ct)),
            ConstantKind::Bytes(bytes) => Ok(match bytes.split_last() {
                Some((0, rest)) => literal::string(rest),
                _ => literal::string(bytes),
            }),
            ConstantKind::Aggregate(parts) => {
                let types: Vec<CType> = match self.types.kind(ct).clone() {
                    CKind::Array(of, _) => vec![of; parts.len()],
                    CKind::Record(record) => match self.types.records[record].types.clone() {
                        types if types.len() == parts.len() => types,
                        // A vector.
                        types => match self.types.kind(types[0]).clone() {
                            CKind::Array(of, _) => {
                                let list: Res<Vec<_>> = parts.iter().map(|part| self.initial(*part, of)).collect();
                                return Ok(format!("{{{{{}}}}}", list?.join(", ")));
                            }
                            _ => return Err("an initial value of such a type".to_owned()),
                        },
                    },
                    _ => return Err("an initial value of such a type".to_owned()),
                };
                if parts.is_empty() {
                    return Ok("{}".to_owned());
                }
                // What follows the last part that is not zero is zero without being said.
                let is_zero = |part: &ConstantId| match &self.module.constants[*part].kind {
                    ConstantKind::Integer(0) | ConstantKind::Null | ConstantKind::Zero => true,
                    ConstantKind::Real(value) => value.to_bits() == 0,
                    _ => false,
                };
                let count = parts.iter().rposition(|part| !is_zero(part)).map_or(1, |last| last + 1);
                let named = match self.types.kind(ct).clone() {
                    CKind::Record(record) => self.types.records[record].fields.clone(),
                    _ => Vec::new(),
                };
                let mut list = Vec::with_capacity(count);
                for (index, (part, of)) in parts.iter().zip(types).take(count).enumerate() {
                    // Bits between bit-fields are not defined, and zero in what clang makes of them.
                    let value = match self.module.constants[*part].kind {
                        ConstantKind::Undefined => self.zero(of),
                        _ => self.initial(*part, of)?,
                    };
                    // Members of padding stand between those of the module.
                    list.push(match named.get(index) {
                        Some(name) => format!(".{name} = {value}"),
                        None => value,
                    });
                }
                Ok(format!("{{{}}}", list.join(", ")))
            }
            ConstantKind::Expression(operation, operands) => {
                let parts: Res<Vec<Tree>> = operands.iter().map(|operand| self.constant_operand(operand)).collect();
                let tree = self.pure(operation, &parts?, constant.ty)?;
                Ok(match self.types.kind(ct).clone() {
                    CKind::Int { signed, .. } => tree.number(self.types.model, signed),
                    _ => tree.text,
                })
            }
            _ => Err("an initial value that is not known".to_owned()),
        }
    }

    /// An object and a constant, scalar by scalar; an error where that is too much, or not all of it.
    pub fn parts_of(&mut self, object: &Object, id: ConstantId, parts: &mut Vec<(String, String)>) -> Res<()> {
        let module = self.module;
        let constant = &module.constants[id];
        if !self.is_dense(constant.ty) {
            return Err("an object with padding".to_owned());
        }
        let count = match (&constant.kind, &module.types[constant.ty].kind) {
            (ConstantKind::Aggregate(list), TypeKind::Array { .. } | TypeKind::Struct { .. }) => list.len(),
            (ConstantKind::Zero, TypeKind::Array { length, .. }) => *length as usize,
            (ConstantKind::Zero, TypeKind::Struct { fields: Some(fields), .. }) => fields.len(),
            (ConstantKind::Bytes(bytes), _) => bytes.len(),
            (ConstantKind::Integer(_) | ConstantKind::Null | ConstantKind::Real(_) | ConstantKind::Symbol(_), _) => {
                let value = self.initial(id, object.ct)?;
                parts.push((object.text.clone(), value));
                return if parts.len() > MOST_PARTS { Err("a large object".to_owned()) } else { Ok(()) };
            }
            _ => return Err("such an object".to_owned()),
        };
        if count > MOST_PARTS {
            return Err("a large object".to_owned());
        }
        for index in 0..count {
            let part = self.part(object, &Tree::integer(self.types.model, index as u128, 64))?;
            match &constant.kind {
                ConstantKind::Aggregate(list) => self.parts_of(&part, list[index], parts)?,
                ConstantKind::Bytes(bytes) => parts.push((part.text, bytes[index].to_string())),
                _ => self.zero_parts(&part, parts)?,
            }
        }
        Ok(())
    }

    /// False for a structure with padding, whose bytes are copied too.
    fn is_dense(&self, ty: TypeId) -> bool {
        let TypeKind::Struct { fields: Some(fields), .. } = &self.module.types[ty].kind else { return true };
        let mut end = 0;
        fields.iter().all(|(field, offset)| {
            let dense = *offset == end;
            end = offset + self.module.types[*field].size;
            dense
        }) && end == self.module.types[ty].size
    }

    fn zero_parts(&mut self, object: &Object, parts: &mut Vec<(String, String)>) -> Res<()> {
        let count = match &self.module.types[object.ty].kind {
            TypeKind::Array { length, .. } => *length as usize,
            TypeKind::Struct { fields: Some(fields), .. } if self.is_dense(object.ty) => fields.len(),
            TypeKind::Integer(_) | TypeKind::Pointer | TypeKind::Float | TypeKind::Double => {
                parts.push((object.text.clone(), "0".to_owned()));
                return Ok(());
            }
            _ => return Err("such an object".to_owned()),
        };
        if count + parts.len() > MOST_PARTS {
            return Err("a large object".to_owned());
        }
        for index in 0..count {
            let part = self.part(object, &Tree::integer(self.types.model, index as u128, 64))?;
            self.zero_parts(&part, parts)?;
        }
        Ok(())
    }

    fn constant_operand(&mut self, value: &LlvmOperand) -> Res<Tree> {
        match value {
            LlvmOperand::Constant(id) => self.constant_expression(*id),
            _ => Err("an operand of a constant expression".to_owned()),
        }
    }

    /// A constant that is no aggregate.
    pub fn constant_expression(&mut self, id: ConstantId) -> Res<Tree> {
        if let Some(tree) = self.simple_constant(id)? {
            return Ok(tree);
        }
        let constant = self.module.constants[id].clone();
        match &constant.kind {
            ConstantKind::Expression(operation, operands) => {
                let parts: Res<Vec<Tree>> = operands.iter().map(|operand| self.constant_operand(operand)).collect();
                self.pure(operation, &parts?, constant.ty)
            }
            ConstantKind::Undefined => self.undefined(constant.ty),
            ConstantKind::Zero | ConstantKind::Aggregate(_) | ConstantKind::Bytes(_) => {
                let rep = self.types.rep(constant.ty)?;
                let ct = self.types.of_rep(rep);
                let value = self.initial(id, ct)?;
                let name = self.types.declare(ct, "");
                Ok(Tree::new(format!("(({name}){value})"), rep, Reads::default()))
            }
            _ => Err("such a constant".to_owned()),
        }
    }

    /// Any value of a type, another each time: an object without a value.
    pub fn undefined(&mut self, ty: TypeId) -> Res<Tree> {
        let rep = self.types.rep(ty)?;
        let ct = self.types.of_rep(rep);
        let declaration = self.types.declare(ct, "u");
        let tree = Tree::new(format!("({{ {declaration}; u; }})"), rep, Reads::default());
        Ok(match rep {
            Rep::Int { width, .. } if super::types::is_odd(width) => {
                let name = super::types::int_name(self.types.model, width, false);
                let mask = literal::integer(self.types.model, literal::mask(width), width, false);
                Tree { text: format!("(({name})({} & {mask}))", tree.text), ..tree }
            }
            _ => tree,
        })
    }

    fn zero(&self, ct: CType) -> String {
        match self.types.kind(ct) {
            CKind::Array(_, 0) => "{}".to_owned(),
            CKind::Record(record) if self.types.records[*record].types.is_empty() => "{}".to_owned(),
            CKind::Array(of, _) => format!("{{{}}}", self.zero(*of)),
            CKind::Record(record) => {
                let record = &self.types.records[*record];
                format!("{{.{} = {}}}", record.fields[0], self.zero(record.types[0]))
            }
            _ => "0".to_owned(),
        }
    }
}
