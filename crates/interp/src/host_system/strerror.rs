//! `strerror`: the texts of glibc for numbers of errors.

/// Text of `strerror`.
pub(super) fn error_text(number: i32) -> String {
    let text = match number {
        0 => "Success",
        1 => "Operation not permitted",
        2 => "No such file or directory",
        5 => "Input/output error",
        9 => "Bad file descriptor",
        12 => "Cannot allocate memory",
        13 => "Permission denied",
        17 => "File exists",
        20 => "Not a directory",
        21 => "Is a directory",
        22 => "Invalid argument",
        25 => "Inappropriate ioctl for device",
        28 => "No space left on device",
        29 => "Illegal seek",
        33 => "Numerical argument out of domain",
        34 => "Numerical result out of range",
        _ => return format!("Unknown error {number}"),
    };
    text.to_owned()
}
