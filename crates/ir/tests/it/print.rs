//! Expressions as C: every parenthesis that is needed and none that is not, checked by what C's grammar says of each.

use cairn_ir::types::{Field, FloatKind, IntKind, Record};
use cairn_ir::{
    BinaryOp, ExprId, ExprKind, MachineModel, PlaceId, PlaceKind, Program, Type, TypeId, UnaryOp, VarKind, format_expr,
    format_place,
};

struct Bed {
    p: Program,
    int: TypeId,
    a: ExprId,
    b: ExprId,
    c: ExprId,
}

impl Bed {
    fn new() -> Self {
        let mut p = Program::empty(MachineModel::Lp64);
        let int = p.types.int(IntKind::Int);
        let mut var = |name| {
            let var = p.add_var(name, int, VarKind::Static, None);
            p.var_value(var)
        };
        let (a, b, c) = (var("a"), var("b"), var("c"));
        Bed { p, int, a, b, c }
    }
    fn bin(&mut self, op: BinaryOp, x: ExprId, y: ExprId) -> ExprId {
        self.p.exprs.expr(ExprKind::Binary(op, x, y), self.int)
    }
    fn un(&mut self, op: UnaryOp, x: ExprId) -> ExprId {
        self.p.exprs.expr(ExprKind::Unary(op, x), self.int)
    }
    fn num(&mut self, value: u128, ty: TypeId) -> ExprId {
        self.p.exprs.expr(ExprKind::Constant(value), ty)
    }
    fn place(&mut self, kind: PlaceKind, ty: TypeId) -> PlaceId {
        self.p.exprs.place(kind, ty)
    }
    #[track_caller]
    fn is(&self, expr: ExprId, text: &str) {
        assert_eq!(format_expr(&self.p, expr), text);
    }
}

#[test]
fn operators_and_parentheses() {
    use BinaryOp::*;
    let mut t = Bed::new();
    let (a, b, c) = (t.a, t.b, t.c);
    let sum = t.bin(Add, a, b);
    let left = t.bin(Sub, sum, c);
    t.is(left, "a + b - c");
    let right = t.bin(Sub, c, sum);
    t.is(right, "c - (a + b)");
    let product = t.bin(Mul, sum, c);
    t.is(product, "(a + b) * c");
    let shift = t.bin(Shl, a, sum);
    t.is(shift, "a << a + b");
    let less = t.bin(Lt, shift, c);
    t.is(less, "a << a + b < c");
    let and = t.bin(And, less, a);
    t.is(and, "a << a + b < c & a");
    let equal = t.bin(Eq, and, b);
    t.is(equal, "(a << a + b < c & a) == b");
    let negative = t.un(UnaryOp::Neg, sum);
    t.is(negative, "-(a + b)");
    let twice = t.un(UnaryOp::Neg, negative);
    t.is(twice, "- -(a + b)");
    let not = t.un(UnaryOp::LogicalNot, less);
    t.is(not, "!(a << a + b < c)");
    let call = t.un(UnaryOp::PopCount, sum);
    t.is(call, "__builtin_popcount(a + b)");
    let choice = t.p.exprs.expr(ExprKind::Conditional(a, b, c), t.int);
    t.is(choice, "a ? b : c");
    let nested = t.p.exprs.expr(ExprKind::Conditional(choice, choice, choice), t.int);
    t.is(nested, "(a ? b : c) ? a ? b : c : a ? b : c");
    let sum = t.bin(Add, choice, a);
    t.is(sum, "(a ? b : c) + a");
    let char = t.p.types.int(IntKind::Char);
    let cast = t.p.exprs.expr(ExprKind::Cast(sum), char);
    t.is(cast, "(char)((a ? b : c) + a)");
}

