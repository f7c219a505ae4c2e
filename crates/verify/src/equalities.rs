//! Two bounds that leave one value as an equality: `0 <= x && x <= 0` is `x == 0` for a person.

/// A condition with its pairs of bounds summed up; what is no conjunction stays as it is.
pub fn summed_up(text: &str) -> String {
    if text.contains("||") {
        return text.to_owned();
    }
    let parts: Vec<&str> = text.split(" && ").collect();
    let bound = |part: &&str| {
        let (low, high) = part.split_once(" <= ")?;
        let is_plain = |side: &str| !side.contains(['<', '>', '=', '(', ')', '?']);
        (is_plain(low) && is_plain(high)).then(|| (low.to_owned(), high.to_owned()))
    };
    let bounds: Vec<Option<(String, String)>> = parts.iter().map(bound).collect();
    let turned = |at: usize| {
        let (low, high) = bounds[at].as_ref()?;
        bounds.iter().position(|other| other.as_ref().is_some_and(|(a, b)| (a, b) == (high, low) && a != b))
    };
    let one = |(at, part): (usize, &&str)| match (turned(at), &bounds[at]) {
        (Some(other), _) if other < at => None,
        (Some(_), Some((low, high))) => {
            let is_number = low.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
            Some(if is_number { format!("{high} == {low}") } else { format!("{low} == {high}") })
        }
        _ => Some((*part).to_owned()),
    };
    parts.iter().enumerate().filter_map(one).collect::<Vec<_>>().join(" && ")
}

#[cfg(test)]
mod tests {
    use super::summed_up;

    #[test]
    fn two_bounds_are_an_equality() {
        assert_eq!(summed_up("0 <= a && 1 <= b && b <= 7 && a <= 0"), "a == 0 && 1 <= b && b <= 7");
        assert_eq!(summed_up("x <= -3 && -3 <= x"), "x == -3");
        for same in ["0 <= a && a <= 1", "0 <= a || a <= 0", "(0 <= a && a <= 0)", "true"] {
            assert_eq!(summed_up(same), same);
        }
    }
}
