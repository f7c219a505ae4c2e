//! The digest of a block's text: equal for equal texts, in every run, and for every text of the rest of the program.
//!
//! A block's results rest on its function and on all functions that may run while it runs, so its digest is made of
//! theirs, component by component of the call graph. (After function pointers are resolved the call graph is in the
//! text.) A function's digest is made of its automaton with everything named by [`Names`], whose names hold what an
//! analysis may conclude from a declaration, and with the layout of all types that it uses. Places in the source are left
//! out: a comment changes nothing.
//!
//! Expressions are shared, so each has a digest of its own: a text would be as long as the tree.

use cairn_base::FastMap;
use cairn_base::id::IdVec;
use cairn_blocks::{BlockId, Blocks, Partition, ProgramPart};
use cairn_cpa::names::{Names, TypeTexts};
use cairn_ir::{
    CallGraph, ExprId, ExprKind, FunctionId, NodeId, NondetSource, Op, PlaceId, PlaceKind, Program, TypeId, VarId,
};
use cairn_summaries::Key;

type Digest = [u8; 32];

/// The digests of a program's blocks.
pub(crate) struct BlockDigests {
    blocks: IdVec<BlockId, Digest>,
}

impl BlockDigests {
    pub(crate) fn new(names: &Names<'_>, partition: &Partition) -> Self {
        let program = names.program();
        let mut texts = Texts::new(names);
        let calls = CallGraph::new(program);
        let mut whole: IdVec<FunctionId, Digest> = program.functions.iter().map(|_| [0; 32]).collect();
        for component in calls.components() {
            let mut parts: Vec<Digest> = component.iter().map(|member| texts.function(*member)).collect();
            for member in component {
                parts.extend(
                    calls
                        .callees(program, *member)
                        .filter(|callee| !component.contains(callee))
                        .map(|callee| whole[callee]),
                );
            }
            parts.sort_unstable();
            parts.dedup();
            let all = parts.iter().fold(Key::part("component"), |key, part| key.with(part)).digest();
            for member in component {
                let name = names.function_text(*member).as_bytes();
                whole[*member] = Key::part("function").with(name).with(&all).digest();
            }
        }
        let blocks = partition.iter().map(|(_, block)| block_digest(block, &whole[block.function], names)).collect();
        Self { blocks }
    }

    pub(crate) fn of(&self, block: BlockId) -> &Digest {
        &self.blocks[block]
    }
}

/// The digest of everything that can run: the start function with all that it calls.
pub fn whole_program(program: &Program) -> Result<[u8; 32], String> {
    let partition = Partition::new(program, &Blocks::Functions)?;
    Ok(*BlockDigests::new(&Names::new(program), &partition).of(partition.outermost()))
}

/// Name of a block in every run: its function, and its place there.
pub(crate) fn block_name(block: &ProgramPart, names: &Names<'_>) -> Digest {
    let key = Key::part("name").with(names.function_text(block.function).as_bytes());
    key.with(&places(block, names)).digest()
}

fn block_digest(block: &ProgramPart, function: &Digest, names: &Names<'_>) -> Digest {
    Key::part("block").with(function).with(&places(block, names)).digest()
}

/// A block's locations, by their places in the function; nothing for the whole function.
fn places(block: &ProgramPart, names: &Names<'_>) -> Vec<u8> {
    if block.is_function {
        return Vec::new();
    }
    let nodes = std::iter::once(block.entry).chain(block.nodes.iter().copied());
    nodes.flat_map(|node| names.node_place(node).1.to_le_bytes()).collect()
}

struct Texts<'n, 'p> {
    names: &'n Names<'p>,
    program: &'p Program,
    types: TypeTexts<'p>,
    type_digests: FastMap<TypeId, Digest>,
    exprs: FastMap<ExprId, Digest>,
    places: FastMap<PlaceId, Digest>,
    nodes: IdVec<FunctionId, Vec<NodeId>>,
}

impl<'n, 'p> Texts<'n, 'p> {
    fn new(names: &'n Names<'p>) -> Self {
        let program = names.program();
        let (exprs, places, nodes) = (FastMap::default(), FastMap::default(), program.nodes_by_function());
        Self { names, program, types: TypeTexts::new(program), type_digests: FastMap::default(), exprs, places, nodes }
    }

    fn function(&mut self, id: FunctionId) -> Digest {
        let function = &self.program.functions[id];
        let mut key = Key::part("text").with(self.names.function_text(id).as_bytes());
        key = key.with(&[u8::from(function.address_taken), u8::from(function.body.is_some())]);
        for var in function.params.iter().chain(&function.locals).chain(&function.result) {
            key = key.with(self.var(*var));
        }
        let Some(body) = function.body else { return key.digest() };
        key = key.with(&self.place_of(body.entry)).with(&self.place_of(body.exit));
        for node in std::mem::take(&mut self.nodes[id]) {
            key = key.with(&[u8::from(self.program.nodes[node].loop_head)]);
            for (_, edge) in self.program.leaving(node) {
                key = key.with(&self.place_of(edge.target));
                key = self.op(key, &edge.op);
            }
        }
        key.digest()
    }

    fn place_of(&self, node: NodeId) -> [u8; 4] {
        self.names.node_place(node).1.to_le_bytes()
    }

