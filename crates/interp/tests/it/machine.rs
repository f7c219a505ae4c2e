//! The interpreter on automata built by hand: control, memory, undefined behaviour, the numbering of objects.

use cairn_base::Span;
use cairn_interp::{
    Code, Inputs, Interpreter, InterpreterOptions, Misbehaviour, ObjectOrdinal, RecordedInput, RecordedInputs, RunEnd,
};
use cairn_ir::types::{BitField, Field, Record};
use cairn_ir::*;

/// A program under construction: `start` calls `main`, whose edges are added one after the other.
struct Build {
    p: Program,
    main: FunctionId,
    int: TypeId,
    at: NodeId,
}

impl Build {
    fn new(model: MachineModel) -> Self {
        let mut p = Program::empty(model);
        let (int, void) = (p.types.int(IntKind::Int), p.types.void());
        let start = p.add_function("start", void);
        let main = p.add_function("main", int);
        let (s, m) = (p.add_body(start), p.add_body(main));
        p.add_var("result", int, VarKind::Return, Some(main));
        let out = p.add_var("status", int, VarKind::Temp, Some(start));
        let call = p.add_call(Some(main), vec![], Some(out));
        let halt = p.add_node(start);
        p.add_edge(s.entry, halt, Op::Call(call), Span::NONE);
        p.add_edge(halt, s.exit, Op::Halt, Span::NONE);
        Build { p, main, int, at: m.entry }
    }
    fn op(&mut self, op: Op) {
        let function = self.p.nodes[self.at].function;
        let next = self.p.add_node(function);
        self.p.add_edge(self.at, next, op, Span::NONE);
        self.at = next;
    }
    fn local(&mut self, name: &str, ty: TypeId) -> VarId {
        self.p.add_var(name, ty, VarKind::Local, Some(self.main))
    }
    fn constant(&mut self, value: i64, ty: TypeId) -> ExprId {
        let bits = self.p.types.scalar(ty).unwrap().bits();
        self.p.exprs.expr(ExprKind::Constant(Value::from_i128(value.into(), bits).0), ty)
    }
    fn binary(&mut self, op: BinaryOp, x: ExprId, y: ExprId) -> ExprId {
        let ty = self.p.exprs[x].ty;
        self.p.exprs.expr(ExprKind::Binary(op, x, y), ty)
    }
    fn assign(&mut self, var: VarId, value: ExprId) {
        let place = self.p.var_place(var);
        self.op(Op::Assign { place, value });
    }
    /// `return value`, and everything that is left to do.
    fn finish(mut self, value: ExprId) -> Program {
        let result = self.p.functions[self.main].result.unwrap();
        self.assign(result, value);
        let exit = self.p.functions[self.main].body.unwrap().exit;
        self.p.add_edge(self.at, exit, Op::Skip, Span::NONE);
        self.p
    }
}

fn run_with(program: &Program, inputs: &mut dyn Inputs) -> RunEnd {
    let code = Code::new(program);
    Interpreter::new(&code, InterpreterOptions { steps: 10_000_000, ..InterpreterOptions::default() }).run(inputs)
}
fn run(program: &Program) -> RunEnd {
    run_with(program, &mut RecordedInputs::default())
}
fn returned(value: u128) -> RunEnd {
    RunEnd::Returned(Some(Value(value)))
}
fn misbehaviour(end: RunEnd) -> Misbehaviour {
    match end {
        RunEnd::Undefined { what, .. } => what,
        end => panic!("{end:?}"),
    }
}

