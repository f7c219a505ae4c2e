//! A small program with threads, as a tree, and its text in C.
//!
//! Invariant: what the tree means is what the text means by C and POSIX, where memory is sequentially consistent. No execution of it is
//! undefined but by races: numbers stay small, a lock is given up by who holds it, and no thread is joined twice.
//!
//! Why no text of which another program reads the meaning: the oracle would then share the mistakes of that reader.

use std::fmt::Write;

/// What programs use of `<pthread.h>`, `<semaphore.h>` and the conventions of SV-COMP.
const DECLARED: &str = "\
typedef unsigned long pthread_t;
typedef union { char bytes[40]; long whole; } pthread_mutex_t;
typedef union { char bytes[48]; long whole; } pthread_cond_t;
typedef union { char bytes[32]; long whole; } sem_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void pthread_exit(void *);
extern int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_trylock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
extern int pthread_cond_signal(pthread_cond_t *), pthread_cond_broadcast(pthread_cond_t *);
extern int sem_init(sem_t *, int, unsigned), sem_wait(sem_t *), sem_post(sem_t *);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void), abort(void);
";

/// The slots of a thread for its own numbers: two variables, where its pointer goes to, and the count of a loop.
pub const SLOTS: usize = 4;
pub const POINTER: usize = 2;
pub const COUNT: usize = 3;

#[derive(Clone, Debug)]
pub enum Expr {
    Number(i32),
    /// A variable of the thread.
    Own(usize),
    Shared(usize),
    /// What the pointer of the thread goes to.
    Pointed,
    /// An input that is 0 or 1.
    Input,
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// The second is read where the first is not 0.
    And(Box<Expr>, Box<Expr>),
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Own(usize),
    Shared(usize),
    Pointed,
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Assign(Target, Expr),
    /// One more: one step if the variable is atomic.
    Increment(usize),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    Twice(Vec<Stmt>),
    Locked(usize, Vec<Stmt>),
    /// What is done if the lock is free.
    Tried(usize, Vec<Stmt>),
    /// A lock that is never given up.
    Kept(usize),
    /// The same where it is free.
    KeptIfFree(usize),
    /// Holds a lock and waits for a variable, in a loop or once, then does the rest.
    Await(usize, usize, bool, Vec<Stmt>),
    Signal,
    Broadcast,
    /// What is done between a wait for the semaphore and a post.
    Counted(Vec<Stmt>),
    Wait,
    Post,
    Atomic(Vec<Stmt>),
    /// What is done in a function.
    Called(Vec<Stmt>),
    Start(usize),
    /// Joins who was started last with the variable that a thread is started with.
    Join(usize),
    /// The error, where this is not 0.
    Fail(Expr),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Int,
    Char,
    Atomic,
}

/// What a thread's pointer goes to at first.
#[derive(Clone, Copy, Debug)]
pub enum Pointer {
    To(usize),
    /// The argument of the thread.
    Argument(Kind),
    Either(usize, usize),
}

#[derive(Clone, Default, Debug)]
pub struct Body {
    pub pointer: Option<Pointer>,
    pub stmts: Vec<Stmt>,
}

/// How shared variables are declared.
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    Variables,
    Record,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub kinds: Vec<Kind>,
    pub layout: Layout,
    pub locks: usize,
    /// Where the semaphore begins.
    pub semaphore: i32,
    /// Main, and what threads run.
    pub bodies: Vec<Body>,
    /// What each thread runs; main first.
    pub runs: Vec<usize>,
    /// The variable for the number of each thread.
    pub ids: Vec<usize>,
    /// The shared variable whose address is the argument of each thread.
    pub arguments: Vec<usize>,
    /// Main leaves by `pthread_exit`.
    pub exits: bool,
}

impl Program {
    fn name(&self, shared: usize) -> String {
        match self.layout {
            Layout::Record if self.kinds[shared] != Kind::Atomic => format!("s.v{shared}"),
            _ => format!("v{shared}"),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Number(number) => number.to_string(),
            Expr::Own(own) => ["a", "b"][*own].to_owned(),
            Expr::Shared(shared) => self.name(*shared),
            Expr::Pointed => "*p".to_owned(),
            Expr::Input => "__VERIFIER_nondet_bool()".to_owned(),
            Expr::Binary(op, x, y) => format!("({} {op} {})", self.expr(x), self.expr(y)),
            Expr::And(x, y) => format!("({} && {})", self.expr(x), self.expr(y)),
            Expr::Choice(c, x, y) => format!("({} ? {} : {})", self.expr(c), self.expr(x), self.expr(y)),
        }
    }

