//! The primitives by which the prelude says what C cannot: any value, bytes of any value, a refusal. The names are reserved.

use super::row::*;
use cairn_ir::thread_mark::ThreadMark;

pub(in crate::library) const ROWS: &[Row] = &[
    ("__cairn_any_int", "i:", A::PreludeAny { determined: false }),
    ("__cairn_any_char", "c:", A::PreludeAny { determined: false }),
    ("__cairn_any_bool", "b:", A::PreludeAny { determined: false }),
    ("__cairn_any_long", "l:", A::PreludeAny { determined: false }),
    ("__cairn_any_size", "z:", A::PreludeAny { determined: false }),
    ("__cairn_unknown_int", "i:", A::PreludeAny { determined: true }),
    ("__cairn_unknown_char", "c:", A::PreludeAny { determined: true }),
    ("__cairn_unknown_bool", "b:", A::PreludeAny { determined: true }),
    ("__cairn_unknown_size", "z:", A::PreludeAny { determined: true }),
    ("__cairn_unknown_double", "d:", A::PreludeAny { determined: true }),
    ("__cairn_unknown_long_double", "e:", A::PreludeAny { determined: true }),
    ("__cairn_assume", "v:i", A::Assume),
    ("__cairn_atomic_begin", "v:", A::ThreadMark(ThreadMark::AtomicBegin)),
    ("__cairn_atomic_end", "v:", A::ThreadMark(ThreadMark::AtomicEnd)),
    ("__cairn_thread_exit", "v:", A::ThreadMark(ThreadMark::Exit)),
    ("__cairn_asks_deadlock", "i:", A::PreludeAsksDeadlock),
    ("__cairn_fill", "v:pz", A::PreludeFill),
    ("__cairn_set_errno", "v:i", A::SetErrno),
    ("__cairn_keeps_memory", "v:p", A::PreludeKeepsMemory),
    ("__cairn_unspecified_calls", "v:", A::PreludeUnspecified),
    ("__cairn_unsupported", "v:s", A::PreludeUnsupported),
    ("__cairn_overlaps", "i:PPzz", A::PreludeOverlaps),
    ("__cairn_reads", "v:Pz", A::PreludeAccess { writes: false }),
    ("__cairn_writes", "v:pz", A::PreludeAccess { writes: true }),
    ("__cairn_fits", "i:Pz", A::PreludeFits),
    ("__cairn_frame_watch", "i:", A::Prelude),
    ("__cairn_frame_unwatch", "v:i", A::Prelude),
    ("__cairn_frame_enter", "i:", A::FrameEnter),
    ("__cairn_frame_leave", "v:i", A::FrameLeave),
    ("__cairn_frame_target", "v:ipz", A::FrameTarget),
    ("__cairn_asked", "v:P", A::PreludeAsked),
];