#[test]
fn a_loop_adds_up() {
    let mut b = Build::new(MachineModel::Lp64);
    let (i, sum) = (b.local("i", b.int), b.local("sum", b.int));
    let (zero, one, limit) = (b.constant(0, b.int), b.constant(1, b.int), b.constant(1000, b.int));
    b.assign(i, zero);
    b.assign(sum, zero);
    let head = b.at;
    let iv = b.p.var_value(i);
    let cond = b.binary(BinaryOp::Lt, iv, limit);
    let (body, after) = (b.p.add_node(b.main), b.p.add_node(b.main));
    b.p.add_branch(head, cond, body, after, Span::NONE);
    b.at = body;
    let sv = b.p.var_value(sum);
    let next = b.binary(BinaryOp::Add, sv, iv);
    b.assign(sum, next);
    let next = b.binary(BinaryOp::Add, iv, one);
    let place = b.p.var_place(i);
    b.p.add_edge(b.at, head, Op::Assign { place, value: next }, Span::NONE);
    b.at = after;
    let program = b.finish(sv);
    assert_eq!(run(&program), returned(499_500));
    let code = Code::new(&program);
    let mut limited = Interpreter::new(&code, InterpreterOptions { steps: 10, ..InterpreterOptions::default() });
    assert_eq!(limited.run(&mut RecordedInputs::default()), RunEnd::LimitReached("the number of steps"));
    assert_eq!(limited.steps(), 10);
}

/// `int f(int n) { return n ? f(n - 1) + 1 : 0; }`
fn recursive(depth: i64) -> Program {
    let mut b = Build::new(MachineModel::Ilp32);
    let f = b.p.add_function("f", b.int);
    let body = b.p.add_body(f);
    let n = b.p.add_var("n", b.int, VarKind::Param(0), Some(f));
    let result = b.p.add_var("result", b.int, VarKind::Return, Some(f));
    let temp = b.p.add_var("t", b.int, VarKind::Temp, Some(f));
    let nv = b.p.var_value(n);
    let (zero, one) = (b.constant(0, b.int), b.constant(1, b.int));
    let (again, last) = (b.p.add_node(f), b.p.add_node(f));
    b.p.add_branch(body.entry, nv, again, last, Span::NONE);
    let less = b.binary(BinaryOp::Sub, nv, one);
    let call = b.p.add_call(Some(f), vec![less], Some(temp));
    let back = b.p.add_node(f);
    b.p.add_edge(again, back, Op::Call(call), Span::NONE);
    let tv = b.p.var_value(temp);
    let more = b.binary(BinaryOp::Add, tv, one);
    let place = b.p.var_place(result);
    b.p.add_edge(back, body.exit, Op::Assign { place, value: more }, Span::NONE);
    b.p.add_edge(last, body.exit, Op::Assign { place, value: zero }, Span::NONE);
    let out = b.p.add_var("out", b.int, VarKind::Temp, Some(b.main));
    let depth = b.constant(depth, b.int);
    let call = b.p.add_call(Some(f), vec![depth], Some(out));
    b.op(Op::Call(call));
    let value = b.p.var_value(out);
    b.finish(value)
}

#[test]
fn deep_recursion_needs_no_stack_of_ours() {
    assert_eq!(run(&recursive(100_000)), returned(100_000));
    let program = recursive(100);
    let code = Code::new(&program);
    let mut limited = Interpreter::new(&code, InterpreterOptions { depth: 50, ..InterpreterOptions::default() });
    assert_eq!(limited.run(&mut RecordedInputs::default()), RunEnd::LimitReached("the depth of calls"));
}

/// `p = <which>(<args>); *p = 7; <then>; return *p`
fn with_heap(size: i64, offset: i64, frees: u32) -> RunEnd {
    let mut b = Build::new(MachineModel::Lp64);
    let size_t = b.p.types.size_t();
    let diff = b.p.types.ptrdiff_t();
    let pointer = b.p.types.pointer(b.int);
    let p = b.local("p", pointer);
    let size = b.constant(size, size_t);
    let place = b.p.var_place(p);
    b.op(Op::Intrinsic { which: Intrinsic::Malloc, args: vec![size], result: Some(place) });
    let pv = b.p.var_value(p);
    for _ in 0..frees {
        b.op(Op::Intrinsic { which: Intrinsic::Free, args: vec![pv], result: None });
    }
    let offset = b.constant(offset, diff);
    let at = b.p.exprs.expr(ExprKind::Binary(BinaryOp::PtrAdd, pv, offset), pointer);
    let there = b.p.exprs.place(PlaceKind::Deref(at), b.int);
    let seven = b.constant(7, b.int);
    b.op(Op::Assign { place: there, value: seven });
    let value = b.p.exprs.expr(ExprKind::Load(there), b.int);
    run(&b.finish(value))
}

