//! The round trip of terms through text, as SMT-LIB and as the portable form.

use cairn_base::FastMap;
use cairn_term::{Scope, ScriptPrinter, Smtlib, Sort, SymbolNames, TermId, Terms};
use cairn_test_support::terms::Pool;
use cairn_test_support::terms::Theory;

const THEORIES: [Theory; 4] = [Theory::BitVectors, Theory::Floats, Theory::Arrays, Theory::Numbers];

#[test]
fn smtlib_reads_back() {
    for theory in THEORIES {
        for seed in 0..120 {
            let (mut pool, _) = Pool::new(seed, theory, 60);
            let roots: Vec<TermId> = pool.twins.iter().map(|twin| twin.simple).collect();
            let names = SymbolNames::of(&pool.terms, &roots);
            let (mut text, mut known) = (String::new(), FastMap::default());
            let writer = ScriptPrinter { terms: &pool.terms, names: &names, extended: true };
            writer.declare_all(&mut text, &roots).unwrap();
            writer.define(&mut text, &roots, &mut known).unwrap();
            let mut scope = names.scope(&pool.terms, &roots);
            scope.read_script(&mut pool.terms, &text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
            for root in roots {
                let read = scope.read_term(&mut pool.terms, &known[&root]);
                assert_eq!(read, Ok(root), "seed {seed}: {} in\n{text}", known[&root]);
            }
        }
    }
}

#[test]
fn scripts_read_as_what_they_assert() {
    for theory in THEORIES {
        for seed in 0..60 {
            let (mut pool, mut random) = Pool::new(seed, theory, 60);
            let is_bool = |t: &TermId| pool.terms.sort(*t) == Sort::Bool;
            let roots: Vec<TermId> = pool.twins.iter().map(|twin| twin.plain).filter(is_bool).collect();
            let text = Smtlib { terms: &pool.terms, assertions: &roots }.to_string();
            let mut scope = SymbolNames::of(&pool.terms, &roots).scope(&pool.terms, &roots);
            let read = scope.read_script(&mut pool.terms, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            if text.contains("\n(declare-fun $") {
                continue; // A float's encoding is a symbol of its own, with two assertions.
            }
            assert_eq!(read.len(), roots.len());
            let assignment = pool.assignment(&mut random);
            for (root, read) in roots.iter().zip(read) {
                if let Some(value) = pool.terms.evaluate(*root, &assignment) {
                    assert_eq!(pool.terms.evaluate(read, &assignment), Some(value), "seed {seed}:\n{text}");
                }
            }
        }
    }
}

#[test]
fn packed_terms_survive_another_store() {
    for theory in THEORIES {
        for seed in 0..120 {
            let (mut pool, _) = Pool::new(seed, theory, 60);
            let roots: Vec<TermId> = pool.twins.iter().map(|twin| twin.simple).collect();
            let text = pool.terms.pack(&roots);
            let mut other = Terms::new();
            // Another numbering.
            for _ in 0..seed {
                other.symbol("something else", Sort::Int);
            }
            let mut count = 0;
            let there = other.unpack(&text, &mut |terms, _, sort| {
                count += 1;
                terms.symbol(format!("{count}"), sort)
            });
            let there = there.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
            let back = other.pack(&there);
            let order: Vec<TermId> = symbols_in_order(&mut pool.terms, &text);
            let read = pool.terms.unpack(&back, &mut |_, name, _| order[name.parse::<usize>().unwrap() - 1]);
            assert_eq!(read.unwrap(), roots, "seed {seed}");
        }
    }
}

fn symbols_in_order(terms: &mut Terms, text: &str) -> Vec<TermId> {
    let mut order = Vec::new();
    terms
        .unpack(text, &mut |terms, name, sort| {
            let symbol = (0..terms.symbol_count())
                .map(cairn_base::id::Id::from_index)
                .find(|symbol| terms.symbol_name(*symbol) == name && terms.symbol_sort(*symbol) == sort)
                .unwrap();
            let term = terms.symbol_term(symbol);
            order.push(term);
            term
        })
        .unwrap();
    order
}

#[test]
fn broken_text_is_an_error() {
    let mut terms = Terms::new();
    let (pool, mut random) = Pool::new(7, Theory::Numbers, 60);
    let roots: Vec<TermId> = pool.twins.iter().map(|twin| twin.simple).collect();
    let booleans: Vec<TermId> = roots.iter().copied().filter(|t| pool.terms.sort(*t) == Sort::Bool).collect();
    let texts = [pool.terms.pack(&roots), Smtlib { terms: &pool.terms, assertions: &booleans }.to_string()];
    for text in texts {
        for _ in 0..2000 {
            // Some bytes lost, doubled or moved: whatever is read is well-sorted, or it is an error.
            let mut bytes = text.clone().into_bytes();
            for _ in 0..1 + random.below(3) {
                let (at, from) = (random.below(bytes.len()), random.below(bytes.len()));
                match random.below(3) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes[at] = bytes[from],
                    _ => bytes.insert(at, bytes[from]),
                }
            }
            let broken = String::from_utf8_lossy(&bytes);
            let _ = terms.unpack(&broken, &mut |terms, name, sort| terms.symbol(name, sort));
            let _ = Scope::new().read_script(&mut terms, &broken);
        }
    }
}

#[test]
fn what_solvers_and_people_write_is_read() {
    let mut terms = Terms::new();
    let mut scope = Scope::new();
    let script = "
        (set-logic ALL) ; a comment
        (set-info :source |quoted (text)|)
        (define-sort Word () (_ BitVec 32))
        (declare-const |a b| Word) (declare-fun x () Int) (declare-fun f (Int Int) Int)
        (declare-const m (Array Int Int)) (declare-const r Real) (declare-const d Float64)
        (define-fun twice ((n Int)) Int (let ((x (* 2 n))) x))
        (assert (! (let ((x (+ x 1)) (y x)) (= (f x y) (twice 3))) :named first))
        (push 1) (declare-const gone Bool) (assert gone) (pop 1)
        (declare-const gone Int)
        (assert (and (bvuge |a b| #x0000000f) (= ((_ rotate_left 8) |a b|) #b00000000000000000000000000000001)))
        (assert (=> (< 0 x gone) (distinct x gone 3) (>= (select (store m x 7) x) (- 7))))
        (assert (< (/ 1 3) r 2.50))
        (assert (and (fp.gt d ((_ to_fp 11 53) RNE ((_ to_fp 8 24) #x3f800000))) (not (= d (_ NaN 11 53)))))
        (check-sat) (get-model)";
    let read = scope.read_script(&mut terms, script).unwrap();
    assert_eq!(read.len(), 5);
    let x = scope.term("x").unwrap();
    let one = terms.int(1);
    let more = terms.add(x, one);
    let function = terms.function("f", &[Sort::Int, Sort::Int], Sort::Int);
    let (call, six) = (terms.call(function, &[more, x]), terms.int(6));
    assert_eq!(read[0], terms.eq(call, six));
    for (text, what) in [
        ("(assert (= x true))", "1:10: `=` is not known"),
        ("(assert (forall ((y Int)) true))", "1:9: `forall`"),
        ("(assert (and true)", "1:1: a `(` without"),
        ("\n (assert y)", "2:10: an undeclared name: `y`"),
        ("(assert (bvadd x x))", "1:10: `bvadd` is not known"),
        ("(declare-const x Int)", "1:1: `x` is declared already"),
        ("(assert (< 99999999999999999999999999999999999999999 x))", "1:12: a number that does not fit"),
        ("(declare-datatypes () ())", "1:1: the command"),
        ("(pop 1)", "1:1: more levels popped"),
    ] {
        let error = scope.read_script(&mut terms, text).unwrap_err().to_string();
        assert!(error.starts_with(what), "{text}: {error}");
    }
    let deep = format!("{}true{}", "(not ".repeat(100_000), ")".repeat(100_000));
    assert_eq!(scope.read_term(&mut terms, &deep), Ok(terms.bool(true)));
}
