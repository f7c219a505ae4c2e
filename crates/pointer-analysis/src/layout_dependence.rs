//! Expressions whose value depends on where objects are in memory.
//!
//! C fixes neither the order of objects nor their distance nor their addresses beyond the alignment of their types, and
//! the analyses must know of addresses no more than that. So whatever observes more becomes any value
//! ([`cairn_ir::NondetSource::Layout`]), by a change of the program that all analyses then see. What is
//! the same wherever objects are stays as it is: comparison with null; equality of pointers to living objects; order and
//! difference within one object; the low bits that the alignment of an object fixes, and tags put there; casts to an
//! integer and back.
//!
//! Whether two pointers go to one object is told by [`Instances`], by the points-to graph, and by what memory knows
//! (`ProgramFacts::one_object`); where none can tell, they may not. Why not a solver: these questions are about addresses, which formulas have as constants.

use super::constraints::{Constraints, PointeeObject};
use super::dangling::Outliving;
use super::executed_once::at_most_once;
use super::graph::{GraphId, NodeOffset};
use super::instance::{Instances, Root};
use cairn_base::id::IdVec;
use cairn_base::{FastMap, FastSet};
use cairn_ir::any_reachable;
use cairn_ir::types::Scalar;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{
    BinaryOp, CallGraph, EdgeId, ExprId, ExprKind, FunctionId, NodeId, NondetSource, PlaceId, PlaceKind, Program, Type,
    UnaryOp,
};
use std::collections::{BTreeMap, BTreeSet};

/// The expressions that depend on where objects are, with the nodes at which they are evaluated.
pub(super) fn observed(from: &Constraints<'_>) -> BTreeMap<NodeId, BTreeMap<ExprId, NondetSource>> {
    let program = from.program;
    let mut search = Search::new(from);
    // First without knowing which pointers go to one object: few functions need to know.
    let first = search.all();
    if first.is_empty() {
        return BTreeMap::new();
    }
    let functions: FastSet<FunctionId> = first.keys().map(|node| program.nodes[*node].function).collect();
    search.instances = Some(Instances::new(program, &functions));
    search.outliving = Some(Outliving::new(from));
    let found = search.all();
    let sources = |(at, exprs): (NodeId, BTreeSet<ExprId>)| {
        let source = |expr: ExprId| (expr, search.source(expr, at));
        (at, exprs.into_iter().map(source).collect())
    };
    found.into_iter().map(sources).collect()
}

/// Constants below this, and as many at the end of the address space, are the address of no object.
const NO_OBJECT: u128 = 4096;

pub(super) struct Search<'c, 'p> {
    pub(super) from: &'c Constraints<'p>,
    pub(super) program: &'p Program,
    instances: Option<Instances<'p>>,
    pub(super) outliving: Option<Outliving>,
    pub(super) once: IdVec<EdgeId, bool>,
    /// Nodes that pointers from outside may point into: whose objects are not all that they go to.
    strange: FastSet<GraphId>,
    pub(super) calls: CallGraph,
    /// Targets of pointers that were computed by going on in an object.
    pub(super) walked: FastSet<NodeOffset>,
    /// Cells of memory that hold addresses as numbers.
    pub(super) numbers: FastSet<NodeOffset>,
    /// Variables that hold addresses of functions as numbers.
    pub(super) function_numbers: FastSet<NodeOffset>,
    pub(super) pointer_bits: u32,
    /// Parts in which nothing can be observed, whatever is known.
    boring: FastMap<ExprOrPlace, bool>,
}

impl<'c, 'p> Search<'c, 'p> {
    fn new(from: &'c Constraints<'p>) -> Self {
        let program = from.program;
        let calls = CallGraph::new(program);
        let once = at_most_once(program, &calls);
        let pointer_bits = program.types.model().pointer_bits();
        let (instances, outliving, boring) = (None, None, FastMap::default());
        let mut new = Self {
            from,
            program,
            instances,
            outliving,
            once,
            strange: from.entries().iter().map(|spot| spot.node).collect(),
            calls,
            walked: FastSet::default(),
            numbers: FastSet::default(),
            function_numbers: FastSet::default(),
            pointer_bits,
            boring,
        };
        new.find_numbers();
        new.find_walked();
        new
    }

    fn all(&mut self) -> BTreeMap<NodeId, BTreeSet<ExprId>> {
        let mut found: BTreeMap<NodeId, BTreeSet<ExprId>> = BTreeMap::new();
        let mut roots = Vec::new();
        for edge in self.program.edges.iter() {
            edge.op.roots(&self.program.calls, &mut roots);
            let mut here = BTreeSet::new();
            let mut seen = FastSet::default();
            for root in roots.drain(..) {
                if !self.is_boring(root) {
                    self.visit(root, edge.source, &mut seen, &mut here);
                }
            }
            // The address of a function as a number is followed through variables by name only.
            for value in self.numbers_stored(&edge.op) {
                if self.is_function_number(value) {
                    here.insert(value);
                }
            }
            if !here.is_empty() {
                found.entry(edge.source).or_default().extend(here);
            }
        }
        found
    }