#[test]
fn the_heap_is_guarded() {
    assert_eq!(with_heap(8, 1, 0), returned(7));
    assert!(matches!(misbehaviour(with_heap(8, 2, 0)), Misbehaviour::OutOfBounds(_)));
    assert!(matches!(misbehaviour(with_heap(7, 1, 0)), Misbehaviour::OutOfBounds(_)));
    assert!(matches!(misbehaviour(with_heap(8, -1, 0)), Misbehaviour::OutOfBounds(_)));
    assert!(matches!(misbehaviour(with_heap(8, 0, 1)), Misbehaviour::UseAfterFree(_)));
    assert!(matches!(misbehaviour(with_heap(8, 0, 2)), Misbehaviour::DoubleFree(_)));
    // A huge object costs nothing until it is used.
    assert_eq!(with_heap(1 << 40, 1 << 37, 0), returned(7));
}

/// `return *(int *)address`, then `*(int *)address = 5` read back when `write`.
fn at_address(model: MachineModel, address: i64, write: bool, inputs: &mut dyn Inputs) -> RunEnd {
    let mut b = Build::new(model);
    let pointer = b.p.types.pointer(b.int);
    let at = b.constant(address, pointer);
    let there = b.p.exprs.place(PlaceKind::Deref(at), b.int);
    if write {
        let five = b.constant(5, b.int);
        b.op(Op::Assign { place: there, value: five });
    }
    let value = b.p.exprs.expr(ExprKind::Load(there), b.int);
    run_with(&b.finish(value), inputs)
}

#[test]
fn wild_memory_behaves_as_memory() {
    let wild = |address: u64| RecordedInputs { wild: [(address, 0x2a), (address + 1, 1)].into(), ..Default::default() };
    for (model, address) in [(MachineModel::Ilp32, 0x9000_0000u64), (MachineModel::Lp64, 0x1_2345_0000_0ffe)] {
        assert_eq!(at_address(model, address as i64, false, &mut wild(address)), returned(0x12a));
        assert_eq!(at_address(model, address as i64, true, &mut wild(address)), returned(5));
    }
    let none = &mut RecordedInputs::default();
    assert_eq!(misbehaviour(at_address(MachineModel::Lp64, 0, true, none)), Misbehaviour::NullDereference(0));
    assert_eq!(misbehaviour(at_address(MachineModel::Lp64, 16, true, none)), Misbehaviour::NullDereference(16));
    assert_eq!(
        misbehaviour(at_address(MachineModel::Ilp32, 0x2000_0000, true, none)),
        Misbehaviour::OutOfBounds(0x2000_0000)
    );
    assert_eq!(
        misbehaviour(at_address(MachineModel::Ilp32, 0xffff_fffe, true, none)),
        Misbehaviour::OutOfBounds(0xffff_fffe)
    );
    assert!(matches!(
        misbehaviour(at_address(MachineModel::Ilp32, 0x7f00_0000, false, none)),
        Misbehaviour::FunctionAccess(_)
    ));
}

#[test]
fn indeterminate_bytes_are_asked_for_once_by_number_and_offset() {
    let mut b = Build::new(MachineModel::Lp64);
    let x = b.local("x", b.int);
    b.op(Op::Declare { var: x, zeroed: false });
    let xv = b.p.var_value(x);
    let twice = b.binary(BinaryOp::Add, xv, xv);
    let program = b.finish(twice);
    // Numbers: 0 is the start function's temporary, 1 and 2 main's result and x, 3 x as declared.
    let mut inputs = RecordedInputs {
        memory: [((ObjectOrdinal(3), 0), 20), ((ObjectOrdinal(2), 0), 99)].into(),
        ..Default::default()
    };
    assert_eq!(run_with(&program, &mut inputs), returned(40));
}

