//! The laws of the rows, and the codes as they are stored.

use super::*;
use cairn_base::FastSet;

#[test]
fn names_and_codes_are_unique() {
    let names: FastSet<&str> = Intrinsic::ALL.iter().map(|which| which.row().name).collect();
    let codes: FastSet<u8> = Intrinsic::ALL.iter().map(|which| which.row().code).collect();
    assert_eq!((names.len(), codes.len()), (Intrinsic::ALL.len(), Intrinsic::ALL.len()));
    assert!(!codes.contains(&0), "0 says that there is no primitive");
    for which in Intrinsic::ALL {
        assert_eq!(Intrinsic::of_code(which.row().code), Some(*which));
    }
    assert_eq!(Intrinsic::of_code(0), None);
}

/// What is stored was written with these: a code that changes reads it as something else.
#[test]
fn codes_are_those_of_what_is_stored() {
    let stored = [
        (Intrinsic::Malloc, 1),
        (Intrinsic::Calloc, 2),
        (Intrinsic::Realloc, 3),
        (Intrinsic::Free, 4),
        (Intrinsic::Alloca, 5),
        (Intrinsic::MemCopy, 6),
        (Intrinsic::MemSet, 7),
        (Intrinsic::Clobber, 8),
        (Intrinsic::Escape, 9),
        (Intrinsic::ExternalCallee, 10),
        (Intrinsic::Access, 11),
        (Intrinsic::Freeable, 12),
        (Intrinsic::Unfreed, 13),
        (Intrinsic::Overlaps, 14),
        (Intrinsic::EndArray, 15),
    ];
    for (which, code) in stored {
        assert_eq!(which.row().code, code, "{which:?}");
    }
}

#[test]
fn each_act_is_about_arguments_of_a_role_that_fits() {
    for which in Intrinsic::ALL {
        let row = which.row();
        let is = |at: usize, role: ArgumentRole| assert_eq!(row.arguments.get(at), Some(&role), "{which:?}, {at}");
        for act in row.acts {
            match *act {
                Allocates(object) => {
                    is(object.size, Size);
                    object.alignment.into_iter().for_each(|at| is(at, Alignment));
                }
                Writes(written) => {
                    is(written.to, Pointer);
                    is(written.size, Size);
                    match written.source {
                        ByteSource::CopyOf(from) => {
                            is(from, Pointer);
                            assert_ne!(from, written.to, "{which:?}");
                        }
                        ByteSource::Repeated(byte) => is(byte, Byte),
                    }
                }
                Frees(of, _) | ReadsObject(of) | WritesReachable(of) | Exposes(of) | LeadsOutside(of) => {
                    is(of, Pointer)
                }
                AsksForLifetimes => {}
            }
        }
    }
}

#[test]
fn every_argument_counts_in_what_is_done() {
    for which in Intrinsic::ALL {
        let row = which.row();
        let used = |at: usize| {
            row.follows(at)
                || row.allocates().is_some_and(|object| object.size == at || object.alignment == Some(at))
                || row.written().is_some_and(|w| w.size == at || w.source == ByteSource::Repeated(at))
                || row.acts.contains(&Exposes(at))
                || row.acts.contains(&LeadsOutside(at))
        };
        // An answer may depend on all arguments.
        let is_complete = which.only_asks() || (0..row.arguments.len()).all(used);
        assert!(is_complete, "{which:?}");
    }
}

#[test]
fn the_result_is_what_the_acts_give() {
    for which in Intrinsic::ALL {
        let row = which.row();
        assert_eq!(row.result == PrimitiveResult::Address, row.allocates().is_some(), "{which:?}");
        let changes = row.acts.iter().any(|act| *act != AsksForLifetimes);
        assert_ne!(which.only_asks(), changes, "{which:?}");
        // One that moves an object reads it.
        if let (Some(_), Some(old)) = (row.allocates(), row.frees()) {
            assert!(row.acts.contains(&ReadsObject(old)), "{which:?}");
        }
    }
}

#[test]
fn arity_agrees_with_the_arguments() {
    for which in Intrinsic::ALL {
        let row = which.row();
        let most = row.arguments.len();
        match row.arity {
            Arity::Fixed => assert!(row.takes(most) && !row.takes(most + 1) && (most == 0 || !row.takes(most - 1))),
            Arity::LastIsOptional => {
                assert!(
                    row.takes(most)
                        && row.takes(most - 1)
                        && !row.takes(most + 1)
                        && (most < 2 || !row.takes(most - 2))
                );
                // What may be left out is nothing that something is done to.
                assert!(!row.follows(most - 1), "{which:?}");
            }
            Arity::Any => {
                assert_eq!(most, 1, "{which:?}");
                assert!((0..5).all(|count| row.takes(count) && row.role(count) == row.role(0)));
            }
        }
    }
}

/// The numbers that the documentation of [`Intrinsic`] has.
#[test]
fn each_takes_as_many_arguments_as_are_documented() {
    for which in Intrinsic::ALL {
        let counts: &[usize] = match which {
            Intrinsic::Unfreed => &[0],
            Intrinsic::Calloc | Intrinsic::Free | Intrinsic::Alloca => &[1],
            Intrinsic::ExternalCallee | Intrinsic::Freeable | Intrinsic::EndArray => &[1],
            Intrinsic::Malloc => &[1, 2],
            Intrinsic::Realloc => &[2],
            Intrinsic::MemCopy | Intrinsic::MemSet => &[3],
            Intrinsic::Access | Intrinsic::Overlaps => &[4],
            Intrinsic::Clobber | Intrinsic::Escape => &[0, 1, 2, 3, 4, 5],
        };
        let taken: Vec<usize> = (0..6).filter(|count| which.row().takes(*count)).collect();
        assert_eq!(taken, counts, "{which:?}");
    }
}
