//! Signals, contexts, processes: `<signal.h>`, `<setjmp.h>`, `<ucontext.h>`, `<sys/wait.h>`, `<spawn.h>`, and the
//! functions of `<unistd.h>` that start and replace a process.
//!
//! A child that `fork` makes has memory of its own: each of both goes on with a result of its own. No handler of a
//! signal is modelled, so what raises one either ends the program or does nothing.

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

/// The rows.
pub(in crate::library) const ROWS: &[Row] = &[
    ("setjmp _setjmp __sigsetjmp sigsetjmp", "i:p.", A::Unsupported),
    ("longjmp siglongjmp _longjmp __longjmp_chk", "v:pi", A::Unsupported),
    ("getcontext setcontext makecontext swapcontext", "", A::Unsupported),
    ("signal bsd_signal sysv_signal __sysv_signal sigset", "p:ip", A::Handler),
    ("sigaction", "i:iPp", A::Unsupported),
    ("sigaltstack sigvec sigstack siginterrupt", "", A::Unsupported),
    ("raise", "i:i", ENDS),
    ("kill killpg", "i:ii", ENDS),
    ("sigqueue", "i:iip", A::Unsupported),
    ("pause", "i:", ENDS),
    ("alarm ualarm", "u:u", input(Answer::Any)),
    ("sigemptyset sigfillset", "i:p", computes_into(&[pointee(0)], Answer::Range(0, 0))),
    ("sigaddset sigdelset", "i:pi", computes_into(&[pointee(0)], STATUS)),
    ("sigismember", "i:Pi", computes(Answer::Range(-1, 1))),
    ("sigprocmask pthread_sigmask", "i:iPp", writes(&[pointee(2)], Answer::Any)),
    ("sigpending", "i:p", computes_into(&[pointee(0)], STATUS)),
    ("sigsuspend", "i:P", ENDS),
    ("sigwait", "i:Pp", writes(&[pointee(1)], Answer::Any)),
    ("sigwaitinfo sigtimedwait", "", A::Unsupported),
    ("sighold sigrelse sigignore", "i:i", system(STATUS)),
    ("fork", "i:", system(COUNT)),
    ("vfork", "i:", A::Unsupported),
    ("execv execvp", "i:sp", REPLACES),
    ("execve execvpe", "i:spp", REPLACES),
    ("fexecve", "i:ipp", REPLACES),
    ("execl execlp execle", "i:ss.", REPLACES),
    ("wait", "i:p", writes(&[pointee(0)], COUNT)),
    ("waitpid", "i:ipi", writes(&[pointee(1)], COUNT)),
    ("wait3", "i:pip", writes(&[pointee(0), pointee(2)], COUNT)),
    ("wait4", "i:ipip", writes(&[pointee(1), pointee(3)], COUNT)),
    ("waitid", "i:iupi", writes(&[pointee(2)], STATUS)),
    ("posix_spawn posix_spawnp", "i:psPPpp", writes(&[pointee(0)], ERROR)),
    ("daemon", "i:ii", system(STATUS)),
    ("getrlimit getrlimit64", "i:ip", writes(&[pointee(1)], STATUS)),
    ("setrlimit setrlimit64", "i:iP", system(STATUS)),
    ("getrusage", "i:ip", writes(&[pointee(1)], STATUS)),
    ("getpriority", "i:iu", system(Answer::Any)),
    ("setpriority", "i:iui", system(STATUS)),
    ("nice", "i:i", system(Answer::Any)),
    ("prctl", "i:i.", A::Unsupported),
    ("ptrace syscall personality", "", A::Unsupported),
];