#[test]
fn havoc_takes_the_inputs_in_order() {
    let mut b = Build::new(MachineModel::Lp64);
    let bool_ = b.p.types.int(IntKind::Bool);
    let (x, y) = (b.local("x", b.int), b.local("y", bool_));
    let array = b.p.types.array(b.int, Some(2));
    let a = b.local("a", array);
    for var in [x, y, a] {
        let place = b.p.var_place(var);
        b.op(Op::Havoc { place, source: NondetSource::Verifier("__VERIFIER_nondet_int".into()) });
    }
    let (place, diff) = (b.p.var_place(a), b.p.types.ptrdiff_t());
    let one = b.constant(1, diff);
    let element = b.p.exprs.place(PlaceKind::Index(place, one), b.int);
    let ev = b.p.exprs.expr(ExprKind::Load(element), b.int);
    let (xv, yv) = (b.p.var_value(x), b.p.var_value(y));
    let yi = b.p.exprs.expr(ExprKind::Cast(yv), b.int);
    let sum = b.binary(BinaryOp::Add, xv, yi);
    let sum = b.binary(BinaryOp::Add, sum, ev);
    let program = b.finish(sum);
    let sequence = vec![
        RecordedInput::Scalar(Value(100)),
        RecordedInput::Scalar(Value(3)),
        RecordedInput::Bytes(vec![9, 9, 9, 9, 10]),
    ];
    let mut inputs = RecordedInputs { sequence, ..Default::default() };
    assert_eq!(run_with(&program, &mut inputs), returned(111));
    assert_eq!(inputs.used, 3);
}

#[test]
fn bit_fields_leave_their_neighbours_alone() {
    let mut b = Build::new(MachineModel::Lp64);
    let wide = b.p.types.int(IntKind::Int128);
    let field = |name: &str, ty, offset, first, width| Field {
        name: name.into(),
        ty,
        is_const: false,
        is_volatile: false,
        offset,
        bits: Some(BitField { first, width }),
    };
    let fields = vec![field("a", b.int, 0, 0, 3), field("b", wide, 0, 3, 128), field("c", b.int, 16, 3, 5)];
    let record = b.p.types.records.push(Record {
        tag: "s".into(),
        is_union: false,
        fields: Some(fields),
        size: 32,
        align: 16,
        span: Span::NONE,
    });
    let ty = b.p.types.intern(Type::Record(record));
    let s = b.local("s", ty);
    b.op(Op::Declare { var: s, zeroed: true });
    let place = b.p.var_place(s);
    let mut sum = b.constant(0, b.int);
    for (index, ty, value) in [(0, b.int, -1), (1, wide, -1), (2, b.int, 9), (1, wide, 3), (0, b.int, -3)] {
        let member = b.p.exprs.place(PlaceKind::Field(place, index), ty);
        let value = b.constant(value, ty);
        b.op(Op::Assign { place: member, value });
    }
    for (index, ty, weight) in [(0, b.int, 1), (1, wide, 100), (2, b.int, 10_000)] {
        let member = b.p.exprs.place(PlaceKind::Field(place, index), ty);
        let value = b.p.exprs.expr(ExprKind::Load(member), ty);
        let value = b.p.exprs.expr(ExprKind::Cast(value), b.int);
        let weight = b.constant(weight, b.int);
        let part = b.binary(BinaryOp::Mul, value, weight);
        sum = b.binary(BinaryOp::Add, sum, part);
    }
    assert_eq!(run(&b.finish(sum)), returned(90_297));
}

