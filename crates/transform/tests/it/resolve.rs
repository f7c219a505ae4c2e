//! Calls through pointers: which functions are candidates, what is converted, what becomes of the rest.

use cairn_base::Span;
use cairn_ir::behaviour::NO_CANDIDATE;
use cairn_ir::types::{FloatKind, IntKind};
use cairn_ir::{
    ExprKind, FunctionId, MachineModel, NondetSource, Op, Program, TypeId, VarId, VarKind, format_op, print,
};
use cairn_transform::finish;

/// `start` with a function pointer `p` of a type, and a call through it.
struct Bed {
    p: Program,
    int: TypeId,
    long: TypeId,
    void: TypeId,
}

impl Bed {
    fn new() -> Self {
        let mut p = Program::empty(MachineModel::Ilp32);
        let (int, long, void) = (p.types.int(IntKind::Int), p.types.int(IntKind::LongLong), p.types.void());
        p.add_function("start", void);
        Bed { p, int, long, void }
    }

    /// A function that returns at once.
    fn function(&mut self, name: &str, result: TypeId, params: &[TypeId]) -> FunctionId {
        let f = self.p.add_function(name, result);
        for (i, param) in params.iter().enumerate() {
            self.p.add_var(&format!("a{i}"), *param, VarKind::Param(i as u32), Some(f));
        }
        if result != self.void {
            self.p.add_var("result", result, VarKind::Return, Some(f));
        }
        f
    }

    fn with_body(&mut self, f: FunctionId) -> FunctionId {
        let body = self.p.add_body(f);
        self.p.add_edge(body.entry, body.exit, Op::Skip, Span::NONE);
        f
    }

    /// Takes the addresses of `taken`, then calls through a pointer to the type of `like`.
    fn finish(mut self, taken: &[FunctionId], like: FunctionId, args: &[u128], result: Option<TypeId>) -> Program {
        let p = &mut self.p;
        let start = p.start;
        let body = p.add_body(start);
        let ty = p.functions[like].ty;
        let ty = p.types.pointer(ty);
        let pointer = p.add_var("p", ty, VarKind::Local, Some(start));
        let place = p.var_place(pointer);
        let mut at = body.entry;
        for f in taken {
            let own = p.types.pointer(p.functions[*f].ty);
            let address = p.exprs.expr(ExprKind::FunctionAddress(*f), own);
            let value = if own == ty { address } else { p.exprs.expr(ExprKind::Cast(address), ty) };
            let next = p.add_node(start);
            p.add_edge(at, next, Op::Assign { place, value }, Span::NONE);
            at = next;
        }
        let args = args.iter().map(|a| p.exprs.expr(ExprKind::Constant(*a), self.int)).collect();
        let result: Option<VarId> = result.map(|ty| p.add_var("r", ty, VarKind::Temp, Some(start)));
        let site = p.add_call(None, args, result);
        let pointer = p.var_value(pointer);
        p.add_edge(at, body.exit, Op::CallPointer { site, pointer }, Span::NONE);
        finish(&mut self.p);
        assert_eq!(self.p.check(), Ok(()));
        self.p
    }
}

/// The operations of a function from its entry, one a line.
fn ops(p: &Program) -> Vec<String> {
    let in_start = p.edges.iter().filter(|e| p.nodes[e.source].function == p.start);
    in_start.map(|e| format_op(p, &e.op)).filter(|o| !o.starts_with("p = ")).collect()
}

#[test]
fn candidates_are_the_functions_of_the_type_whose_address_is_taken() {
    let mut bed = Bed::new();
    let (int, long, void) = (bed.int, bed.long, bed.void);
    let not_taken = bed.function("not_taken", int, &[int]);
    let two = bed.function("two", int, &[int, int]);
    let wide = bed.function("wide", int, &[long]);
    let none = bed.function("none", void, &[int]);
    let good = bed.function("good", int, &[int]);
    let other = bed.function("other", int, &[int]);
    for f in [not_taken, two, wide, none, good, other] {
        bed.with_body(f);
    }
    let p = bed.finish(&[other, two, wide, none, good], good, &[7], Some(int));
    assert_eq!(
        ops(&p),
        [
            "[p == &good]",
            "[!(p == &good)]",
            "r = good(7);",
            "[p == &other]",
            "[!(p == &other)]",
            "r = other(7);",
            &format!("doubt {NO_CANDIDATE}:"),
            &format!("unsupported: {NO_CANDIDATE};"),
        ]
    );
    assert!(p.functions[not_taken].body.is_none(), "what never runs has no automaton");
    assert!(p.functions[two].address_taken && !p.functions[not_taken].address_taken);
}

