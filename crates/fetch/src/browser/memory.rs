//! How much memory a group of processes takes, as the kernel tells it in `/proc`.

use std::fs;

/// The resident memory that the processes of the group have for themselves, in bytes; 0 where the kernel does not tell.
///
/// The program's own file is mapped into each of them and would count ten times over, so mapped files are left out.
pub(super) fn of_group(group: i32) -> u64 {
    members(group).into_iter().filter_map(resident).sum()
}

/// The processes of a group.
pub(super) fn members(group: i32) -> Vec<u32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|&id| group_of(id) == Some(group)).collect()
}

/// The group of a process that has not ended.
fn group_of(id: u32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The program's name comes before, in parentheses, and may hold anything.
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let is_zombie = fields.next()? == "Z";
    let group = fields.nth(1)?.parse().ok()?;
    (!is_zombie).then_some(group)
}

fn resident(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let kibibytes = |line: &str| -> Option<u64> {
        let value = line.strip_prefix("RssAnon:").or_else(|| line.strip_prefix("RssShmem:"))?;
        value.trim().trim_end_matches("kB").trim().parse().ok()
    };
    Some(status.lines().filter_map(kibibytes).sum::<u64>() << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_group_takes_memory_and_no_one_elses_does() {
        let own = group_of(std::process::id()).unwrap();
        assert!(members(own).contains(&std::process::id()));
        assert!(of_group(own) > 100 << 10);
        assert_eq!(of_group(i32::MAX), 0);
    }
}
