//! The dates of WARC records: W3C's profile of ISO 8601, from a year alone down to fractions of a second.

use std::time::{Duration, SystemTime};

/// The time that a `WARC-Date` names; what it leaves out is the earliest it can mean.
pub(super) fn parse(text: &str) -> Option<SystemTime> {
    let text = text.trim();
    let (date, time) = text.split_once(['T', 't', ' ']).unwrap_or((text, ""));
    let mut date = date.split('-');
    let year: i64 = number(date.next()?)?;
    let month = date.next().map_or(Some(1), number).filter(|month| (1..=12).contains(month))?;
    let day = date.next().map_or(Some(1), number).filter(|day| (1..=31).contains(day))?;
    let (seconds, nanoseconds) = if time.is_empty() { (0, 0) } else { clock(time)? };
    let since_epoch = days_since_epoch(year, month, day) * 86_400 + seconds;
    let offset = Duration::new(since_epoch.unsigned_abs(), 0);
    let whole = if since_epoch < 0 {
        SystemTime::UNIX_EPOCH.checked_sub(offset)
    } else {
        SystemTime::UNIX_EPOCH.checked_add(offset)
    };
    whole?.checked_add(Duration::from_nanos(nanoseconds))
}

/// Seconds since midnight UTC, and nanoseconds.
fn clock(time: &str) -> Option<(i64, u64)> {
    let zone_at = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(zone_at);
    let mut parts = clock.split(':');
    let hours = parts.next().and_then(number).filter(|hours| *hours < 24)?;
    let minutes = parts.next().map_or(Some(0), number).filter(|minutes| *minutes < 60)?;
    let (seconds, fraction) = parts.next().map_or(("0", ""), |text| text.split_once('.').unwrap_or((text, "")));
    let seconds = number(seconds).filter(|seconds| *seconds <= 60)?;
    let nanoseconds = format!("{:0<9.9}", fraction).parse().ok()?;
    let ahead = match zone.chars().next() {
        Some(sign @ ('+' | '-')) => {
            let digits: String = zone[1..].chars().filter(char::is_ascii_digit).collect();
            let (zone_hours, zone_minutes) = (number(digits.get(..2)?)?, number(digits.get(2..4).unwrap_or("0"))?);
            (zone_hours * 3600 + zone_minutes * 60) * if sign == '-' { -1 } else { 1 }
        }
        _ => 0,
    };
    Some((hours * 3600 + minutes * 60 + seconds - ahead, nanoseconds))
}

fn number(text: &str) -> Option<i64> {
    (text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

/// Days from 1970-01-01 in the Gregorian calendar. Years begin in March here, so that the leap day comes last.
fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<u64>) {
        let seconds = parse(text).map(|time| time.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs());
        assert_eq!(seconds, expected, "{text}");
    }

    #[test]
    fn dates_of_every_precision_are_read() {
        check("2004-02-29T12:30:45Z", Some(1_078_057_845));
        check("2016-10-05T18:24:19.123456789Z", Some(1_475_691_859));
        check("2016-10-05T20:24:19+02:00", Some(1_475_691_859));
        check("2000-03-01", Some(951_868_800));
        check("1970", Some(0));
        let fraction = parse("1970-01-01T00:00:00.25Z").unwrap();
        assert_eq!(fraction, SystemTime::UNIX_EPOCH + Duration::from_millis(250));
        assert!(parse("1969-12-31T23:59:59Z").unwrap() < SystemTime::UNIX_EPOCH);
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in ["", "x", "2004-13-01", "2004-00", "2004-01-01T25:00:00Z", "2004-01-01T00:00:00+é", "99999"] {
            check(text, None);
        }
    }
}
