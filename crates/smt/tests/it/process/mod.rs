//! Solver programs behind the trait: answers, levels, assumptions, models, cores, limits; and what happens when a
//! program misbehaves.
#![allow(clippy::print_stderr)] // A skipped test says so.

mod wheels;

use cairn_base::CancelToken;
use cairn_smt::{Answer, AssumptionStyle, ProcessSolver, Solver, SolverError, SolverLimits, SolverProgram, Unknown};
use cairn_term::{Rational, Sort, TermId, TermOp, TermValue, Terms};
use cairn_test_support::terms::Pool;
use cairn_test_support::terms::Theory;
use std::time::Duration;

fn none() -> SolverLimits {
    SolverLimits { time: Some(Duration::from_secs(60)), ..SolverLimits::default() }
}

/// Everything that the trait promises.
fn keeps_the_promises(program: &SolverProgram) {
    let mut terms = Terms::new();
    let mut solver = ProcessSolver::new(program.clone()).unwrap();
    let (x, y) = (terms.symbol("x", Sort::Int), terms.symbol("y", Sort::Int));
    let (zero, three, nine) = (terms.int(0), terms.int(3), terms.int(9));
    let sum = terms.add(x, y);
    let (large, small_x, small_y) = (terms.le(nine, sum), terms.le(x, three), terms.le(y, three));
    let y_is_zero = terms.eq(y, zero);
    assert_eq!(solver.check(&terms, &[], &none()).unwrap(), Answer::Sat);
    solver.assert(&terms, large).unwrap();
    assert_eq!(solver.check(&terms, &[small_x], &none()).unwrap(), Answer::Sat);
    let values = solver.model(&terms, &[x, y, sum, small_x, small_y]).unwrap();
    let whole: Vec<i128> = values[..3].iter().map(|value| value.as_int().unwrap()).collect();
    assert!(whole[0] <= 3 && whole[0] + whole[1] == whole[2] && whole[2] >= 9, "{values:?}");
    assert_eq!((&values[3], &values[4]), (&TermValue::Bool(true), &TermValue::Bool(whole[1] <= 3)));
    // A core leaves out what is not needed.
    let answer = solver.check(&terms, &[y_is_zero, small_x, small_y], &none()).unwrap();
    assert_eq!(answer, Answer::Unsat);
    let core = solver.core().unwrap();
    assert!(core.contains(&small_x) && (core.contains(&small_y) || core.contains(&y_is_zero)), "{core:?}");
    assert!(solver.model(&terms, &[x]).is_err());
    // Levels come and go, and what was defined in them.
    for _ in 0..3 {
        solver.push().unwrap();
        solver.assert(&terms, small_x).unwrap();
        assert_eq!(solver.check(&terms, &[], &none()).unwrap(), Answer::Sat);
        solver.push().unwrap();
        solver.assert(&terms, small_y).unwrap();
        assert_eq!(solver.check(&terms, &[], &none()).unwrap(), Answer::Unsat);
        assert_eq!(solver.core().unwrap(), []);
        solver.pop(2).unwrap();
        assert_eq!(solver.check(&terms, &[small_y], &none()).unwrap(), Answer::Sat);
    }
    assert!(solver.pop(1).is_err());
    // Functions, arrays, reals; values of terms that the program was never told.
    let function = terms.function("f", &[Sort::Int], Sort::Int);
    let (fx, fy) = (terms.call(function, &[x]), terms.call(function, &[y]));
    let (same, differ) = (terms.eq(x, y), terms.eq(fx, fy));
    let differ = terms.not(differ);
    assert_eq!(solver.check(&terms, &[same, differ], &none()).unwrap(), Answer::Unsat);
    let row = terms.array_sort(Sort::Int, Sort::Real);
    let array = terms.symbol("a", row);
    let third = terms.real(Rational::new(-1, 3).unwrap());
    let stored = terms.store(array, x, third);
    let read = terms.select(stored, y);
    let untouched = terms.select(array, y);
    let far = terms.eq(read, third);
    assert_eq!(solver.check(&terms, &[far, differ], &none()).unwrap(), Answer::Sat);
    let other = terms.symbol("z", Sort::Int);
    let more = terms.add(other, nine);
    let values = solver.model(&terms, &[read, more, untouched]).unwrap();
    assert_eq!(values, [TermValue::Real(Rational::new(-1, 3).unwrap()), TermValue::Int(9), values[2].clone()]);
    assert!(solver.assert(&terms, x).is_err() && solver.check(&terms, &[x], &none()).is_err());
}

