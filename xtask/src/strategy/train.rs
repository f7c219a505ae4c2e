//! Training: coordinate descent over the weights of the rows.
//!
//! One row after the other gets the weights and the first round with the least cost on the tasks, all other rows as they are, until
//! no row changes. Of several with the same cost it gets the least weight, and of those the latest first round: a row that nobody
//! needs takes as little as possible. A row that no task has stays as it is. The descent begins with the weights that are there and with equal ones; the
//! better end is taken.
//!
//! Invariant: the cost on the tasks is never more than that of the weights that are there. Nothing depends on chance or on a clock.

use super::cases::Case;
use super::simulate::Score;
use cairn_base::schedule::{LATER, Member};
use std::cmp::Reverse;
use std::time::Duration;

/// The weights that are tried. Nothing is not among them: the tasks are a sample, and what decides none of them may
/// decide other programs.
const WEIGHTS: [u32; 7] = [1, 2, 3, 4, 6, 8, 12];
/// The first rounds that are tried.
const ROUNDS: [u32; 4] = [1, 2, 3, 5];
/// No more passes over the rows. Few are needed.
const MOST_PASSES: usize = 30;

/// Every row with weight one from the first round on.
pub fn equal(rows: usize) -> Vec<Member> {
    vec![Member { weight: 1, later: 1, from_round: 1 }; rows]
}

/// Weights for each row of a table, not worse on the cases than those given.
pub fn train(cases: &[&Case], weights: &[Member], limit: Duration) -> Vec<Member> {
    let mut equal = equal(weights.len());
    for (row, member) in equal.iter_mut().enumerate() {
        if !cases.iter().any(|case| has(case, row)) {
            *member = weights[row];
        }
    }
    let ends = [weights.to_vec(), equal].map(|start| descended(cases, start, limit));
    let cost = |weights: &Vec<Member>| Score::with(cases, weights, limit).cost(limit);
    // Of two as good the first.
    ends.into_iter().min_by_key(cost).unwrap_or_default()
}

fn has(case: &Case, row: usize) -> bool {
    case.rows.iter().any(|alone| alone.row == row)
}

fn descended(cases: &[&Case], mut weights: Vec<Member>, limit: Duration) -> Vec<Member> {
    for _ in 0..MOST_PASSES {
        let before = weights.clone();
        for row in 0..weights.len() {
            let with_row: Vec<&Case> = cases.iter().filter(|case| has(case, row)).copied().collect();
            if !with_row.is_empty() {
                weights[row] = best(&with_row, &weights, row, limit);
            }
        }
        if weights == before {
            break;
        }
    }
    weights
}

/// The best member at a row, with all others as they are.
fn best(cases: &[&Case], weights: &[Member], row: usize, limit: Duration) -> Member {
    let key = |member: &Member| {
        let mut tried = weights.to_vec();
        tried[row] = *member;
        (Score::with(cases, &tried, limit).cost(limit), member.weight + member.later, Reverse(member.from_round))
    };
    [weights[row]].into_iter().chain(candidates()).min_by_key(key).unwrap_or(weights[row])
}

/// What a row may get. Who begins with the later weights has no other.
fn candidates() -> impl Iterator<Item = Member> {
    let of_weights = |from_round, weight| WEIGHTS.map(|later| Member { weight, later, from_round });
    let of_round = move |from_round| WEIGHTS.map(|weight| of_weights(from_round, weight));
    let has_weights = |member: &Member| member.from_round < LATER || member.weight == member.later;
    ROUNDS.into_iter().flat_map(of_round).flatten().filter(has_weights)
}

#[cfg(test)]
mod tests {
    use super::super::cases::Alone;
    use super::super::times::End;
    use super::*;

    const LIMIT: Duration = Duration::from_secs(5);

    /// Tasks of a made-up benchmark: what each of the rows says, in milliseconds; nothing where it does not run.
    fn cases(table: &[&[(usize, End, u64)]]) -> Vec<Case> {
        let alone =
            |(row, end, took): &(usize, End, u64)| Alone { row: *row, end: *end, took: Duration::from_millis(*took) };
        let case = |(number, rows): (usize, &&[(usize, End, u64)])| Case {
            name: format!("{number}.c"),
            reading: Duration::from_millis(10),
            rows: rows.iter().map(alone).collect(),
            measured: None,
        };
        table.iter().enumerate().map(case).collect()
    }

    use End::{Ended, Limit, Right};

    /// Row 0 decides little, row 1 much of what is slow, nobody needs row 2, and no task has row 3.
    fn benchmark() -> Vec<Case> {
        cases(&[
            &[(0, Right, 20), (1, Right, 400), (2, Limit, 5_000)],
            &[(0, Limit, 5_000), (1, Right, 900), (2, Limit, 5_000)],
            &[(0, Limit, 5_000), (1, Right, 1_900), (2, Limit, 5_000)],
            &[(0, Limit, 5_000), (1, Right, 2_500), (2, Limit, 5_000)],
            &[(0, Ended, 5), (1, Limit, 5_000), (2, Limit, 5_000)],
        ])
    }

    const THERE: [Member; 4] = [
        Member { weight: 4, later: 4, from_round: 1 },
        Member { weight: 1, later: 1, from_round: 1 },
        Member { weight: 3, later: 3, from_round: 1 },
        Member { weight: 6, later: 8, from_round: 2 },
    ];

    #[test]
    fn a_row_that_nobody_needs_gets_the_least_weight_and_one_that_no_task_has_stays() {
        let cases = benchmark();
        let trained = train(&cases.iter().collect::<Vec<_>>(), &THERE, LIMIT);
        assert_eq!(trained[2], Member { weight: 1, later: 1, from_round: 5 });
        assert_eq!(trained[3], THERE[3]);
        assert!(trained[1].later > trained[0].later, "{trained:?}");
        let score = |weights: &[Member]| Score::with(&cases.iter().collect::<Vec<_>>(), weights, LIMIT);
        assert_eq!((score(&THERE).decided, score(&trained).decided), (1, 4));
    }

    #[test]
    fn training_never_makes_the_tasks_worse_and_gives_the_same_again() {
        // Numbers that look like chance, the same in every run.
        let mut state = 7_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..6 {
            let mut tasks = Vec::new();
            for _ in 0..8 {
                let end = |number| [Right, Ended, Limit, Limit][number as usize];
                let row = |row| match end(next(4)) {
                    Limit => (row, Limit, 5_000),
                    end => (row, end, 1 << next(13)),
                };
                tasks.push((0..4).map(row).collect::<Vec<_>>());
            }
            let cases = cases(&tasks.iter().map(Vec::as_slice).collect::<Vec<_>>());
            let cases: Vec<&Case> = cases.iter().collect();
            let start: Vec<Member> = (0..4)
                .map(|_| {
                    let [weight, later] = [0; 2].map(|_| WEIGHTS[next(7) as usize]);
                    Member { weight, later, from_round: ROUNDS[next(4) as usize] }
                })
                .collect();
            let cost = |weights: &[Member]| Score::with(&cases, weights, LIMIT).cost(LIMIT);
            let trained = train(&cases, &start, LIMIT);
            assert!(cost(&trained) <= cost(&start));
            assert!(cost(&trained) <= cost(&equal(4)));
            assert_eq!(trained, train(&cases, &start, LIMIT));
            // What is trained is at its end.
            assert_eq!(descended(&cases, trained.clone(), LIMIT), trained);
        }
    }

    #[test]
    fn nothing_to_train_on_changes_nothing() {
        assert_eq!(train(&[], &THERE, LIMIT), THERE);
    }
}
