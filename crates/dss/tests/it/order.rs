//! In which order messages are taken (DCPA, Table 13): the end of the run before all that waits, error conditions before states.
//! The answer to a condition voids what waits. Among their like, those that were sent first.

use cairn_base::CancelToken;
use cairn_blocks::{BlockGraph, Decomposition};
use cairn_cpa::control::PortableControl;
use cairn_cpa::{Controls, Ended, Failure, Specification};
use cairn_dss::mailbox::PrecisionIncrement;
use cairn_dss::message::{Link, MessageBody};
use cairn_dss::reached_states::ReachedStates;
use cairn_dss::shared_state::Board;
use cairn_dss::{Combine, Proceed};
use cairn_ir::Program;
use std::sync::Arc;

/// Runs a test on a board on which nothing but the program's entry was sent, which is taken.
fn on_a_board(test: impl FnOnce(&Board<'_, ()>, &Arc<Link>, PortableControl)) {
    on_a_board_with(Proceed::AtOnce, test);
}

fn on_a_board_with(proceed: Proceed, test: impl FnOnce(&Board<'_, ()>, &Arc<Link>, PortableControl)) {
    let program: Program =
        cairn_test_support::program("a.c", "int main(void) { int x = 0; while (x < 3) x++; return x; }");
    let specification = Specification::unreachable("unreach-call", ["reach_error"], []);
    let graph = Arc::new(BlockGraph::new(&program, Decomposition::Loops));
    let controls = Controls::new(&program, &specification);
    let start = controls.place(controls.initial());
    let board: Board<'_, ()> = Board::new(&graph, start.clone(), (Combine::Off, proceed), CancelToken::new(), None);
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
fn without_priority_messages_are_taken_as_they_were_sent() {
    on_a_board_with(Proceed::AsSent, |board, link, _| {
        state(board, link, 1);
        board.condition(0, link, 2, None);
        state(board, link, 3);
        assert_eq!([taken(board), taken(board), taken(board)], [Some(('s', 1)), Some(('c', 2)), Some(('s', 3))]);
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

/// Explores the state of a link in an epoch, and sends one with this name from the block's end.
fn explored(board: &Board<'_, ()>, link: &Arc<Link>, epoch: usize, name: u8) -> Arc<Link> {
    assert!(board.known().reached.enter(link, epoch));
    state(board, link, name);
    let MessageBody::BlockPostcondition(next) = board.receive().expect("the state").what else { panic!("a state") };
    next
}

/// Refines the way through the block of a link.
fn refine(board: &Board<'_, ()>, pivot: &Arc<Link>) -> bool {
    let (matters, origin) = (|_| true, (None, None, String::new()));
    board.refine(0, PrecisionIncrement { increment: vec![7], matters: &matters, pivot, origin: &origin })
}

#[test]
fn a_refinement_voids_what_was_found_through_its_block_and_nothing_before() {
    on_a_board(|board, link, _| {
        let second = explored(board, link, 0, 1);
        let third = explored(board, &second, 0, 2);
        assert!(refine(board, &second));
        assert!(!refine(board, &second), "who answers later must read it");
        assert_eq!((link.is_void(), second.is_void(), third.is_void()), (false, true, true));
        assert_eq!(taken(board), Some(('s', 1)), "the state is explored again");
        assert!(board.known().reached.remove(&second).is_empty(), "and only once");
        let known = board.known();
        assert_eq!((known.epoch, known.increments.len()), (1, 1));
    });
}

#[test]
fn what_a_void_state_covered_is_sent_again() {
    on_a_board(|board, link, _| {
        let second = explored(board, link, 0, 1);
        let third = explored(board, &second, 0, 2);
        assert!(board.known().reached.enter(&third, 0));
        let covered =
            Arc::new(Link::new(Some(link.clone()), third.block, third.place.clone(), Some([3].into()), 0, vec![]));
        let by = board.known().reached.explored_at(&covered);
        assert!(board.known().reached.cover(&covered, &by));
        assert!(refine(board, &second));
        assert!(!board.known().reached.cover(&covered, &by), "what was there is not there any more");
        assert_eq!([taken(board), taken(board)], [Some(('s', 1)), Some(('s', 3))]);
    });
}

#[test]
fn a_way_through_a_block_that_was_refined_since_is_outdated() {
    on_a_board(|board, link, _| {
        let second = explored(board, link, 1, 1);
        let third = explored(board, &second, 0, 2);
        let last = explored(board, &third, 0, 3);
        assert!(ReachedStates::outdated(&last, &|_| 0).is_none());
        let outdated = ReachedStates::outdated(&last, &|_| 1).expect("its block has changed");
        assert_eq!(outdated.state.as_deref(), Some([1].as_slice()), "the first of them");
    });
}

#[test]
fn what_is_made_of_several_is_made_again_of_those_that_are_left() {
    on_a_board(|board, link, _| {
        let second = explored(board, link, 0, 1);
        assert!(board.known().reached.enter(&second, 0));
        let part = |before: &Arc<Link>, name: u8| {
            Arc::new(Link::new(
                Some(before.clone()),
                second.block,
                second.place.clone(),
                Some([name].into()),
                0,
                vec![],
            ))
        };
        let parts = vec![part(&second, 4), part(link, 5)];
        let both = Arc::new(Link::new(None, second.block, second.place.clone(), Some([6].into()), 0, parts));
        assert!(board.known().reached.enter(&both, 0));
        assert!(refine(board, &second));
        assert!(both.is_void());
        assert_eq!([taken(board), taken(board)], [Some(('s', 1)), Some(('s', 5))]);
    });
}