#[test]
fn variadic_arguments_run_out() {
    for (model, takes) in [(MachineModel::Ilp32, 2), (MachineModel::Lp64, 2), (MachineModel::Lp64, 3)] {
        let mut b = Build::new(model);
        let double = b.p.types.float(FloatKind::Double);
        let f = b.p.add_function("f", b.int);
        let body = b.p.add_body(f);
        let result = b.p.add_var("result", b.int, VarKind::Return, Some(f));
        let void = b.p.types.void();
        let pointer = b.p.types.pointer(void);
        // It names its list; the parameter itself is the pass's business.
        let rest = b.p.add_var("rest", pointer, VarKind::Local, Some(f));
        b.p.functions[f].locals.retain(|var| *var != rest);
        b.p.functions[f].rest = Some(rest);
        let main_at = std::mem::replace(&mut b.at, body.entry);
        let place = b.p.var_place(result);
        let word = model.pointer_bytes();
        for (ty, offset) in [(b.int, 0), (double, word), (b.int, word + 8)].into_iter().take(takes) {
            let bytes = b.p.types.int(IntKind::Char);
            let (bytes, to) = (b.p.types.pointer(bytes), b.p.types.pointer(ty));
            let at = b.p.var_value(rest);
            let at = b.p.exprs.expr(ExprKind::Cast(at), bytes);
            let ptrdiff = b.p.types.ptrdiff_t();
            let first = offset == 0;
            let offset = b.constant(offset as i64, ptrdiff);
            let at = b.p.exprs.expr(ExprKind::Binary(BinaryOp::PtrAdd, at, offset), bytes);
            let at = b.p.exprs.expr(ExprKind::Cast(at), to);
            let argument = b.p.exprs.place(PlaceKind::Deref(at), ty);
            let argument = b.p.exprs.expr(ExprKind::Load(argument), ty);
            let argument = b.p.exprs.expr(ExprKind::Cast(argument), b.int);
            let old = b.p.var_value(result);
            let value = if first { argument } else { b.binary(BinaryOp::Add, old, argument) };
            b.op(Op::Assign { place, value });
        }
        b.p.add_edge(b.at, body.exit, Op::Skip, Span::NONE);
        b.at = main_at;
        let out = b.p.add_var("out", b.int, VarKind::Temp, Some(b.main));
        let forty = b.constant(40, b.int);
        let two = b.p.exprs.expr(ExprKind::Constant(u128::from(2.5f64.to_bits())), double);
        let call = b.p.add_call(Some(f), vec![forty, two], Some(out));
        b.op(Op::Call(call));
        let value = b.p.var_value(out);
        let mut program = b.finish(value);
        let reached = program.functions.ids().map(|_| true).collect();
        cairn_transform::variadic::lower(&mut program, &reached);
        let end = run(&program);
        if takes == 2 {
            assert_eq!(end, returned(42));
        } else {
            assert!(matches!(misbehaviour(end), Misbehaviour::OutOfBounds(_)));
        }
    }
}

#[test]
fn string_literals_are_read_only_and_arithmetic_is_noted() {
    let mut b = Build::new(MachineModel::Lp64);
    let char_ = b.p.types.int(IntKind::Char);
    let text = b.p.types.array(char_, Some(3));
    let literal = b.p.add_var("\"hi\"", text, VarKind::StringLiteral, None);
    b.p.vars[literal].data = Some(Box::from(*b"hi\0"));
    b.op(Op::Declare { var: literal, zeroed: false });
    let (place, diff) = (b.p.var_place(literal), b.p.types.ptrdiff_t());
    let one = b.constant(1, diff);
    let element = b.p.exprs.place(PlaceKind::Index(place, one), char_);
    let value = b.p.exprs.expr(ExprKind::Load(element), char_);
    let value = b.p.exprs.expr(ExprKind::Cast(value), b.int);
    let big = b.constant(i64::from(i32::MAX), b.int);
    let sum = b.binary(BinaryOp::Add, value, big);
    let mut other = Build { p: b.p.clone(), ..b };
    let program = b.finish(sum);
    let code = Code::new(&program);
    let none = &mut RecordedInputs::default();
    let mut lenient = Interpreter::new(&code, InterpreterOptions::default());
    assert_eq!(lenient.run(none), returned(u128::from((i32::MAX as u32) + 105)));
    assert_eq!(lenient.recorded_undefined().map(|n| n.0), Some(eval::Undefined::SignedOverflow));
    let strict =
        Interpreter::new(&code, InterpreterOptions { strict: true, ..InterpreterOptions::default() }).run(none);
    assert_eq!(misbehaviour(strict), Misbehaviour::Arithmetic(eval::Undefined::SignedOverflow));
    let x = other.constant(120, char_);
    other.op(Op::Assign { place: element, value: x });
    assert!(matches!(misbehaviour(run(&other.finish(sum))), Misbehaviour::ReadOnlyWrite(_)));
}

