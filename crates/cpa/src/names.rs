//! Names that outlive a process: for everything that a state may speak of, a text that means the same in another run,
//! and for another text of the program, where ids are numbered anew.
//!
//! A variable is named by its function, its name and its place among the variables of that name; a string literal by what
//! it says; a location by its place in its function. Behind a variable's name stands a digest of what an analysis may
//! conclude from its declaration: type with layout, kind, initial bytes, whether its address is taken. So a name that is
//! found is a variable of the same sort, or it is not found.
//!
//! Invariant: no two variables (functions, locations, edges) of one program have one name. That is all that results need
//! to be used again, provided that the text that a result is kept for is written with these names, too: what a block does
//! to objects that its text does not name does not depend on which objects they are, only on which of them are the same.
//! A name that has come to mean another object of the caller, because the caller was edited, is as good as the old one.

use cairn_base::FastMap;
use cairn_base::id::IdVec;
use cairn_ir::{EdgeId, FunctionId, Intrinsic, NodeId, Op, Program, Qualified, RecordId, Type, TypeId, VarId, VarKind};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The names of a program, both ways.
#[derive(Debug)]
pub struct Names<'p> {
    program: &'p Program,
    functions: IdVec<FunctionId, String>,
    function_of: FastMap<String, FunctionId>,
    vars: IdVec<VarId, String>,
    var_of: FastMap<String, VarId>,
    /// The place of each location in its function.
    node_places: IdVec<NodeId, u32>,
    nodes_of: IdVec<FunctionId, Vec<NodeId>>,
    /// Action of each edge as far as its name tells, and its place among the edges of its function that do that.
    edge_places: IdVec<EdgeId, u32>,
    edge_of: FastMap<(FunctionId, Option<Intrinsic>, u32), EdgeId>,
}

impl<'p> Names<'p> {
    /// The names of a program.
    pub fn new(program: &'p Program) -> Self {
        let mut ordinals: FastMap<String, u32> = FastMap::default();
        let mut types = TypeTexts::new(program);
        let mut functions: IdVec<FunctionId, String> = IdVec::new();
        for function in program.functions.iter() {
            let signature = digest(types.of(function.ty).as_bytes());
            functions.push(numbered(format!("{}:{signature}", function.name), &mut ordinals));
        }
        let mut vars: IdVec<VarId, String> = IdVec::new();
        for var in program.vars.ids() {
            let name = var_name(var, &mut types, program);
            vars.push(numbered(name, &mut ordinals));
        }
        let mut nodes_of: IdVec<FunctionId, Vec<NodeId>> = program.functions.ids().map(|_| Vec::new()).collect();
        let mut node_places = IdVec::new();
        for (id, node) in program.nodes.iter_ids() {
            node_places.push(u32::try_from(nodes_of[node.function].len()).unwrap_or(u32::MAX));
            nodes_of[node.function].push(id);
        }
        let mut edge_of = FastMap::default();
        let mut edge_places = IdVec::new();
        let mut counts: FastMap<(FunctionId, Option<Intrinsic>), u32> = FastMap::default();
        for (id, edge) in program.edges.iter_ids() {
            let (function, which) = (program.nodes[edge.source].function, intrinsic(&edge.op));
            let count = counts.entry((function, which)).or_insert(0);
            edge_places.push(*count);
            edge_of.insert((function, which, *count), id);
            *count += 1;
        }
        let function_of = functions.iter_ids().map(|(id, name)| (name.clone(), id)).collect();
        let var_of = vars.iter_ids().map(|(id, name)| (name.clone(), id)).collect();
        Self { program, functions, function_of, vars, var_of, node_places, nodes_of, edge_places, edge_of }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }
    /// The name of a function.
    pub fn function_text(&self, function: FunctionId) -> &str {
        &self.functions[function]
    }
    /// The function of a name.
    pub fn function(&self, text: &str) -> Option<FunctionId> {
        self.function_of.get(text).copied()
    }
    /// The name of a variable.
    pub fn var_text(&self, var: VarId) -> &str {
        &self.vars[var]
    }
    /// The variable of a name.
    pub fn var(&self, text: &str) -> Option<VarId> {
        self.var_of.get(text).copied()
    }
    /// A location: its function, and its place there.
    pub fn node_place(&self, node: NodeId) -> (FunctionId, u32) {
        (self.program.nodes[node].function, self.node_places[node])
    }
    /// The location at a place of a function.
    pub fn node(&self, function: FunctionId, place: u32) -> Option<NodeId> {
        self.nodes_of.get(function)?.get(place as usize).copied()
    }
    /// An edge: its function, the primitive it calls, and its place among the edges of the function that call that: an
    /// allocation stays the same when something else is put before it.
    pub fn edge_place(&self, edge: EdgeId) -> (FunctionId, Option<Intrinsic>, u32) {
        let at = &self.program.edges[edge];
        (self.program.nodes[at.source].function, intrinsic(&at.op), self.edge_places[edge])
    }
    /// The edge at a place of a function.
    pub fn edge(&self, function: FunctionId, which: Option<Intrinsic>, place: u32) -> Option<EdgeId> {
        self.edge_of.get(&(function, which, place)).copied()
    }
}