#[test]
fn a_call_without_a_result_fits_any_result() {
    let mut bed = Bed::new();
    let (int, void) = (bed.int, bed.void);
    let f = bed.function("f", int, &[int]);
    let g = bed.function("g", void, &[int]);
    let (f, g) = (bed.with_body(f), bed.with_body(g));
    let p = bed.finish(&[f, g], g, &[1], None);
    assert!(ops(&p).contains(&"f(1);".into()) && ops(&p).contains(&"g(1);".into()));
}

#[test]
fn arguments_and_results_are_converted() {
    let mut bed = Bed::new();
    let uint = bed.p.types.int(IntKind::UInt);
    let int = bed.int;
    let like = bed.function("like", int, &[int]);
    let f = bed.function("f", uint, &[uint]);
    bed.with_body(f);
    let p = bed.finish(&[f], like, &[1], Some(int));
    let calls: Vec<String> = ops(&p).into_iter().filter(|o| !o.starts_with('[')).collect();
    assert_eq!(calls[..2], ["call = f((unsigned int)1);", "r = (int)call;"]);
    assert!(ops(&p).contains(&"[p == (int (*)(int))&f]".into()));
}

#[test]
fn a_function_without_a_body_gives_any_result() {
    let mut bed = Bed::new();
    let int = bed.int;
    let f = bed.function("f", int, &[int]);
    let p = bed.finish(&[f], f, &[1], Some(int));
    let havoc =
        p.edges.iter().filter(|e| matches!(&e.op, Op::Havoc { source: NondetSource::Undefined(n), .. } if n == "f"));
    assert_eq!(havoc.count(), 1);
    assert_eq!(p.diagnostics.len(), 1);
}

#[test]
fn promoted_arguments_fit_where_there_is_no_prototype() {
    let mut bed = Bed::new();
    let (int, void) = (bed.int, bed.void);
    let (char, float) = (bed.p.types.int(IntKind::Char), bed.p.types.float(FloatKind::Float));
    let f = bed.function("f", void, &[char]);
    let g = bed.function("g", void, &[float]);
    let (f, g) = (bed.with_body(f), bed.with_body(g));
    let old = bed.p.add_function("old", void);
    let ty = cairn_ir::types::FunctionType { result: void, params: vec![], variadic: false, prototype: false };
    bed.p.functions[old].ty = bed.p.types.intern(cairn_ir::Type::Function(ty));
    let strict = bed.function("strict", void, &[int]);
    let p = Bed { p: bed.p.clone(), ..bed }.finish(&[f, g], old, &[65], None);
    assert!(ops(&p).contains(&"f((char)65);".into()));
    assert!(!print::text(&p).contains("&g]"), "a float is not what an int is promoted from");
    let p = Bed { p: bed.p, ..bed }.finish(&[f], strict, &[65], None);
    assert!(ops(&p).contains(&"f((char)65);".into()), "the machine takes the lower part, whatever the type says");
}

/// What C leaves undefined and the machine does: more arguments, narrower parameters, a result that nobody uses.
#[test]
fn casts_of_pointers_to_functions_are_followed() {
    let mut bed = Bed::new();
    let (int, long, void) = (bed.int, bed.long, bed.void);
    let char = bed.p.types.int(IntKind::Char);
    let float = bed.p.types.float(FloatKind::Float);
    let pointer = bed.p.types.pointer(char);
    let like = bed.function("like", void, &[int, int]);
    let fewer = bed.function("fewer", int, &[int]);
    let narrow = bed.function("narrow", void, &[char, int]);
    let address = bed.function("address", void, &[pointer, int]);
    let more = bed.function("more", void, &[int, int, int]);
    let wide = bed.function("wide", void, &[int, long]);
    let other = bed.function("other", void, &[int, float]);
    let all = [fewer, narrow, address, more, wide, other];
    for f in all {
        bed.with_body(f);
    }
    let p = bed.finish(&all, like, &[1, 2], None);
    let calls: Vec<String> = ops(&p).into_iter().filter(|o| !o.starts_with('[')).collect();
    assert_eq!(
        calls,
        [
            "fewer(1);",
            "narrow((char)1, 2);",
            "address((char *)1, 2);",
            &format!("doubt {NO_CANDIDATE}:"),
            &format!("unsupported: {NO_CANDIDATE};"),
        ]
    );
}

#[test]
fn what_fits_loosely_is_left_out_where_many_fit() {
    let mut bed = Bed::new();
    let (int, void) = (bed.int, bed.void);
    let mut taken = Vec::new();
    for i in 0..8 {
        let f = bed.function(&format!("good{i}"), void, &[int]);
        taken.push(bed.with_body(f));
    }
    let loose = bed.function("loose", void, &[]);
    taken.push(bed.with_body(loose));
    let like = taken[0];
    let few = Bed { p: bed.p.clone(), ..bed }.finish(&taken[1..], like, &[1], None);
    assert!(ops(&few).contains(&"loose();".into()), "{:?}", ops(&few));
    let many = Bed { p: bed.p, ..bed }.finish(&taken, like, &[1], None);
    assert!(ops(&many).contains(&"good7(1);".into()) && !ops(&many).contains(&"loose();".into()), "{:?}", ops(&many));
}