    /// True when nothing in a part can observe an address: no operator on pointers or on what may hold one.
    fn is_boring(&mut self, part: ExprOrPlace) -> bool {
        if let Some(known) = self.boring.get(&part) {
            return *known;
        }
        let boring = cairn_base::deep(|| {
            let itself = match part {
                ExprOrPlace::Expr(expr) => match self.program.exprs[expr].kind {
                    ExprKind::Load(_) => !self.is_narrow_read(expr),
                    ExprKind::Unary(_, x) | ExprKind::Cast(x) => !self.is_address(x),
                    ExprKind::Binary(_, x, y) => !self.is_address(x) && !self.is_address(y),
                    _ => true,
                },
                ExprOrPlace::Place(place) => match self.program.exprs[place].kind {
                    PlaceKind::Index(_, index) => !self.is_address(index),
                    _ => true,
                },
            };
            itself && self.program.exprs.parts(part).into_iter().all(|inner| self.is_boring(inner))
        });
        self.boring.insert(part, boring);
        boring
    }

    /// Collects the outermost expressions below a part that observe addresses.
    fn visit(&mut self, part: ExprOrPlace, at: NodeId, seen: &mut FastSet<ExprOrPlace>, out: &mut BTreeSet<ExprId>) {
        if self.is_boring(part) || !seen.insert(part) {
            return;
        }
        cairn_base::deep(|| {
            let exprs = &self.program.exprs;
            let mut index = None;
            if let ExprOrPlace::Expr(expr) = part {
                if self.observes(expr, at) {
                    out.insert(expr);
                    return;
                }
                match exprs[expr].kind {
                    ExprKind::Conditional(cond, x, y) => {
                        // An arm counts only where it is chosen: what is in it cannot be computed beforehand.
                        let (mut inner, mut new) = (BTreeSet::new(), FastSet::default());
                        self.visit(ExprOrPlace::Expr(x), at, &mut new, &mut inner);
                        self.visit(ExprOrPlace::Expr(y), at, &mut new, &mut inner);
                        if inner.is_empty() || self.program.types.scalar(exprs[expr].ty).is_none() {
                            self.visit(ExprOrPlace::Expr(cond), at, seen, out);
                        } else {
                            out.insert(expr);
                        }
                        return;
                    }
                    ExprKind::Binary(BinaryOp::PtrAdd, base, by) if !self.is_constant(base) => index = Some(by),
                    _ => {}
                }
            } else if let ExprOrPlace::Place(place) = part
                && let PlaceKind::Index(_, by) = exprs[place].kind
            {
                index = Some(by);
            }
            if let Some(index) = index.filter(|index| self.is_address(*index)) {
                out.insert(index);
                seen.insert(ExprOrPlace::Expr(index));
            }
            for inner in exprs.parts(part) {
                self.visit(inner, at, seen, out);
            }
        });
    }

    fn observes(&self, expr: ExprId, at: NodeId) -> bool {
        let ty = self.program.exprs[expr].ty;
        match self.program.exprs[expr].kind {
            ExprKind::Load(_) => self.is_narrow_read(expr),
            ExprKind::Unary(op, x) => op != UnaryOp::LogicalNot && self.is_address(x),
            ExprKind::Cast(x) if self.is_address(x) => match self.program.types.scalar(ty) {
                Some(Scalar::Float(_)) => true,
                Some(Scalar::Int { bits, .. }) => bits < self.pointer_bits,
                _ => false,
            },
            ExprKind::Binary(op, x, y) => {
                let (left, right) = (self.is_address(x), self.is_address(y));
                let is_known = self.program.facts.one_object.contains(&expr);
                !is_known && (left || right) && self.operator_observes(op, (x, left), (y, right), at)
            }
            _ => false,
        }
    }

