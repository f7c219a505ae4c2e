//! Each function that the installed headers of C17 and POSIX.1-2017 declare has a row in the table of the library.
//!
//! One without would be a function without a body to Cairn: sound, and less than what is known of it.

use cairn_tools::Tool;
use std::collections::BTreeSet;
use std::process::Command;

const HEADERS: &str = "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg \
    stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype \
    aio arpa/inet cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen monetary mqueue net/if netdb \
    netinet/in netinet/tcp nl_types poll pthread pwd regex sched search semaphore spawn strings sys/ipc sys/mman sys/msg \
    sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time sys/times sys/types sys/uio sys/un \
    sys/utsname sys/wait syslog tar termios ulimit unistd utime utmpx wordexp getopt";

#[test]
fn functions_of_the_headers_have_a_row() {
    if !cairn_tools::needs(Tool::Gcc) {
        return;
    }
    let (mut declared, mut missing) = (BTreeSet::new(), BTreeSet::new());
    for header in HEADERS.split_ascii_whitespace() {
        for name in functions_of(header) {
            if declared.insert(name.clone()) && !cairn_front_c::is_library_function(&name) {
                missing.insert(format!("{header}.h: {name}"));
            }
        }
    }
    assert!(declared.len() > 1000, "only {} functions", declared.len());
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The functions that a header of the system declares, but for those with reserved names.
fn functions_of(header: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("asks.c");
    std::fs::write(&file, format!("#define _XOPEN_SOURCE 700\n#include <{header}.h>\n")).expect("a file");
    let output = Command::new("gcc").args(["-std=c17", "-E"]).arg(&file).output().expect("gcc runs");
    if !output.status.success() {
        return Vec::new();
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut of_system = String::new();
    let mut is_system = false;
    for line in text.lines() {
        match line.strip_prefix("# ") {
            Some(place) => is_system = place.contains("\"/usr/"),
            None if is_system => of_system.extend([line, "\n"]),
            None => {}
        }
    }
    outermost(&of_system).split(';').filter_map(declared).collect()
}

/// The text without what is in braces.
fn outermost(text: &str) -> String {
    let mut depth = 0;
    let keep = |c: &char| {
        depth += i32::from(*c == '{') - i32::from(*c == '}');
        depth == 0 && *c != '}'
    };
    text.chars().filter(keep).collect()
}

/// The name of the function that a declaration is of: the word before its parameters.
fn declared(declaration: &str) -> Option<String> {
    let words = declaration.trim_start().strip_prefix("extern ")?;
    let (before, _) = words.split_once('(')?;
    let name = before.trim_end().rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
    (!name.is_empty() && !name.starts_with("__")).then(|| name.to_owned())
}