    pub fn text(&self) -> String {
        let mut text = DECLARED.to_owned();
        let is_field = |kind: Kind| matches!(self.layout, Layout::Record) && kind != Kind::Atomic;
        if self.kinds.iter().any(|kind| is_field(*kind)) {
            text.push_str("struct {\n");
            for (at, kind) in self.kinds.iter().enumerate().filter(|(_, kind)| is_field(**kind)) {
                let _ = writeln!(text, "  {}v{at};", type_text(*kind));
            }
            text.push_str("} s;\n");
        }
        for (at, kind) in self.kinds.iter().enumerate().filter(|(_, kind)| !is_field(**kind)) {
            let _ = writeln!(text, "{}v{at};", type_text(*kind));
        }
        for lock in 0..self.locks {
            let _ = writeln!(text, "pthread_mutex_t m{lock} = {{0}};");
        }
        text.push_str("pthread_cond_t c = {0};\nsem_t n;\n");
        for thread in 1..self.runs.len() {
            let _ = writeln!(text, "pthread_t t{thread};");
        }
        // What is called or started stands before: threads start those with greater numbers only.
        for at in (0..self.bodies.len()).rev() {
            let body = &self.bodies[at];
            let (mut inside, mut functions) = (String::new(), String::new());
            if let Some(pointer) = body.pointer {
                let (kind, value) = match pointer {
                    Pointer::To(to) => (self.kinds[to], format!("&{}", self.name(to))),
                    Pointer::Argument(kind) => (kind, "arg".to_owned()),
                    Pointer::Either(to, other) => (
                        self.kinds[to],
                        format!("__VERIFIER_nondet_bool() ? &{} : &{}", self.name(to), self.name(other)),
                    ),
                };
                let _ = writeln!(inside, "  {}*p = {value};", type_text(kind));
            }
            inside.push_str("  int a = 0, b = 0;\n");
            if at == 0 {
                let _ = writeln!(inside, "  sem_init(&n, 0, {});", self.semaphore);
            }
            self.stmts(&body.stmts, 2, &mut inside, &mut functions, at);
            text.push_str(&functions);
            match at {
                0 => text.push_str("int main(void) {\n"),
                _ => drop(writeln!(text, "void *f{at}(void *arg) {{")),
            }
            text.push_str(&inside);
            if at == 0 && self.exits {
                text.push_str("  pthread_exit(0);\n");
            }
            text.push_str("  return 0;\n}\n");
        }
        text
    }

    fn stmts(&self, stmts: &[Stmt], indent: usize, text: &mut String, functions: &mut String, body: usize) {
        let pad = " ".repeat(indent);
        for stmt in stmts {
            // What stands before, inside and behind.
            let (before, inside, after) = match stmt {
                Stmt::Assign(target, value) => {
                    let target = match target {
                        Target::Own(own) => self.expr(&Expr::Own(*own)),
                        Target::Shared(shared) => self.name(*shared),
                        Target::Pointed => "*p".to_owned(),
                    };
                    (format!("{target} = {};", self.expr(value)), None, None)
                }
                Stmt::Increment(shared) => (format!("{}++;", self.name(*shared)), None, None),
                Stmt::If(cond, then, otherwise) => {
                    let _ = writeln!(text, "{pad}if ({}) {{", self.expr(cond));
                    self.stmts(then, indent + 2, text, functions, body);
                    if !otherwise.is_empty() {
                        let _ = writeln!(text, "{pad}}} else {{");
                        self.stmts(otherwise, indent + 2, text, functions, body);
                    }
                    ("}".to_owned(), None, None)
                }
                Stmt::Twice(all) => ("for (int i = 0; i < 2; i++) {".to_owned(), Some(all), Some("}".to_owned())),
                Stmt::Locked(lock, all) => (
                    format!("pthread_mutex_lock(&m{lock});"),
                    Some(all),
                    Some(format!("pthread_mutex_unlock(&m{lock});")),
                ),
                Stmt::Tried(lock, all) => (
                    format!("if (!pthread_mutex_trylock(&m{lock})) {{"),
                    Some(all),
                    Some(format!("  pthread_mutex_unlock(&m{lock});\n{pad}}}")),
                ),
                Stmt::KeptIfFree(lock) => (format!("pthread_mutex_trylock(&m{lock});"), None, None),
                Stmt::Kept(lock) => (format!("pthread_mutex_lock(&m{lock});"), None, None),
                Stmt::Await(lock, flag, again, all) => (
                    format!(
                        "pthread_mutex_lock(&m{lock});\n{pad}{} (!{})\n{pad}  pthread_cond_wait(&c, &m{lock});",
                        if *again { "while" } else { "if" },
                        self.name(*flag)
                    ),
                    Some(all),
                    Some(format!("pthread_mutex_unlock(&m{lock});")),
                ),
                Stmt::Signal => ("pthread_cond_signal(&c);".to_owned(), None, None),
                Stmt::Broadcast => ("pthread_cond_broadcast(&c);".to_owned(), None, None),
                Stmt::Counted(all) => ("sem_wait(&n);".to_owned(), Some(all), Some("sem_post(&n);".to_owned())),
                Stmt::Wait => ("sem_wait(&n);".to_owned(), None, None),
                Stmt::Post => ("sem_post(&n);".to_owned(), None, None),
                Stmt::Atomic(all) => {
                    let [begin, end] = ["begin", "end"].map(|which| format!("__VERIFIER_atomic_{which}();"));
                    (begin, Some(all), Some(end))
                }
                Stmt::Called(all) => {
                    let mut function = String::new();
                    self.stmts(all, 2, &mut function, functions, body);
                    let name = format!("h{body}_{}", functions.len());
                    let _ = write!(functions, "static void {name}(void) {{\n{function}}}\n");
                    (format!("{name}();"), None, None)
                }
                Stmt::Start(thread) => {
                    let argument = match self.bodies[self.runs[*thread]].pointer {
                        Some(Pointer::Argument(_)) => format!("&{}", self.name(self.arguments[*thread])),
                        _ => "0".to_owned(),
                    };
                    let (id, run) = (self.ids[*thread], self.runs[*thread]);
                    (format!("pthread_create(&t{id}, 0, f{run}, {argument});"), None, None)
                }
                Stmt::Join(thread) => (format!("pthread_join(t{}, 0);", self.ids[*thread]), None, None),
                Stmt::Fail(cond) => (
                    format!("if ({}) {{\n{pad}  reach_error();\n{pad}  abort();\n{pad}}}", self.expr(cond)),
                    None,
                    None,
                ),
            };
            let _ = writeln!(text, "{pad}{before}");
            if let Some(all) = inside {
                self.stmts(all, indent + 2, text, functions, body);
            }
            if let Some(after) = after {
                let _ = writeln!(text, "{pad}{after}");
            }
        }
    }
}

fn type_text(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "int ",
        Kind::Char => "unsigned char ",
        Kind::Atomic => "_Atomic int ",
    }
}
