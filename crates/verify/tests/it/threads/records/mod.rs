//! Two threads that access records, elements and objects of their own, under locks that are beside what they protect, and the truth
//! about their races.
//!
//! Each thread is a sequence of statements about variables of its own: a subscript, two pointers to records, an object that it
//! allocates and one that it was handed. Locks are mostly taken for what is accessed, and some are not: another element's, another
//! pointer's, or for a pointer that has changed since. All schedules of both are run, with all inputs, and bytes are compared.
//!
//! Invariant: a lock is given up by who holds it (programs in which some schedule does otherwise are not used).

mod generate;
mod schedules;

pub use self::generate::program;
pub use self::schedules::races;
use std::fmt::Write;

const DECLARED: &str = "\
typedef unsigned long pthread_t;
typedef union { char bytes[40]; long whole; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
extern void *calloc(unsigned long, unsigned long), *memset(void *, int, unsigned long);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
struct s { char b[2]; short d; };
struct r { int a; pthread_mutex_t m; struct s s; int c; pthread_mutex_t l; };
struct r r[2], *h[2], *g;
pthread_mutex_t m[2], k[2];
int v[2];
";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pointer {
    P,
    Q,
    /// What the thread allocates.
    N,
    /// What it was handed, perhaps nothing.
    O,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Subscript {
    I,
    Other,
    Zero,
    One,
}

#[derive(Clone, Copy, Debug)]
enum LockOf {
    Record(Pointer),
    Element(Subscript),
    /// The other locks of a record, and of elements.
    OtherOfRecord(Pointer),
    OtherElement(Subscript),
    Second,
}

#[derive(Clone, Copy, Debug)]
enum Bytes {
    A(Pointer),
    C(Pointer),
    /// One of two characters.
    B(Pointer, Subscript),
    /// The members of `s`.
    Inner(Pointer),
    /// The characters, by a function.
    Both(Pointer),
    Number(Subscript),
    AllNumbers,
}

#[derive(Clone, Copy, Debug)]
enum Stmt {
    Subscript(Option<Subscript>),
    ToRecord(Pointer, Subscript),
    ToHeap(Pointer, Subscript),
    Copy(Pointer, Pointer),
    Lock(LockOf),
    Unlock(LockOf),
    /// Reads or writes.
    Access(Bytes, bool),
    Allocate,
    /// Hands on what was allocated.
    Publish,
    Take,
}

pub struct Program {
    threads: [Vec<Stmt>; 2],
}

fn pointer(pointer: Pointer) -> &'static str {
    match pointer {
        Pointer::P => "p",
        Pointer::Q => "q",
        Pointer::N => "n",
        Pointer::O => "o",
    }
}

fn subscript(of: Subscript) -> &'static str {
    match of {
        Subscript::I => "i",
        Subscript::Other => "1 - i",
        Subscript::Zero => "0",
        Subscript::One => "1",
    }
}

fn lock(of: LockOf) -> String {
    match of {
        LockOf::Record(of) => format!("&{}->m", pointer(of)),
        LockOf::Element(of) => format!("&m[{}]", subscript(of)),
        LockOf::OtherOfRecord(of) => format!("&{}->l", pointer(of)),
        LockOf::OtherElement(of) => format!("&k[{}]", subscript(of)),
        LockOf::Second => "&r[1].m".to_owned(),
    }
}

/// A statement; what is behind what was handed is accessed only where there is something.
fn text_of(stmt: Stmt) -> String {
    let of = |which: Pointer, what: String| match which {
        Pointer::O => format!("if (o) {what}"),
        _ => what,
    };
    match stmt {
        Stmt::Subscript(None) => "i = __VERIFIER_nondet_bool();".to_owned(),
        Stmt::Subscript(Some(to)) => format!("i = {};", subscript(to)),
        Stmt::ToRecord(to, at) => format!("{} = &r[{}];", pointer(to), subscript(at)),
        Stmt::ToHeap(to, at) => format!("{} = h[{}];", pointer(to), subscript(at)),
        Stmt::Copy(to, from) => format!("{} = {};", pointer(to), pointer(from)),
        Stmt::Lock(which) => format!("pthread_mutex_lock({});", lock(which)),
        Stmt::Unlock(which) => format!("pthread_mutex_unlock({});", lock(which)),
        Stmt::Allocate => "n = calloc(1, sizeof *n);\n  if (!n) abort();".to_owned(),
        Stmt::Publish => "g = n;".to_owned(),
        Stmt::Take => "o = g;".to_owned(),
        Stmt::Access(bytes, writes) => {
            let scalar = |place: String| if writes { format!("{place} = 1;") } else { format!("x = {place};") };
            match bytes {
                Bytes::A(by) => of(by, scalar(format!("{}->a", pointer(by)))),
                Bytes::C(by) => of(by, scalar(format!("{}->c", pointer(by)))),
                Bytes::B(by, at) => of(by, scalar(format!("{}->s.b[{}]", pointer(by), subscript(at)))),
                Bytes::Inner(by) if writes => of(by, format!("{}->s = y;", pointer(by))),
                Bytes::Inner(by) => of(by, format!("y = {}->s;", pointer(by))),
                Bytes::Both(by) => of(by, format!("memset({}->s.b, 0, 2);", pointer(by))),
                Bytes::Number(at) => scalar(format!("v[{}]", subscript(at))),
                Bytes::AllNumbers => "memset(v, 0, sizeof v);".to_owned(),
            }
        }
    }
}

impl Program {
    pub fn text(&self) -> String {
        let mut text = DECLARED.to_owned();
        for (at, thread) in self.threads.iter().enumerate() {
            let _ = writeln!(text, "void *f{at}(void *arg) {{\n  struct r *p = arg, *q = arg, *n = arg, *o = 0;");
            text.push_str("  struct s y = {0};\n  int i = 0, x = 0;\n");
            for stmt in thread {
                let _ = writeln!(text, "  {}", text_of(*stmt));
            }
            text.push_str("  return 0;\n}\n");
        }
        text.push_str("int main(void) {\n  pthread_t t[2];\n  h[0] = calloc(1, sizeof *h[0]);\n");
        text.push_str("  h[1] = calloc(1, sizeof *h[1]);\n  if (!h[0] || !h[1]) abort();\n");
        text.push_str("  pthread_create(&t[0], 0, f0, &r[0]);\n  pthread_create(&t[1], 0, f1, &r[0]);\n");
        text.push_str("  pthread_join(t[0], 0);\n  pthread_join(t[1], 0);\n  return 0;\n}\n");
        text
    }
}