#[test]
fn a_float_of_a_prototype_is_not_passed_as_a_double() {
    let mut bed = Bed::new();
    let void = bed.void;
    let (float, double) = (bed.p.types.float(FloatKind::Float), bed.p.types.float(FloatKind::Double));
    let f = bed.function("f", void, &[float]);
    let d = bed.function("d", void, &[double]);
    bed.with_body(f);
    bed.with_body(d);
    let like = bed.function("like", void, &[double]);
    bed.int = double;
    let p = bed.finish(&[f, d], like, &[0], None);
    let calls: Vec<String> = ops(&p).into_iter().filter(|o| o.starts_with("f(") || o.starts_with("d(")).collect();
    assert_eq!(calls.len(), 1, "{calls:?}");
    assert!(calls[0].starts_with("d("), "{calls:?}");
}

#[test]
fn a_known_function_is_called_directly() {
    let mut bed = Bed::new();
    let int = bed.int;
    let f = bed.function("f", int, &[int]);
    bed.with_body(f);
    let p = &mut bed.p;
    let (start, body) = (p.start, p.add_body(p.start));
    let ty = p.types.pointer(p.functions[f].ty);
    let pointer = p.exprs.expr(ExprKind::FunctionAddress(f), ty);
    let arg = p.exprs.expr(ExprKind::Constant(3), int);
    let site = p.add_call(None, vec![arg], None);
    p.add_edge(body.entry, body.exit, Op::CallPointer { site, pointer }, Span::NONE);
    finish(p);
    assert_eq!(p.check(), Ok(()));
    assert_eq!(start, p.start);
    assert_eq!(ops(p), ["f(3);"]);
    assert!(!p.functions[f].address_taken, "no pointer to it is kept");
}

#[test]
fn what_follows_a_call_that_nothing_fits_is_not_reached() {
    let mut bed = Bed::new();
    let (int, void) = (bed.int, bed.void);
    let like = bed.function("like", int, &[int]);
    let behind = bed.function("behind", void, &[]);
    let only_taken = bed.function("only_taken", void, &[int, int]);
    bed.with_body(behind);
    bed.with_body(only_taken);
    let p = &mut bed.p;
    let (start, body) = (p.start, p.add_body(p.start));
    let ty = p.types.pointer(p.functions[like].ty);
    let pointer = p.add_var("p", ty, VarKind::Local, Some(start));
    let place = p.var_place(pointer);
    let own = p.types.pointer(p.functions[only_taken].ty);
    let address = p.exprs.expr(ExprKind::FunctionAddress(only_taken), own);
    let value = p.exprs.expr(ExprKind::Cast(address), ty);
    let (first, second) = (p.add_node(start), p.add_node(start));
    p.add_edge(body.entry, first, Op::Assign { place, value }, Span::NONE);
    let arg = p.exprs.expr(ExprKind::Constant(3), int);
    let site = p.add_call(None, vec![arg], None);
    let pointer = p.var_value(pointer);
    p.add_edge(first, second, Op::CallPointer { site, pointer }, Span::NONE);
    let site = p.add_call(Some(behind), vec![], None);
    p.add_edge(second, body.exit, Op::Call(site), Span::NONE);
    finish(p);
    assert_eq!(p.check(), Ok(()));
    assert_eq!(ops(p), [format!("doubt {NO_CANDIDATE}:"), format!("unsupported: {NO_CANDIDATE};")]);
    assert!(p.functions[behind].body.is_none() && p.functions[only_taken].body.is_none());
    assert!(p.functions[only_taken].address_taken);
}

#[test]
fn a_plain_call_of_a_function_without_a_body_gives_any_result() {
    let mut bed = Bed::new();
    let int = bed.int;
    let f = bed.function("f", int, &[]);
    let p = &mut bed.p;
    let (start, body) = (p.start, p.add_body(p.start));
    let result = p.add_var("r", int, VarKind::Temp, Some(start));
    let site = p.add_call(Some(f), vec![], Some(result));
    p.add_edge(body.entry, body.exit, Op::Call(site), Span::NONE);
    finish(p);
    assert_eq!(p.check(), Ok(()));
    assert_eq!(ops(p), ["r = f();"]);
    assert!(p.calls.is_empty());
    assert_eq!(p.diagnostics.len(), 1);
}