#[test]
fn constants_say_their_type() {
    let mut t = Bed::new();
    let minus = t.num(0xffff_ffff, t.int);
    t.is(minus, "-1");
    let a = t.a;
    let sum = t.bin(BinaryOp::Sub, a, minus);
    t.is(sum, "a - -1");
    let negated = t.un(UnaryOp::Neg, minus);
    t.is(negated, "- -1");
    for (kind, text) in [
        (IntKind::UInt, "7U"),
        (IntKind::Long, "7L"),
        (IntKind::ULong, "7UL"),
        (IntKind::LongLong, "7LL"),
        (IntKind::ULongLong, "7ULL"),
        (IntKind::Short, "7"),
    ] {
        let ty = t.p.types.int(kind);
        let seven = t.num(7, ty);
        t.is(seven, text);
    }
    let double = t.p.types.float(FloatKind::Double);
    let float = t.p.types.float(FloatKind::Float);
    let half = t.num(u128::from(0.5f64.to_bits()), double);
    t.is(half, "0.5");
    let half = t.num(u128::from(0.5f32.to_bits()), float);
    t.is(half, "0.5f");
    let pointer = t.p.types.pointer(t.int);
    let null = t.num(0, pointer);
    t.is(null, "NULL");
    let address = t.num(0x1000, pointer);
    t.is(address, "(int *)0x1000");
}

#[test]
fn places() {
    let mut t = Bed::new();
    let int = t.int;
    let ptrdiff = t.p.types.ptrdiff_t();
    let field =
        |name: &str, ty| Field { name: name.into(), ty, is_const: false, is_volatile: false, offset: 0, bits: None };
    let mut record = |tag: &str, fields| {
        let span = cairn_base::Span::NONE;
        let record = Record { tag: tag.into(), is_union: false, fields: Some(fields), size: 4, align: 4, span };
        let id = t.p.types.records.push(record);
        t.p.types.intern(Type::Record(id))
    };
    let inner = record("<anonymous 1>", vec![field("x", int)]);
    let outer = record("s", vec![field("", inner), field("n", inner)]);
    let to_outer = t.p.types.pointer(outer);
    let row = t.p.types.array(outer, Some(4));
    let p = t.p.add_var("p", to_outer, VarKind::Static, None);
    let r = t.p.add_var("r", row, VarKind::Static, None);
    let (pointer, row) = (t.p.var_value(p), t.p.var_place(r));
    let index = t.num(2, ptrdiff);
    let zero = t.num(0, ptrdiff);

    let pointed = t.place(PlaceKind::Deref(pointer), outer);
    assert_eq!(format_place(&t.p, pointed), "*p");
    let anonymous = t.place(PlaceKind::Field(pointed, 0), inner);
    let x = t.place(PlaceKind::Field(anonymous, 0), int);
    assert_eq!(format_place(&t.p, x), "p->x");
    let n = t.place(PlaceKind::Field(pointed, 1), inner);
    let nx = t.place(PlaceKind::Field(n, 0), int);
    assert_eq!(format_place(&t.p, nx), "p->n.x");
    let address = t.p.types.pointer(int);
    let address = t.p.exprs.expr(ExprKind::AddressOf(nx), address);
    t.is(address, "&p->n.x");
    let back = t.place(PlaceKind::Deref(address), int);
    assert_eq!(format_place(&t.p, back), "*&p->n.x");

    let element = t.place(PlaceKind::Index(row, index), outer);
    let element_n = t.place(PlaceKind::Field(element, 1), inner);
    assert_eq!(format_place(&t.p, element_n), "r[2].n");
    let first = t.place(PlaceKind::Index(row, zero), outer);
    let decayed = t.p.exprs.expr(ExprKind::AddressOf(first), to_outer);
    t.is(decayed, "r");
    let moved = t.p.exprs.expr(ExprKind::Binary(BinaryOp::PtrAdd, pointer, index), to_outer);
    let there = t.place(PlaceKind::Deref(moved), outer);
    let there_x = t.place(PlaceKind::Field(there, 1), inner);
    assert_eq!(format_place(&t.p, there_x), "p[2].n");
    let moved = t.p.exprs.expr(ExprKind::Binary(BinaryOp::PtrAdd, moved, index), to_outer);
    let there = t.place(PlaceKind::Deref(moved), outer);
    assert_eq!(format_place(&t.p, there), "(p + 2)[2]");
    let void = t.p.types.void();
    let void = t.p.types.pointer(void);
    let cast = t.p.exprs.expr(ExprKind::Cast(moved), void);
    let cast = t.p.exprs.expr(ExprKind::Cast(cast), to_outer);
    let there = t.place(PlaceKind::Deref(cast), outer);
    let n = t.place(PlaceKind::Field(there, 1), inner);
    assert_eq!(format_place(&t.p, n), "((struct s *)(void *)(p + 2 + 2))->n");
}
