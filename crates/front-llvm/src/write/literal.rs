//! Numbers and texts as C writes them.

use super::types::{container, is_odd};
use cairn_ir::MachineModel;

/// The bits of a number below its width.
pub(super) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The value of bits as a signed number of a width.
pub(super) fn sign_extended(bits: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((bits << shift) as i128) >> shift
}

/// An integer of a width and a sign. One narrower than `int` is an `int`, as C's promotion would make it.
pub(super) fn integer(model: MachineModel, bits: u128, width: u32, signed: bool) -> String {
    let bits = bits & mask(width);
    let long = if model == MachineModel::Lp64 { "L" } else { "LL" };
    let of = container(width).unwrap_or(128);
    if of == 128 {
        let bits = if signed && is_odd(width) { sign_extended(bits, width) as u128 } else { bits };
        let (high, low) = ((bits >> 64) as u64, bits as u64);
        let name = if signed { "(__int128)" } else { "" };
        return format!("({name}(((unsigned __int128){high}U{long} << 64) | {low}U{long}))");
    }
    if !signed {
        return match of {
            64 => format!("{bits}U{long}"),
            32 => format!("{bits}U"),
            _ => format!("{bits}"),
        };
    }
    let suffix = if of == 64 { long } else { "" };
    match sign_extended(bits, width) {
        value if of >= 32 && value == -(1 << (of - 1)) => format!("(-{}{suffix} - 1)", -(value + 1)),
        value if value < 0 => format!("(-{}{suffix})", -value),
        value => format!("{value}{suffix}"),
    }
}

/// A number of type float or double, exactly.
pub(super) fn real(value: f64, suffix: &str) -> String {
    if value.is_infinite() {
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("({sign}__builtin_inf{suffix}())");
    }
    let bits = value.to_bits();
    let sign = if bits >> 63 == 1 { "-" } else { "" };
    let exponent = (bits >> 52) & 0x7ff;
    let fraction = bits & ((1 << 52) - 1);
    let (lead, exponent) = if exponent == 0 { (0, -1022) } else { (1, exponent as i64 - 1023) };
    if lead == 0 && fraction == 0 {
        return format!("({sign}0.0{suffix})");
    }
    format!("({sign}0x{lead}.{fraction:013x}p{exponent}{suffix})")
}

/// A number of 80 bits, exactly; `None` for what is no number.
pub(super) fn long_double(bits: u128) -> Option<String> {
    let sign = if bits >> 79 & 1 == 1 { "-" } else { "" };
    let exponent = ((bits >> 64) & 0x7fff) as i64;
    let mantissa = bits as u64;
    match (exponent, mantissa) {
        (0, 0) => Some(format!("({sign}0.0L)")),
        (0x7fff, 0x8000_0000_0000_0000) => Some(format!("({sign}__builtin_infl())")),
        (0x7fff, _) => None,
        // A subnormal has the exponent of the smallest normal number.
        (0, _) => Some(format!("({sign}0x{mantissa:x}.0p{}L)", 1 - 16383 - 63)),
        (_, mantissa) if mantissa >> 63 == 1 => Some(format!("({sign}0x{mantissa:x}.0p{}L)", exponent - 16383 - 63)),
        _ => None,
    }
}

pub(super) fn string(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', *byte as char]),
            // Two of them may begin a trigraph.
            b'?' if text.ends_with('?') => text.push_str("\\077"),
            b' '..=b'~' => text.push(*byte as char),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_keep_their_value_and_type() {
        let lp64 = MachineModel::Lp64;
        assert_eq!(integer(lp64, 0xffff_ffff, 32, true), "(-1)");
        assert_eq!(integer(lp64, 0x8000_0000, 32, true), "(-2147483647 - 1)");
        assert_eq!(integer(lp64, u128::from(u64::MAX), 64, false), "18446744073709551615UL");
        assert_eq!(integer(MachineModel::Ilp32, 5, 64, true), "5LL");
        assert_eq!(integer(lp64, 0x1f, 5, true), "(-1)");
        assert_eq!(integer(lp64, 0x1f, 5, false), "31");
    }

    #[test]
    fn reals_are_exact() {
        assert_eq!(real(1.5, ""), "(0x1.8000000000000p0)");
        assert_eq!(real(-0.0, "f"), "(-0.0f)");
        assert_eq!(real(5e-324, ""), "(0x0.0000000000001p-1022)");
        assert_eq!(long_double(0x3fff_8000_0000_0000_0000).as_deref(), Some("(0x8000000000000000.0p-63L)"));
    }

    #[test]
    fn bytes_are_escaped() {
        assert_eq!(string(b"a\"\n\0"), "\"a\\\"\\012\\000\"");
        assert_eq!(string(b"a ? b ??= c\\"), "\"a ? b ?\\077= c\\\\\"");
    }
}