/// The first 16 digits of a SHA-256.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn intrinsic(op: &Op) -> Option<Intrinsic> {
    match op {
        Op::Intrinsic { which, .. } => Some(*which),
        _ => None,
    }
}

/// A name, with its number among the equal ones from the second on.
fn numbered(name: String, ordinals: &mut FastMap<String, u32>) -> String {
    let ordinal = ordinals.entry(name.clone()).or_insert(0);
    *ordinal += 1;
    match *ordinal {
        1 => name,
        more => format!("{name}#{more}"),
    }
}

fn var_name(var: VarId, types: &mut TypeTexts<'_>, program: &Program) -> String {
    let variable = &program.vars[var];
    let mut declared =
        format!("{:?} {} {}\n", variable.kind, variable.address_taken, types.of(variable.ty)).into_bytes();
    if let Some(data) = &variable.data {
        declared.extend_from_slice(data);
    }
    let digest = digest(&declared);
    match (variable.kind, variable.function) {
        // The name of a literal is made up, from its number.
        (VarKind::StringLiteral, _) => format!("\"\":{digest}"),
        (_, Some(function)) => format!("{}::{}:{digest}", program.functions[function].name, variable.name),
        (_, None) => format!("::{}:{digest}", variable.name),
    }
}

/// Texts of types, with layout; behind pointers records are named by tag and size.
#[derive(Debug)]
pub struct TypeTexts<'p> {
    program: &'p Program,
    texts: FastMap<TypeId, String>,
    records: FastMap<RecordId, String>,
}

impl<'p> TypeTexts<'p> {
    /// The texts of the types of a program.
    pub fn new(program: &'p Program) -> Self {
        Self { program, texts: FastMap::default(), records: FastMap::default() }
    }
    /// The text of a type.
    pub fn of(&mut self, ty: TypeId) -> String {
        if let Some(known) = self.texts.get(&ty) {
            return known.clone();
        }
        let program = self.program;
        let text = match program.types.get(ty) {
            Type::Void => "void".to_owned(),
            Type::Int(kind) => format!("{kind:?}"),
            Type::Enum(id) => {
                let enumeration = &program.types.enums[*id];
                format!("enum {} {:?}", tag(&enumeration.tag), enumeration.underlying)
            }
            Type::Float(kind) => format!("{kind:?}"),
            Type::Pointer(to) => format!("*{}", self.behind_pointer(*to)),
            Type::Array(of, length) => format!("[{length:?}]{}{}", qualifiers(*of), self.of(of.ty)),
            Type::VariableArray(of, _) => format!("[*]{}{}", qualifiers(*of), self.of(of.ty)),
            Type::Record(id) => self.record(*id),
            Type::Function(function) => {
                let params: Vec<String> = function.params.iter().map(|param| self.shallow(*param)).collect();
                let result = self.shallow(function.result);
                format!("({},{},{}){result}", params.join(","), function.variadic, function.prototype)
            }
        };
        self.texts.insert(ty, text.clone());
        text
    }

    /// By a digest of its members, or records of records would grow without bound.
    fn record(&mut self, id: RecordId) -> String {
        if let Some(known) = self.records.get(&id) {
            return known.clone();
        }
        let record = &self.program.types.records[id];
        let name = format!("{} {}", if record.is_union { "union" } else { "struct" }, tag(&record.tag));
        // A record is never within itself; this is what it would be there.
        self.records.insert(id, name.clone());
        let mut text = format!("{} {} {}", record.size, record.align, record.fields.is_some());
        for field in record.fields.iter().flatten() {
            let ty = self.of(field.ty);
            let _ = write!(text, ";{} {} {} {:?} {ty}", field.name, field.is_const, field.offset, field.bits);
        }
        let whole = format!("{name} {}", digest(text.as_bytes()));
        self.records.insert(id, whole.clone());
        whole
    }

    /// With its size, which pointer arithmetic counts in.
    fn behind_pointer(&mut self, to: Qualified) -> String {
        let size = self.program.types.size_of(to.ty).map_or(String::new(), |size| size.to_string());
        format!("{}{size} {}", qualifiers(to), self.shallow(to.ty))
    }

    /// A type without the layout of its records.
    fn shallow(&mut self, ty: TypeId) -> String {
        match self.program.types.get(ty) {
            Type::Record(id) => {
                let record = &self.program.types.records[*id];
                format!("{} {}", if record.is_union { "union" } else { "struct" }, tag(&record.tag))
            }
            Type::Pointer(to) => format!("*{}", self.behind_pointer(*to)),
            Type::Array(of, length) => format!("[{length:?}]{}", self.behind_pointer(*of)),
            Type::Function(_) => "function".to_owned(),
            _ => self.of(ty),
        }
    }
}

fn qualifiers(of: Qualified) -> &'static str {
    match (of.is_const, of.is_volatile) {
        (false, false) => "",
        (true, false) => "const ",
        (false, true) => "volatile ",
        (true, true) => "const volatile ",
    }
}

/// A tag; those that are made up hold a number that may be another next time.
fn tag(tag: &str) -> &str {
    if tag.starts_with('<') { "<anonymous>" } else { tag }
}
