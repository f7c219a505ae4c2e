//! Functions of the software verification competition and of KLEE, failing assertions, the allocators of the Linux kernel.

use super::row::*;
use crate::library::Special;

const fn may_access(writes: bool, decides: bool) -> A {
    A::Special(Special::MayAccess { writes, decides })
}

/// `klee_make_symbolic(addr, size, name)`: any bytes, and `errno` as it was.
const SYMBOLIC: Effect =
    Effect { writes: &[bytes(0, 1)], answer: Answer::Any, writes_failing: false, errno: false, determined: false };

pub(in crate::library) const ROWS: &[Row] = &[
    ("reach_error __VERIFIER_error", "v:", A::Error),
    ("__assert_fail", "v:ssus", A::Error),
    ("__assert", "v:ssi", A::Error),
    ("__assert_rtn", "v:ssis", A::Error),
    ("__assert_func", "v:siss", A::Error),
    ("__assert_perror_fail", "v:isus", A::Error),
    ("_assert", "v:ssi", A::Error),
    ("__VERIFIER_assume", "v:i", A::Assume),
    ("klee_assume", "v:z", A::Assume),
    ("klee_make_symbolic", "v:pzs", A::Effect(SYMBOLIC)),
    ("__CPROVER_r_ok", "", may_access(false, true)),
    ("__CPROVER_w_ok __CPROVER_rw_ok", "", may_access(true, true)),
    ("__cairn_asserts_r_ok", "", may_access(false, false)),
    ("__cairn_asserts_w_ok", "", may_access(true, false)),
    ("__CPROVER_forall __CPROVER_exists", "", A::Special(Special::Quantifier)),
    ("__CPROVER_lower_bound", "", A::Special(Special::Bound { lower: true })),
    ("__CPROVER_upper_bound", "", A::Special(Special::Bound { lower: false })),
    ("__CPROVER_is_whole", "", A::Special(Special::IsWhole)),
    ("__CPROVER_separated", "", A::Special(Special::Separated)),
    ("assert", "v:i", A::Assert),
    ("__VERIFIER_nondet_memory", "v:pz", writes(&[bytes(0, 1)], Answer::Any)),
    ("__VERIFIER_atomic_begin __VERIFIER_atomic_end", "v:", A::Nothing),
    ("kmalloc __kmalloc kmalloc_node", "p:zu.", A::KernelAlloc { zeroed: false }),
    ("vmalloc", "p:z", A::KernelAlloc { zeroed: false }),
    ("kzalloc kzalloc_node", "p:zu.", A::KernelAlloc { zeroed: true }),
    ("vzalloc", "p:z", A::KernelAlloc { zeroed: true }),
    ("kfree vfree kvfree kzfree", "v:P", A::Free),
    ("printk", "i:s.", A::Print(Print { sink: Sink::Outside, format: 0, list: false, wide: false })),
];
