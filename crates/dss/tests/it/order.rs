//! In which order messages are taken (DCPA, Table 13): the end of the run before all that waits, error conditions before states.
//! The answer to a condition voids what waits. Among their like, those that were sent first.

use cairn_base::CancelToken;
use cairn_blocks::{BlockGraph, Decomposition};
use cairn_cpa::control::PortableControl;
use cairn_cpa::{Controls, Ended, Failure, Specification};
use cairn_dss::message::{Link, MessageBody};
use cairn_dss::shared_state::Board;
use cairn_dss::{Combine, Proceed};
use cairn_ir::Program;
use std::sync::Arc;

/// Runs a test on a board on which nothing but the program's entry was sent, which is taken.
fn on_a_board(test: impl FnOnce(&Board<'_, ()>, &Arc<Link>, PortableControl)) {
    let program: Program =
        cairn_test_support::program("a.c", "int main(void) { int x = 0; while (x < 3) x++; return x; }");
    let specification = Specification::unreachable("unreach-call", ["reach_error"], []);
    let graph = Arc::new(BlockGraph::new(&program, Decomposition::Loops));
    let controls = Controls::new(&program, &specification);
    let start = controls.place(controls.initial());
    let board: Board<'_, ()> =
        Board::new(&graph, start.clone(), (Combine::Off, Proceed::AtOnce), CancelToken::new(), None);
    let first = board.receive().expect("the program's entry");
    let MessageBody::BlockPostcondition(link) = first.what else { panic!("it is a state") };
    test(&board, &link, start);
}

fn state(board: &Board<'_, ()>, link: &Arc<Link>, name: u8) {
    board.arrive(0, Some(link), &link.place, Some([name].into()), ("", None));
}

/// The next message: `s` and its name for a state, `c` and how many targets were passed by for a condition.
fn taken(board: &Board<'_, ()>) -> Option<(char, u8)> {
    Some(match board.receive()?.what {
        MessageBody::BlockPostcondition(link) => ('s', link.state.as_ref()?[0]),
        MessageBody::ErrorCondition(_, passed) => ('c', passed as u8),
        MessageBody::Precondition(condition) => ('b', condition.passed as u8),
    })
}

#[test]
fn conditions_go_before_states_and_each_in_order() {
    on_a_board(|board, link, _| {
        state(board, link, 1);
        board.condition(0, link, 1, None);
        state(board, link, 2);
        board.condition(0, link, 2, None);
        let order: Vec<_> = (0..3).map(|_| taken(board).expect("one waits")).collect();
        assert_eq!(order, [('c', 1), ('c', 2), ('s', 1)]);
        // One that comes later goes before a state that waits.
        board.condition(0, link, 3, None);
        assert_eq!([taken(board), taken(board)], [Some(('c', 3)), Some(('s', 2))]);
    });
}

#[test]
fn the_end_goes_before_all_that_waits() {
    on_a_board(|board, link, _| {
        state(board, link, 1);
        board.condition(0, link, 1, None);
        board.end(Ok(Ended::Explored));
        assert_eq!(taken(board), None);
    });
    on_a_board(|board, link, _| {
        board.condition(0, link, 1, None);
        board.end(Err(Failure::Internal("a worker is gone".to_owned())));
        assert_eq!(taken(board), None, "an error ends the run, too");
    });
}

#[test]
fn the_answer_to_a_condition_voids_what_waits() {
    on_a_board(|board, link, start| {
        state(board, link, 1);
        assert!(board.refine(0, vec![7], &|_| true, start.clone(), &(None, None, String::new())));
        assert!(
            !board.refine(0, vec![8], &|_| true, start, &(None, None, String::new())),
            "who answers later must read it"
        );
        let old = board.receive().expect("the state from before");
        let new = board.receive().expect("the program's entry again");
        assert_eq!((old.epoch, new.epoch), (0, 1));
        let known = board.known();
        assert_eq!((known.epoch, known.increments.len()), (1, 1));
    });
}