/// Values of random terms under a fixed assignment; those without arrays, where the program has no constant arrays of
/// anything but literals.
fn same_values(program: &SolverProgram, theory: Theory, arrays: bool, seeds: std::ops::Range<u64>) {
    let mut undecided = 0;
    for seed in seeds.clone() {
        let (mut pool, mut random) = Pool::new(seed, theory, 40);
        let assignment = pool.assignment(&mut random);
        let mut solver = ProcessSolver::new(program.clone()).unwrap();
        for symbol in pool.symbols.clone() {
            let term = pool.terms.symbol_term(symbol);
            let sort = pool.terms.sort(term);
            if !arrays && matches!(sort, Sort::Array(_)) {
                continue;
            }
            let value = pool.terms.of_value(assignment.get(symbol).unwrap(), sort).unwrap();
            let equal = pool.terms.intern(TermOp::Eq, &[term, value], Sort::Bool);
            solver.assert(&pool.terms, equal).unwrap();
        }
        // Each Boolean has our value: asserted, and its complement refuted.
        let booleans: Vec<TermId> = pool.twins.iter().map(|t| t.simple).collect();
        let booleans: Vec<TermId> = booleans.into_iter().filter(|t| pool.terms.sort(*t) == Sort::Bool).collect();
        let left_out = |pool: &Pool, t: TermId| {
            matches!(pool.terms.op(t), TermOp::Call(_)) || !arrays && matches!(pool.terms.sort(t), Sort::Array(_))
        };
        for term in booleans {
            let Some(value) = pool.terms.evaluate(term, &assignment) else { continue };
            if pool.terms.below(&[term]).into_iter().any(|t| left_out(&pool, t)) {
                continue;
            }
            let not = pool.terms.not(term);
            let holds = if value == TermValue::Bool(true) { [term, not] } else { [not, term] };
            let limits = SolverLimits { time: Some(Duration::from_secs(120)), ..SolverLimits::default() };
            for (literal, expected) in holds.into_iter().zip([Answer::Sat, Answer::Unsat]) {
                let answer = solver.check(&pool.terms, &[literal], &limits).unwrap_or_else(|error| {
                    panic!(
                        "seed {seed}: {error}: {}",
                        cairn_term::Smtlib { terms: &pool.terms, assertions: &[literal] }
                    )
                });
                if matches!(answer, Answer::Unknown(_)) {
                    undecided += 1;
                    continue;
                }
                assert_eq!(answer, expected, "seed {seed}");
            }
        }
    }
    assert!(undecided * 10 <= seeds.end - seeds.start, "{undecided} undecided");
}

#[test]
fn z3_keeps_the_promises() {
    let Some(program) = wheels::z3() else { return };
    keeps_the_promises(&program);
    keeps_the_promises(&SolverProgram { assumptions: AssumptionStyle::Named, ..program });
}

#[test]
fn cvc5_keeps_the_promises() {
    let Some(program) = wheels::cvc5() else { return };
    keeps_the_promises(&program);
    keeps_the_promises(&SolverProgram { assumptions: AssumptionStyle::Named, ..program });
}

#[test]
fn z3_and_we_agree() {
    let Some(program) = wheels::z3() else { return };
    for theory in [Theory::BitVectors, Theory::Arrays, Theory::Numbers] {
        same_values(&program, theory, true, 0..12);
    }
    same_values(&program, Theory::Floats, true, 0..6);
}

#[test]
fn cvc5_and_we_agree() {
    let Some(program) = wheels::cvc5() else { return };
    for theory in [Theory::BitVectors, Theory::Floats, Theory::Numbers] {
        same_values(&program, theory, false, 0..5);
    }
}

/// `x * y = k` with factors that are hard to find.
fn hard(terms: &mut Terms) -> TermId {
    let (x, y) = (terms.symbol("x", Sort::BitVec(48)), terms.symbol("y", Sort::BitVec(48)));
    let one = terms.bits(48, 1);
    let (above_x, above_y) = (terms.bv_ult(one, x), terms.bv_ult(one, y));
    let (x, y) = (terms.zero_extend(x, 96), terms.zero_extend(y, 96));
    let product = terms.bv_mul(x, y);
    let prime = terms.bits(96, 3_486_179_852_917_082_565_381_873_889);
    let equal = terms.eq(product, prime);
    terms.and(&[equal, above_x, above_y])
}

#[test]
fn a_check_ends_in_time_and_the_next_one_is_answered() {
    let Some(program) = wheels::z3() else { return };
    let mut terms = Terms::new();
    let goal = hard(&mut terms);
    let p = terms.symbol("p", Sort::Bool);
    let not_p = terms.not(p);
    let mut solver = ProcessSolver::new(program).unwrap();
    solver.assert(&terms, p).unwrap();
    let stops: [(SolverLimits, Unknown); 3] = [
        (SolverLimits { time: Some(Duration::from_millis(300)), ..SolverLimits::default() }, Unknown::Timeout),
        (SolverLimits { memory: Some(1), ..SolverLimits::default() }, Unknown::MemoryLimit),
        (SolverLimits { cancel: Some(CancelToken::new()), ..SolverLimits::default() }, Unknown::Interrupted),
    ];
    for (limits, expected) in stops {
        std::thread::scope(|scope| {
            let cancel = limits.cancel.clone();
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(200));
                cancel.inspect(CancelToken::cancel)
            });
            assert_eq!(solver.check(&terms, &[goal], &limits).unwrap(), Answer::Unknown(expected));
        });
        assert_eq!(solver.check(&terms, &[not_p], &none()).unwrap(), Answer::Unsat);
        assert_eq!(solver.core().unwrap(), [not_p]);
    }
    let interrupter = solver.interrupter();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            interrupter.interrupt();
        });
        assert_eq!(solver.check(&terms, &[goal], &none()).unwrap(), Answer::Unknown(Unknown::Interrupted));
    });
    assert_eq!(solver.statistics().retries, 3);
}

