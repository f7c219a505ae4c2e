//! `gmtime`, and `localtime` where the time zone is UTC: a number of seconds as a date of the Gregorian calendar.

use super::call::{Call, unsupported};
use super::{Host, errno};
use crate::undefined::Res;

const DAY: i64 = 86_400;

/// The members of `struct tm`, in their order up to `tm_yday`.
fn broken_down(seconds: i64) -> [i64; 8] {
    let (days, second) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    // 400 years have 146,097 days; the first guess is at most a year too late.
    let starts = |year: i64| {
        let before = year - 1;
        before * 365 + before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400) - 719_162
    };
    let mut year = 1970 + (days * 400).div_euclid(146_097);
    while starts(year) > days {
        year -= 1;
    }
    while starts(year + 1) <= days {
        year += 1;
    }
    let day_of_year = days - starts(year);
    let lengths = [31, if is_leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let (mut month, mut day) = (0, day_of_year);
    while day >= lengths[month] {
        day -= lengths[month];
        month += 1;
    }
    let weekday = (days + 4).rem_euclid(7);
    [second % 60, second / 60 % 60, second / 3600, day + 1, month as i64, year - 1900, weekday, day_of_year]
}

impl Host {
    /// The address of a date, at a place that is given or at the library's own.
    pub(super) fn date(&mut self, call: &mut Call<'_, '_, '_>, is_given: bool) -> Res<u128> {
        let at = call.size()?;
        let word = call.word() as usize;
        let seconds = cairn_ir::Value(call.load(at, word)?).as_signed(word as u32 * 8) as i64;
        let Some(size) = call.record_size("tm") else { return unsupported("a date, whose type is not declared,") };
        let members = broken_down(seconds);
        if i32::try_from(members[5]).is_err() {
            return call.fail(errno::EOVERFLOW, 0);
        }
        let to = match is_given {
            true => call.size()?,
            false => self.text("a date", &vec![0; size as usize], call)? as u64,
        };
        call.put_bytes(to, &vec![0; size as usize])?;
        for (number, value) in (0..).zip(members) {
            call.store(to + 4 * number, value as u128 & 0xffff_ffff, 4)?;
        }
        Ok(u128::from(to))
    }
}

#[cfg(test)]
mod tests {
    use super::broken_down;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(broken_down(0), [0, 0, 0, 1, 0, 70, 4, 0]);
        assert_eq!(broken_down(951_782_400), [0, 0, 0, 29, 1, 100, 2, 59]);
        assert_eq!(broken_down(-1), [59, 59, 23, 31, 11, 69, 3, 364]);
        assert_eq!(broken_down(4_102_444_799), [59, 59, 23, 31, 11, 199, 4, 364]);
    }
}