    fn var(&self, var: VarId) -> &'n [u8] {
        self.names.var_text(var).as_bytes()
    }

    fn op(&mut self, key: Key, op: &Op) -> Key {
        match op {
            Op::Skip => key.with(b"skip"),
            Op::Label(name) => key.with(b"label").with(name.as_bytes()),
            Op::Declare { var, zeroed } => key.with(b"declare").with(self.var(*var)).with(&[u8::from(*zeroed)]),
            Op::EndScope(var) => key.with(b"end").with(self.var(*var)),
            Op::Assume { cond, truth } => key.with(b"assume").with(&self.expr(*cond)).with(&[u8::from(*truth)]),
            Op::Assign { place, value } => key.with(b"assign").with(&self.place(*place)).with(&self.expr(*value)),
            Op::Havoc { place, source } => {
                let key = key.with(b"havoc").with(&self.place(*place));
                let (kind, name) = match source {
                    NondetSource::Verifier(name) => (0, name),
                    NondetSource::Undefined(name) => (1, name),
                    NondetSource::Unmodelled(name) => (2, name),
                    NondetSource::Other(name) => (3, name),
                    NondetSource::Volatile(read) => return key.with(&[4]).with(&self.expr(*read)),
                    NondetSource::Layout => return key.with(&[5]),
                };
                key.with(&[kind]).with(name.as_bytes())
            }
            Op::Call(call) | Op::CallPointer { site: call, .. } => {
                let site = &self.program.calls[*call];
                let callee = site.callee.map_or("", |callee| self.names.function_text(callee));
                let mut key = key.with(b"call").with(callee.as_bytes());
                key = key.with(site.result.map_or(&b""[..], |var| self.var(var)));
                self.list(key, &site.args)
            }
            Op::Intrinsic { which, args, result } => {
                let mut key = key.with(b"intrinsic").with(which.row().name.as_bytes());
                if which.row().reaches() {
                    // What it leaves alone is not said by the arguments.
                    key = self.program.outside.constants.iter().fold(key, |key, var| key.with(self.var(*var)));
                }
                let key = match result {
                    Some(place) => key.with(&self.place(*place)),
                    None => key.with(b""),
                };
                self.list(key, args)
            }
            Op::Halt => key.with(b"halt"),
            Op::Unsupported(what) => key.with(b"unsupported").with(what.as_bytes()),
        }
    }

    fn list(&mut self, key: Key, exprs: &[ExprId]) -> Key {
        let key = key.with(&(exprs.len() as u64).to_le_bytes());
        exprs.iter().fold(key, |key, expr| key.with(&self.expr(*expr)))
    }

    fn ty(&mut self, ty: TypeId) -> Digest {
        if let Some(known) = self.type_digests.get(&ty) {
            return *known;
        }
        let digest = Key::part("type").with(self.types.of(ty).as_bytes()).digest();
        self.type_digests.insert(ty, digest);
        digest
    }

    fn expr(&mut self, id: ExprId) -> Digest {
        if let Some(known) = self.exprs.get(&id) {
            return *known;
        }
        // As deep as the source has it: a sum of 100,000 terms.
        let digest = cairn_base::deep(|| self.new_expr(id));
        self.exprs.insert(id, digest);
        digest
    }

    fn new_expr(&mut self, id: ExprId) -> Digest {
        let program = self.program;
        let expr = &program.exprs[id];
        let key = Key::part("expression").with(&self.ty(expr.ty));
        let key = match &expr.kind {
            ExprKind::Constant(bits) => key.with(b"constant").with(&bits.to_le_bytes()),
            ExprKind::Load(place) => key.with(b"load").with(&self.place(*place)),
            ExprKind::AddressOf(place) => key.with(b"address").with(&self.place(*place)),
            ExprKind::FunctionAddress(function) => {
                key.with(b"function").with(self.names.function_text(*function).as_bytes())
            }
            ExprKind::Unary(op, x) => key.with(b"unary").with(format!("{op:?}").as_bytes()).with(&self.expr(*x)),
            ExprKind::Binary(op, x, y) => {
                let key = key.with(b"binary").with(format!("{op:?}").as_bytes());
                key.with(&self.expr(*x)).with(&self.expr(*y))
            }
            ExprKind::Cast(x) => key.with(b"cast").with(&self.expr(*x)),
            ExprKind::Conditional(c, x, y) => {
                key.with(b"choice").with(&self.expr(*c)).with(&self.expr(*x)).with(&self.expr(*y))
            }
        };
        key.digest()
    }

    fn place(&mut self, id: PlaceId) -> Digest {
        if let Some(known) = self.places.get(&id) {
            return *known;
        }
        let digest = cairn_base::deep(|| self.new_place(id));
        self.places.insert(id, digest);
        digest
    }

    fn new_place(&mut self, id: PlaceId) -> Digest {
        let program = self.program;
        let place = &program.exprs[id];
        // What callers give and what outside pointers may meet are facts about the whole program.
        let facts = [program.facts.contained.contains(&id), program.facts.exposure.is_unaliased(id)].map(u8::from);
        let key = Key::part("place").with(&self.ty(place.ty)).with(&facts);
        let key = match &place.kind {
            PlaceKind::Var(var) => key.with(b"variable").with(self.var(*var)),
            PlaceKind::Deref(pointer) => key.with(b"deref").with(&self.expr(*pointer)),
            PlaceKind::Field(of, field) => key.with(b"field").with(&field.to_le_bytes()).with(&self.place(*of)),
            PlaceKind::Index(of, index) => key.with(b"index").with(&self.place(*of)).with(&self.expr(*index)),
        };
        key.digest()
    }
}