    fn operator_observes(
        &self,
        op: BinaryOp,
        (x, left): (ExprId, bool),
        (y, right): (ExprId, bool),
        at: NodeId,
    ) -> bool {
        match op {
            BinaryOp::PtrAdd | BinaryOp::Add => left && right,
            BinaryOp::PtrDiff => !self.is_one_object(x, y, at),
            BinaryOp::Sub => right && !(left && self.is_one_object(x, y, at)),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                let signed = matches!(
                    self.program.types.scalar(self.program.exprs[x].ty),
                    Some(Scalar::Int { signed: true, .. })
                );
                let below = |c: ExprId| self.constant(c).is_some_and(|c| c < NO_OBJECT);
                let decided = !signed && (below(x) || below(y));
                !decided && !self.is_one_object(x, y, at)
            }
            BinaryOp::Eq | BinaryOp::Ne => self.equality_observes((x, left), (y, right), at),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Rem => {
                let (address, other) = if left { (x, y) } else { (y, x) };
                let Some(constant) = self.constant(other).filter(|_| left != right) else { return true };
                let all = cairn_ir::value::mask(self.pointer_bits);
                let align = u128::from(self.alignment(address));
                match op {
                    BinaryOp::Rem => !(left && constant.is_power_of_two() && constant <= align),
                    // Bits below the alignment: read, or cleared.
                    BinaryOp::And => constant >= align && (!constant & all) >= align,
                    _ => constant >= align,
                }
            }
            _ => true,
        }
    }

    /// Why an expression is any value. Where an execution of the interpreter's, wherever its objects are, is only one of
    /// several, it shows nothing.
    fn source(&self, expr: ExprId, at: NodeId) -> NondetSource {
        if let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, x, y) = self.program.exprs[expr].kind
            && let (Some(a), Some(b)) = (self.spot(x), self.spot(y))
            && !self.is_same_root(x, y, at)
        {
            if self.may_be_one_literal(a, b) {
                return NondetSource::Unmodelled("a comparison of addresses of string literals".into());
            }
            if self.may_be_of_dead_local((x, a), (y, b), at) {
                return NondetSource::Unmodelled("a comparison with the address of a variable that may be gone".into());
            }
        }
        let has_function = any_reachable([expr], |inner, open| {
            open.extend(self.program.exprs.parts(inner).into_iter().filter_map(|part| match part {
                ExprOrPlace::Expr(part) => Some(part),
                ExprOrPlace::Place(_) => None,
            }));
            self.is_function(inner)
        });
        if has_function {
            return NondetSource::Unmodelled("the address of a function as a number".into());
        }
        NondetSource::Layout
    }

    fn equality_observes(&self, (x, left): (ExprId, bool), (y, right): (ExprId, bool), at: NodeId) -> bool {
        for side in [x, y] {
            if let Some(constant) = self.constant(side) {
                let all = cairn_ir::value::mask(self.pointer_bits);
                return constant >= NO_OBJECT && constant <= all - NO_OBJECT;
            }
        }
        if !(left && right) {
            // A pointer from elsewhere is a matter of what pointers from elsewhere may be; a number is not.
            let other = if left { y } else { x };
            return !self.program.types.is_pointer(self.program.exprs[other].ty) && !self.comes_from_pointer(other);
        }
        if self.is_of_function(x) || self.is_of_function(y) || self.is_same_root(x, y, at) {
            return false;
        }
        let (Some(a), Some(b)) = (self.spot(x), self.spot(y)) else { return true };
        self.may_be_one_literal(a, b) || self.may_touch((x, a), (y, b)) || self.may_have_outlived((x, a), (y, b), at)
    }

    /// Equal string literals may be one object, or one may be the end of another.
    fn may_be_one_literal(&self, a: NodeOffset, b: NodeOffset) -> bool {
        let texts = |spot: NodeOffset| -> Vec<&[u8]> {
            let objects = self.objects(spot.node);
            objects.filter_map(|(object, _)| self.literal(object)).collect()
        };
        let theirs = texts(b);
        texts(a).iter().any(|a| theirs.iter().any(|b| a.ends_with(b) || b.ends_with(a)))
    }

    /// A pointer may have outlived its object.
    fn may_have_outlived(&self, (x, a): (ExprId, NodeOffset), (y, b): (ExprId, NodeOffset), at: NodeId) -> bool {
        let Some(outliving) = &self.outliving else { return true };
        let on_heap = |spot: NodeOffset| {
            self.objects(spot.node).any(|(object, _)| matches!(object, PointeeObject::Allocation(_)))
        };
        if on_heap(a) && on_heap(b) && outliving.may_be_reused(at, [a.node, b.node]) {
            return true;
        }
        self.may_be_of_dead_local((x, a), (y, b), at)
    }

    /// One may be the address of a local variable after its life.
    fn may_be_of_dead_local(&self, (x, a): (ExprId, NodeOffset), (y, b): (ExprId, NodeOffset), at: NodeId) -> bool {
        let Some(outliving) = &self.outliving else { return true };
        let direct = |x: ExprId| matches!(self.root(x, at), Some(Root::Object(_)));
        let kept = |spot: NodeOffset| self.objects(spot.node).any(|(object, _)| outliving.is_kept(object));
        (!direct(x) && kept(a)) || (!direct(y) && kept(b))
    }

    /// Whether two pointers go to one object for sure, null aside.
    fn is_one_object(&self, x: ExprId, y: ExprId, at: NodeId) -> bool {
        if self.is_same_root(x, y, at) {
            return true;
        }
        let (Some(a), Some(b)) = (self.spot(x), self.spot(y)) else { return false };
        a.node == b.node && self.is_single(a.node) && !self.strange.contains(&a.node)
    }

    fn is_same_root(&self, x: ExprId, y: ExprId, at: NodeId) -> bool {
        let root = self.root(x, at);
        root.is_some() && root == self.root(y, at)
    }

    fn root(&self, x: ExprId, at: NodeId) -> Option<Root> {
        self.instances.as_ref()?.root(at, x)
    }

    pub(super) fn constant(&self, x: ExprId) -> Option<u128> {
        match self.program.exprs[x].kind {
            ExprKind::Constant(bits) => Some(bits),
            ExprKind::Cast(inner) if self.program.types.is_pointer(self.program.exprs[x].ty) => self.constant(inner),
            _ => None,
        }
    }
    pub(super) fn is_constant(&self, x: ExprId) -> bool {
        self.constant(x).is_some()
    }
    pub(super) fn is_function(&self, x: ExprId) -> bool {
        let pointee = self.program.types.pointee(self.program.exprs[x].ty);
        pointee.is_some_and(|to| matches!(self.program.types.get(to), Type::Function(_)))
    }
    /// The address of a function, perhaps as a number.
    fn is_of_function(&self, mut x: ExprId) -> bool {
        while let ExprKind::Cast(inner) = self.program.exprs[x].kind
            && !self.is_function(x)
        {
            x = inner;
        }
        self.is_function(x)
    }
    fn comes_from_pointer(&self, mut x: ExprId) -> bool {
        while let ExprKind::Cast(inner) = self.program.exprs[x].kind {
            x = inner;
        }
        self.program.types.is_pointer(self.program.exprs[x].ty)
    }

    /// Whether a value may be the address of an object of the program, or be computed from one and still have all of it.
    pub(super) fn is_address(&self, x: ExprId) -> bool {
        let ty = self.program.exprs[x].ty;
        let Some(scalar) = self.program.types.scalar(ty) else { return false };
        let wide = match scalar {
            Scalar::Pointer { .. } => return self.has_objects(x) || (self.is_function(x) && !self.is_constant(x)),
            Scalar::Int { bits, .. } => bits >= self.pointer_bits,
            _ => false,
        };
        if !wide {
            return false;
        }
        match self.program.exprs[x].kind {
            ExprKind::Cast(inner) => self.is_address(inner),
            ExprKind::Load(_) if self.is_function_number(x) => true,
            ExprKind::Load(place) => {
                let is_number =
                    self.cell(place).is_some_and(|cell| self.numbers.contains(&cell)) || self.from.holds_pointer(place);
                is_number && self.has_objects(x)
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor, a, b) => {
                self.is_address(a) != self.is_address(b)
            }
            ExprKind::Binary(BinaryOp::Sub, a, b) => self.is_address(a) && !self.is_address(b),
            ExprKind::Binary(BinaryOp::And, a, b) => {
                // What clears low bits leaves an address; what reads them does not.
                let clears = |c: ExprId| self.constant(c).is_some_and(|c| c >> (self.pointer_bits - 1) & 1 == 1);
                (self.is_address(a) && clears(b)) || (self.is_address(b) && clears(a))
            }
            ExprKind::Conditional(_, a, b) => self.is_address(a) || self.is_address(b),
            _ => false,
        }
    }

    /// A read of some bytes of what may be a pointer.
    fn is_narrow_read(&self, x: ExprId) -> bool {
        let ExprKind::Load(place) = self.program.exprs[x].kind else { return false };
        let narrow = match self.program.types.scalar(self.program.exprs[x].ty) {
            Some(Scalar::Int { bits, .. }) => bits < self.pointer_bits,
            Some(Scalar::Float(_)) => true,
            _ => false,
        };
        narrow && !self.is_argument(place) && self.from.holds_pointer(place)
    }

    /// Arguments beyond the parameters are read by the types that they were passed with (C11 7.16.1.1).
    fn is_argument(&self, place: PlaceId) -> bool {
        let Some(reach) = self.from.places[place] else { return false };
        let node = self.from.graph.find_in(reach.spot).node;
        let of_arguments = |object: PointeeObject| matches!(object, PointeeObject::Variable(var) if self.program.vars[var].name.starts_with("<arguments of "));
        let mut objects = self.objects(node).peekable();
        objects.peek().is_some() && objects.all(|(object, _)| of_arguments(object))
    }
}