/// A program that says something.
fn talker(script: &str) -> SolverProgram {
    let mut program = SolverProgram::new("sh");
    program.args = ["-c", script].iter().map(Into::into).collect();
    program
}

#[test]
fn what_is_no_answer_is_an_error() {
    let mut terms = Terms::new();
    let p = terms.symbol("p", Sort::Bool);
    let says = |script: &str, what: &str| {
        let mut solver = ProcessSolver::new(talker(script)).unwrap();
        solver.assert(&terms, p).unwrap();
        let SolverError(error) = solver.check(&terms, &[p], &none()).expect_err(script);
        assert!(error.contains(what), "{script}: {error}");
        assert!(solver.model(&terms, &[p]).is_err() && solver.core().is_err());
        // Nor does it get better.
        assert!(solver.check(&terms, &[p], &none()).is_err());
    };
    says("echo banana", "says: banana");
    says("echo '(error \"line 3: no\")'; echo sat; cat", "says: (error \"line 3: no\")");
    says("echo SAT", "says: SAT");
    says("echo '(sat'; exec 1>&-; cat", "ended without an answer");
    says("printf '\\377\\376\\n'", "no text");
    says("echo '(sat'; exec 1>&-; exec sleep 100", "ended without an answer");
    says("true", "ended without an answer");
    says("kill -9 $$", "ended without an answer");
    says("echo ')'", "says: )");
    says("echo 'cannot open licence' >&2; exit 3", "ended without an answer: cannot open licence");
    says("echo unsat; echo '(a7)'; cat", "says: (a7)");
    says("echo unsat; echo 'a0'; cat", "says: a0");
    assert!(ProcessSolver::new(SolverProgram::new("/no/such/solver")).is_err());
    // An answer without a line end, and then nothing.
    let mut solver = ProcessSolver::new(talker("printf 'success unsupported\\nsat'")).unwrap();
    assert_eq!(solver.check(&terms, &[], &none()).unwrap(), Answer::Sat);
    assert!(solver.model(&terms, &[p]).is_err());
}

#[test]
fn a_bad_model_is_an_error() {
    let mut terms = Terms::new();
    let (x, r) = (terms.symbol("x", Sort::Int), terms.symbol("r", Sort::Real));
    let zero = terms.int(0);
    let goal = terms.lt(zero, x);
    for (model, value) in [
        ("((s0 7))", Some(TermValue::Int(7))),
        ("((s0 (- 7)))", Some(TermValue::Int(-7))),
        ("((s0 7.5))", None),
        ("((s0 true))", None),
        ("((s0 y))", None),
        ("((s0 99999999999999999999999999999999999999999999))", None),
        ("((s0 7) (s1 8))", None),
        ("()", None),
        ("sat", None),
        ("((s0 7)", None),
    ] {
        let mut solver = ProcessSolver::new(talker(&format!("echo sat; echo '{model}'"))).unwrap();
        solver.assert(&terms, goal).unwrap();
        assert_eq!(solver.check(&terms, &[], &none()).unwrap(), Answer::Sat);
        let values = solver.model(&terms, &[x]);
        match value {
            Some(value) => assert_eq!(values.unwrap(), [value]),
            None => assert!(values.is_err(), "{model}: {values:?}"),
        }
    }
    for (model, value) in [("(- (/ 1 3))", (-1, 3)), ("(/ (- 1.0) 3.0)", (-1, 3)), ("2", (2, 1)), ("0.25", (1, 4))] {
        let mut solver = ProcessSolver::new(talker(&format!("echo sat; echo '((s1 {model}))'"))).unwrap();
        assert_eq!(solver.check(&terms, &[], &none()).unwrap(), Answer::Sat);
        let expected = TermValue::Real(Rational::new(value.0, value.1).unwrap());
        assert_eq!(solver.model(&terms, &[r]).unwrap(), [expected]);
    }
}

/// Children of this process that are dead and not waited for.
#[cfg(target_os = "linux")]
fn zombies() -> usize {
    let me = std::process::id().to_string();
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let status = processes.filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok());
    status
        .filter(|stat| {
            let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
            fields.first() == Some(&"Z") && fields.get(1) == Some(&me.as_str())
        })
        .count()
}

#[cfg(target_os = "linux")]
#[test]
fn no_program_stays() {
    let terms = Terms::new();
    for _ in 0..20 {
        let mut solver = ProcessSolver::new(talker("exec sleep 100")).unwrap();
        let limits = SolverLimits { time: Some(Duration::from_millis(5)), ..SolverLimits::default() };
        assert_eq!(solver.check(&terms, &[], &limits).unwrap(), Answer::Unknown(Unknown::Timeout));
        drop(ProcessSolver::new(talker("exec sleep 100")).unwrap());
    }
    // Other tests of this process may be just between the end of their program and its wait.
    assert!((0..50).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        zombies() == 0
    }));
}
