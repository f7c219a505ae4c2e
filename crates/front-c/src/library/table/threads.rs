//! `<pthread.h>`, `<threads.h>`, `<semaphore.h>`, `<sched.h>`. These rows are for programs that start no
//! thread: locks are objects with a content that the program does not know. Others have C for most of them: see [`crate::library::threads`].

use super::row::*;

const P: A = A::Prelude;

pub(in crate::library) const ROWS: &[Row] = &[
    ("pthread_create", "i:pppp", A::ThreadStart),
    ("thrd_create", "i:ppp", A::ThreadStart),
    ("clone clone3 __clone2 unshare", "", A::Unsupported),
    ("pthread_once call_once", "i:pp", P),
    ("pthread_self thrd_current", "L:", computes(Answer::Any)),
    ("pthread_equal thrd_equal", "i:LL", computes(Answer::Any)),
    ("pthread_exit thrd_exit", "", A::Unsupported),
    ("pthread_join thrd_join", "i:Lp", A::ThreadJoin),
    ("pthread_detach thrd_detach", "i:L", input(Answer::Any)),
    ("pthread_cancel", "i:L", A::Unsupported),
    ("pthread_kill", "i:Li", A::Unsupported),
    ("pthread_setcancelstate pthread_setcanceltype", "i:ip", computes_into(&[pointee(1)], ERROR)),
    ("pthread_testcancel", "v:", A::Nothing),
    (
        "pthread_cleanup_push pthread_cleanup_pop __pthread_register_cancel __pthread_unregister_cancel",
        "",
        A::Unsupported,
    ),
    ("pthread_atfork", "i:ppp", A::Unsupported),
    (
        "pthread_attr_getguardsize pthread_attr_getinheritsched pthread_attr_getschedparam pthread_attr_getschedpolicy \
         pthread_attr_getscope pthread_attr_getstackaddr pthread_barrierattr_getpshared pthread_condattr_getclock pthread_condattr_getpshared \
         pthread_rwlockattr_getpshared \
         pthread_mutex_getprioceiling pthread_mutexattr_getprioceiling pthread_mutexattr_getprotocol \
         pthread_mutexattr_getpshared pthread_mutexattr_getrobust pthread_rwlockattr_getkind_np",
        "i:P!p!",
        computes_into(&[pointee(1)], ERROR),
    ),
    ("pthread_attr_getstack", "i:P!p!p!", computes_into(&[pointee(1), pointee(2)], ERROR)),
    ("pthread_attr_setschedparam", "i:p!P!", computes_into(&[opaque(0)], ERROR)),
    ("pthread_attr_setstack", "i:p!pz", computes_into(&[opaque(0)], ERROR)),
    ("pthread_attr_setstackaddr", "i:p!p", computes_into(&[opaque(0)], ERROR)),
    ("pthread_barrierattr_destroy pthread_barrierattr_init", "i:p!", computes_into(&[opaque(0)], ERROR)),
    (
        "pthread_barrierattr_setpshared pthread_mutexattr_setprioceiling pthread_rwlockattr_setkind_np",
        "i:p!i",
        computes_into(&[opaque(0)], ERROR),
    ),
    ("pthread_getconcurrency", "i:", computes(Answer::From(0))),
    ("pthread_setconcurrency", "i:i", computes(ERROR)),
    ("pthread_getcpuclockid", "i:Lp!", computes_into(&[pointee(1)], ERROR)),
    ("pthread_getschedparam", "i:Lp!p!", computes_into(&[pointee(1), pointee(2)], ERROR)),
    ("pthread_setschedparam", "i:LiP!", system(ERROR)),
    ("pthread_setschedprio", "i:Li", system(ERROR)),
    ("pthread_mutex_setprioceiling", "i:p!ip", computes_into(&[pointee(2)], ERROR)),
    ("pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock", "i:p!P!", A::Unsupported),
    ("pthread_yield sched_yield", "i:", input(STATUS)),
    ("thrd_yield", "v:", A::Nothing),
    ("thrd_sleep", "i:Pp", writes(&[time(1, 1_000_000_000)], Answer::Any)),
    (
        "pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock pthread_mutex_destroy \
         pthread_mutex_consistent pthread_spin_lock pthread_spin_trylock pthread_spin_unlock pthread_spin_destroy \
         pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock \
         pthread_rwlock_unlock pthread_rwlock_destroy pthread_cond_signal pthread_cond_broadcast \
         pthread_cond_destroy pthread_barrier_wait pthread_barrier_destroy",
        "i:p",
        writes(&[opaque(0)], Answer::Unknown),
    ),
    ("mtx_lock mtx_trylock mtx_unlock cnd_init cnd_signal cnd_broadcast", "i:p", writes(&[opaque(0)], Answer::Unknown)),
    ("mtx_destroy cnd_destroy", "v:p", writes(&[opaque(0)], Answer::Unknown)),
    ("mtx_init", "i:pi", writes(&[opaque(0)], Answer::Unknown)),
    ("mtx_timedlock", "i:pP", writes(&[opaque(0)], Answer::Unknown)),
    ("cnd_wait", "i:pp", writes(&[opaque(0), opaque(1)], Answer::Unknown)),
    ("cnd_timedwait", "i:ppP", writes(&[opaque(0), opaque(1)], Answer::Unknown)),
    ("pthread_mutex_init pthread_cond_init pthread_rwlock_init", "i:pP", writes(&[opaque(0)], Answer::Unknown)),
    ("pthread_spin_init", "i:pi", writes(&[opaque(0)], Answer::Unknown)),
    ("pthread_barrier_init", "i:pPu", writes(&[opaque(0)], Answer::Unknown)),
    ("pthread_mutex_timedlock", "i:pP", writes(&[opaque(0)], Answer::Unknown)),
    ("pthread_cond_wait", "i:pp", writes(&[opaque(0), opaque(1)], Answer::Unknown)),
    ("pthread_cond_timedwait", "i:ppP", writes(&[opaque(0), opaque(1)], Answer::Unknown)),
    (
        "pthread_attr_init pthread_attr_destroy pthread_mutexattr_init pthread_mutexattr_destroy \
         pthread_condattr_init pthread_condattr_destroy pthread_rwlockattr_init pthread_rwlockattr_destroy",
        "i:p",
        writes(&[opaque(0)], Answer::Unknown),
    ),
    (
        "pthread_attr_setdetachstate pthread_attr_setscope pthread_attr_setinheritsched pthread_attr_setschedpolicy \
         pthread_mutexattr_settype pthread_mutexattr_setpshared pthread_mutexattr_setprotocol \
         pthread_mutexattr_setrobust pthread_condattr_setpshared pthread_condattr_setclock \
         pthread_rwlockattr_setpshared",
        "i:pi",
        writes(&[opaque(0)], Answer::Unknown),
    ),
    ("pthread_attr_setstacksize pthread_attr_setguardsize", "i:pz", writes(&[opaque(0)], Answer::Unknown)),
    (
        "pthread_attr_getdetachstate pthread_mutexattr_gettype pthread_attr_getstacksize",
        "i:Pp",
        computes_into(&[pointee(1)], ERROR),
    ),
    ("pthread_key_create", "i:pp", P),
    ("pthread_key_delete", "i:u", P),
    ("pthread_setspecific", "i:uP", P),
    ("pthread_getspecific", "p:u", P),
    ("tss_create tss_delete tss_set tss_get", "", A::Unsupported),
    ("pthread_setname_np", "i:Ls", input(ERROR)),
    // One that is zero is waited for without end.
    ("sem_init", "i:piu", computes_into(&[opaque(0)], STATUS)),
    ("sem_wait sem_trywait sem_post sem_destroy", "i:p", computes_into(&[opaque(0)], STATUS)),
    ("sem_timedwait", "i:pP", computes_into(&[opaque(0)], STATUS)),
    ("sem_getvalue", "i:pp", computes_into(&[pointee(1)], STATUS)),
    ("sem_open sem_close sem_unlink", "", A::Unsupported),
    ("sched_get_priority_max sched_get_priority_min", "i:i", system(Answer::Any)),
    ("sched_getparam", "i:ip", writes(&[pointee(1)], STATUS)),
    ("sched_setparam", "i:iP", system(STATUS)),
    ("sched_setscheduler", "i:iiP", system(Answer::Any)),
    ("sched_getscheduler", "i:i", system(Answer::Any)),
    ("sched_getcpu", "i:", system(COUNT)),
];
