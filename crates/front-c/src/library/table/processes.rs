//! Signals, contexts, processes: `<signal.h>`, `<setjmp.h>`, `<ucontext.h>`, `<sys/wait.h>`, `<spawn.h>`, and the
//! functions of `<unistd.h>` that start and replace a process.
//!
//! A child that `fork` makes has memory of its own: each of both goes on with a result of its own. Handlers of
//! signals run at any point ([`crate::library::signals`]), so what raises one either ends the program or does nothing more.

use super::row::*;

const ENDS: A = A::Effect(Effect {
    writes: &[],
    answer: Answer::EndsOr(-1, 0),
    writes_failing: false,
    errno: true,
    determined: true,
});
const REPLACES: A = A::Effect(Effect {
    writes: &[],
    answer: Answer::EndsOr(-1, -1),
    writes_failing: false,
    errno: true,
    determined: false,
});

pub(in crate::library) const ROWS: &[Row] = &[
    // It returns once: a way that jumps back to it ends at the jump, which is not modelled.
    ("setjmp _setjmp __sigsetjmp sigsetjmp", "i:p.", A::Number(0)),
    ("longjmp siglongjmp _longjmp __longjmp_chk", "v:pi", A::Unsupported),
    ("getcontext setcontext makecontext swapcontext", "", A::Unsupported),
    ("signal bsd_signal sigset", "p:ip", A::Handler { once: false }),
    ("sysv_signal __sysv_signal", "p:ip", A::Handler { once: true }),
    ("sigaction", "i:iPp", A::HandlerInMemory),
    ("sigaltstack sigvec sigstack siginterrupt", "", A::Unsupported),
    ("raise", "i:i", ENDS),
    ("kill killpg", "i:ii", ENDS),
    ("sigqueue", "i:iip", A::Unsupported),
    ("pause", "i:", ENDS),
    ("alarm ualarm", "u:u", input(Answer::Any)),
    ("sigemptyset sigfillset", "i:p", computes_into(&[pointee(0)], Answer::Range(0, 0))),
    ("sigaddset sigdelset", "i:pi", computes_into(&[pointee(0)], STATUS)),
    ("sigismember", "i:Pi", computes(Answer::Range(-1, 1))),
    ("sigprocmask pthread_sigmask", "i:iPp", A::BlocksSignals),
    ("sigpending", "i:p", computes_into(&[pointee(0)], STATUS)),
    ("sigsuspend", "i:P", ENDS),
    ("sigwait", "i:Pp", writes(&[pointee(1)], Answer::Any)),
    ("sigwaitinfo sigtimedwait", "", A::Unsupported),
    ("sighold sigrelse sigignore", "i:i", A::BlocksSignals),
    ("fork", "i:", system(COUNT)),
    ("vfork", "i:", A::Unsupported),
    ("execv execvp", "i:sp*", REPLACES),
    ("execve execvpe", "i:sp*p*", REPLACES),
    ("fexecve", "i:ip*p*", REPLACES),
    ("execl execlp execle", "i:ss.", REPLACES),
    ("wait", "i:p", writes(&[pointee(0)], COUNT)),
    ("waitpid", "i:ipi", writes(&[pointee(1)], COUNT)),
    ("wait3", "i:pip", writes(&[pointee(0), pointee(2)], COUNT)),
    ("wait4", "i:ipip", writes(&[pointee(1), pointee(3)], COUNT)),
    ("waitid", "i:iupi", writes(&[pointee(2)], STATUS)),
    ("posix_spawn posix_spawnp", "i:psPPp*p*", writes(&[pointee(0)], ERROR)),
    ("posix_spawn_file_actions_addclose", "i:p!i", writes(&[opaque(0)], ERROR)),
    ("posix_spawn_file_actions_adddup2", "i:p!ii", writes(&[opaque(0)], ERROR)),
    ("posix_spawn_file_actions_addopen", "i:p!is\"iu", writes(&[opaque(0)], ERROR)),
    (
        "posix_spawn_file_actions_destroy posix_spawn_file_actions_init posix_spawnattr_destroy posix_spawnattr_init",
        "i:p!",
        writes(&[opaque(0)], ERROR),
    ),
    (
        "posix_spawnattr_getflags posix_spawnattr_getpgroup posix_spawnattr_getschedparam \
         posix_spawnattr_getschedpolicy posix_spawnattr_getsigdefault posix_spawnattr_getsigmask",
        "i:P!p!",
        writes(&[pointee(1)], ERROR),
    ),
    ("posix_spawnattr_setflags", "i:p!w", writes(&[opaque(0)], ERROR)),
    ("posix_spawnattr_setpgroup posix_spawnattr_setschedpolicy", "i:p!i", writes(&[opaque(0)], ERROR)),
    (
        "posix_spawnattr_setschedparam posix_spawnattr_setsigdefault posix_spawnattr_setsigmask",
        "i:p!P!",
        writes(&[opaque(0)], ERROR),
    ),
    ("psiginfo", "v:Ps", input(Answer::Any)),
    ("sigpause", "i:i", ENDS),
    ("sched_rr_get_interval", "i:ip!", writes(&[time(1, 1_000_000_000)], STATUS)),
    ("ulimit", "l:i.", system(Answer::Any)),
    ("daemon", "i:ii", system(STATUS)),
    ("getrlimit getrlimit64", "i:ip", writes(&[pointee(1)], STATUS)),
    ("setrlimit setrlimit64", "i:iP", system(STATUS)),
    ("getrusage", "i:ip", writes(&[pointee(1)], STATUS)),
    ("getpriority", "i:iu", system(Answer::Any)),
    ("setpriority", "i:iui", system(STATUS)),
    ("nice", "i:i", system(Answer::Any)),
    ("prctl", "i:i.", A::OnlyNumbers),
    ("ptrace syscall personality", "", A::Unsupported),
];
