//! A simplified term has the value of the unsimplified one.

use cairn_base::FastMap;
use cairn_test_support::terms::Pool;
use cairn_test_support::terms::Theory;

fn simplified_is_equal(theory: Theory, seeds: std::ops::Range<u64>) {
    let (count, mut too_large) = (seeds.end - seeds.start, 0);
    for seed in seeds {
        let (pool, mut random) = Pool::new(seed, theory, 60);
        for _ in 0..8 {
            let assignment = pool.assignment(&mut random);
            for twin in &pool.twins {
                let plain = pool.terms.evaluate(twin.plain, &assignment);
                let simple = pool.terms.evaluate(twin.simple, &assignment);
                // A plain term may hold an unspecified part that simplification drops, never the other way round; but
                // numbers may be too large in one form and not in the other.
                if plain.is_some() && simple.is_none() && theory == Theory::Numbers {
                    too_large += 1;
                } else if plain.is_some() {
                    assert_eq!(
                        plain,
                        simple,
                        "seed {seed}: {}",
                        cairn_term::Smtlib { terms: &pool.terms, assertions: &[twin.plain, twin.simple] }
                    );
                }
            }
        }
    }
    assert!(too_large <= count / 50, "{too_large} of {count}");
}

#[test]
fn bit_vectors() {
    simplified_is_equal(Theory::BitVectors, 0..1500);
}

#[test]
fn floats() {
    simplified_is_equal(Theory::Floats, 0..500);
}

#[test]
fn arrays() {
    simplified_is_equal(Theory::Arrays, 0..500);
}

#[test]
fn numbers() {
    simplified_is_equal(Theory::Numbers, 0..1500);
}

#[test]
fn substitution_of_values_is_evaluation() {
    for seed in 0..300 {
        let (mut pool, mut random) = Pool::new(seed, Theory::BitVectors, 60);
        let assignment = pool.assignment(&mut random);
        let mut replace = FastMap::default();
        for symbol in pool.symbols.clone() {
            let term = pool.terms.symbol_term(symbol);
            let value = assignment.get(symbol).cloned().and_then(|v| pool.terms.of_value(&v, pool.terms.sort(term)));
            if let Some(value) = value {
                replace.insert(term, value);
            }
        }
        for twin in pool.twins.clone() {
            let value = pool.terms.evaluate(twin.plain, &assignment);
            let constant = pool.terms.substitute(twin.plain, &replace);
            assert_eq!(pool.terms.constant(constant), value, "seed {seed}");
        }
    }
}

#[test]
fn renaming_there_and_back_is_nothing() {
    for seed in 0..200 {
        let (mut pool, _) = Pool::new(seed, Theory::Numbers, 60);
        let roots: Vec<_> = pool.twins.iter().map(|twin| twin.simple).collect();
        let (mut there, mut back) = (FastMap::default(), FastMap::default());
        let renamed = pool.terms.rename(&roots, |terms, symbol| {
            let new = terms.symbol(terms.symbol_name(symbol).to_owned(), terms.symbol_sort(symbol));
            let old = terms.symbol_term(symbol);
            there.insert(old, new);
            back.insert(new, old);
            new
        });
        assert_eq!(pool.terms.substitute_all(&roots, &there), renamed, "seed {seed}");
        assert_eq!(pool.terms.substitute_all(&renamed, &back), roots, "seed {seed}");
    }
}
