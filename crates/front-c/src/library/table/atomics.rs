//! `__sync_*` and `__atomic_*`.

use super::row::*;
use crate::library::{Atomic as T, Change as C};

pub(in crate::library) const ROWS: &[Row] = &[
    // Functions of <stdatomic.h>, whose macros mean the builtins.
    (
        "atomic_flag_clear atomic_flag_clear_explicit atomic_flag_test_and_set atomic_flag_test_and_set_explicit",
        "",
        A::Unsupported,
    ),
    ("__sync_fetch_and_add __atomic_fetch_add", "", A::Atomic(T::Fetch(C::Add, true))),
    ("__sync_fetch_and_sub __atomic_fetch_sub", "", A::Atomic(T::Fetch(C::Sub, true))),
    ("__sync_fetch_and_or __atomic_fetch_or", "", A::Atomic(T::Fetch(C::Or, true))),
    ("__sync_fetch_and_and __atomic_fetch_and", "", A::Atomic(T::Fetch(C::And, true))),
    ("__sync_fetch_and_xor __atomic_fetch_xor", "", A::Atomic(T::Fetch(C::Xor, true))),
    ("__sync_fetch_and_nand __atomic_fetch_nand", "", A::Atomic(T::Fetch(C::Nand, true))),
    ("__sync_add_and_fetch __atomic_add_fetch", "", A::Atomic(T::Fetch(C::Add, false))),
    ("__sync_sub_and_fetch __atomic_sub_fetch", "", A::Atomic(T::Fetch(C::Sub, false))),
    ("__sync_or_and_fetch __atomic_or_fetch", "", A::Atomic(T::Fetch(C::Or, false))),
    ("__sync_and_and_fetch __atomic_and_fetch", "", A::Atomic(T::Fetch(C::And, false))),
    ("__sync_xor_and_fetch __atomic_xor_fetch", "", A::Atomic(T::Fetch(C::Xor, false))),
    ("__sync_nand_and_fetch __atomic_nand_fetch", "", A::Atomic(T::Fetch(C::Nand, false))),
    ("__sync_bool_compare_and_swap", "", A::Atomic(T::CompareSwapBool)),
    ("__sync_val_compare_and_swap", "", A::Atomic(T::CompareSwapValue)),
    ("__sync_lock_test_and_set __atomic_exchange_n", "", A::Atomic(T::Exchange)),
    ("__sync_lock_release", "", A::Atomic(T::Release)),
    ("__atomic_load_n", "", A::Atomic(T::LoadN)),
    ("__atomic_store_n", "", A::Atomic(T::StoreN)),
    ("__atomic_load", "", A::Atomic(T::Load)),
    ("__atomic_store", "", A::Atomic(T::Store)),
    ("__atomic_exchange", "", A::Atomic(T::ExchangeInto)),
    ("__atomic_compare_exchange_n", "", A::Atomic(T::CompareExchange(true))),
    ("__atomic_compare_exchange", "", A::Atomic(T::CompareExchange(false))),
    ("__atomic_test_and_set", "", A::Atomic(T::TestAndSet)),
    ("__atomic_clear", "", A::Atomic(T::Clear)),
    ("__sync_synchronize", "v:", A::Nothing),
    ("__atomic_thread_fence __atomic_signal_fence atomic_thread_fence atomic_signal_fence", "v:i", A::Nothing),
    ("__atomic_always_lock_free __atomic_is_lock_free", "", A::Number(1)),
];