#[test]
fn assumptions_block_and_the_trace_names_what_changed() {
    let mut b = Build::new(MachineModel::Lp64);
    let array = b.p.types.array(b.int, Some(4));
    let (a, i) = (b.local("a", array), b.local("i", b.int));
    let two = b.constant(2, b.int);
    b.assign(i, two);
    let (place, iv, diff) = (b.p.var_place(a), b.p.var_value(i), b.p.types.ptrdiff_t());
    let index = b.p.exprs.expr(ExprKind::Cast(iv), diff);
    let element = b.p.exprs.place(PlaceKind::Index(place, index), b.int);
    b.op(Op::Assign { place: element, value: two });
    b.op(Op::Assume { cond: iv, truth: false });
    let program = b.finish(two);
    let code = Code::new(&program);
    let mut run = Interpreter::new(&code, InterpreterOptions { trace: true, ..InterpreterOptions::default() });
    assert!(matches!(run.run(&mut RecordedInputs::default()), RunEnd::Blocked { .. }));
    let names: Vec<_> =
        run.trace().entries.iter().flat_map(|e| &e.changes).map(|c| (&*c.name, c.value_text(&program))).collect();
    assert_eq!(names, [("i", Some("2".into())), ("a[2]", Some("2".into()))]);
    assert_eq!(run.variable(run.top(), i), Some(Value(2)));
    assert_eq!(run.address_of(0, i), None);
}

#[test]
fn an_unsupported_operation_ends_the_run() {
    let mut b = Build::new(MachineModel::Lp64);
    b.op(Op::Unsupported("inline assembler".into()));
    let zero = b.constant(0, b.int);
    assert!(matches!(run(&b.finish(zero)), RunEnd::Unsupported { .. }));
}

#[test]
fn deep_expressions_need_no_stack_of_ours() {
    let mut b = Build::new(MachineModel::Lp64);
    let x = b.local("x", b.int);
    let one = b.constant(1, b.int);
    b.assign(x, one);
    let xv = b.p.var_value(x);
    let mut sum = xv;
    for _ in 0..100_000 {
        sum = b.binary(BinaryOp::Add, sum, xv);
    }
    assert_eq!(run(&b.finish(sum)), returned(100_001));
}

#[test]
fn objects_are_numbered_as_documented() {
    let mut b = Build::new(MachineModel::Lp64);
    let pointer = b.p.types.pointer(b.int);
    let p = b.local("p", pointer);
    let size_t = b.p.types.size_t();
    let (place, eight) = (b.p.var_place(p), b.constant(8, size_t));
    let (pv, there) = {
        let pv = b.p.var_value(p);
        (pv, b.p.exprs.place(PlaceKind::Deref(pv), b.int))
    };
    let x = b.local("x", b.int);
    let (xv, xp) = (b.p.var_value(x), b.p.var_place(x));
    // 0: the status; 1, 2, 3: main's result, p, x.
    b.op(Op::Intrinsic { which: Intrinsic::Malloc, args: vec![eight], result: Some(place) }); // 4
    b.op(Op::Intrinsic { which: Intrinsic::Realloc, args: vec![pv, eight], result: Some(place) }); // 5
    b.op(Op::Intrinsic { which: Intrinsic::Alloca, args: vec![eight], result: Some(place) }); // 6
    b.op(Op::Declare { var: x, zeroed: false }); // 7
    b.op(Op::EndScope(x));
    // Read by name after its lifetime: 8.
    let load = b.p.exprs.expr(ExprKind::Load(there), b.int);
    let sum = b.binary(BinaryOp::Add, load, xv);
    b.op(Op::Assign { place: xp, value: sum });
    let memory = [
        ((ObjectOrdinal(4), 0), 1),
        ((ObjectOrdinal(6), 0), 10),
        ((ObjectOrdinal(7), 0), 50),
        ((ObjectOrdinal(8), 0), 100),
    ];
    let mut inputs = RecordedInputs { memory: memory.into(), ..Default::default() };
    assert_eq!(run_with(&b.finish(xv), &mut inputs), returned(110));
}
