//! A small lexicon: which texts read like the name of a column or row, which like a total, and what part of speech a
//! text is. General vocabulary of a few languages; structure weighs more everywhere it is used.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::kinds::{ValueKind, is_ideograph};

/// A coarse part of speech of a whole text, the grammatical feature of §4.2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Speech {
    /// A name or a noun with what belongs to it.
    NounPhrase,
    /// A text with a verb: a sentence.
    Verb,
    /// A number of any sort.
    Number,
    /// Signs, or nothing.
    Other,
}

/// Words that name a column or a row, whole.
const NAMES: &str = "\
    name, names, title, date, year, years, time, type, no, no., nr, nr., #, number, rank, pos, pos., position, \
    team, club, player, country, nation, city, state, party, candidate, votes, notes, note, remarks, result, \
    score, opponent, venue, price, amount, quantity, qty, address, phone, telephone, fax, email, e-mail, \
    website, url, location, description, status, category, class, size, weight, height, length, width, age, \
    born, died, population, area, language, code, symbol, unit, units, role, label, format, genre, album, \
    artist, season, round, points, wins, losses, model, version, author, publisher, source, reference, id, \
    item, items, value, values, period, day, month, from, to, start, end, duration, material, color, colour, \
    rate, ratio, share, change, datum, jahr, preis, ort, typ, anzahl, größe, art, titel, verein, nom, prix, \
    année, lieu, nombre, fecha, año, precio, lugar, 项目, 名称, 姓名, 日期, 时间, 金额, 数量, 单位, 编号, 序号, \
    类型, 类别, 种类, 性质, 性别, 年龄, 备注, 说明, 内容, 地址, 电话, 职务, 职业, 型号, 规格, 价格, 国籍, 民族, \
    学历, 专业, 参数, 指标, 科目, 附注, 户名, 账号, 籍贯, 身高, 体重, 血型, 星座, 别名, 简称, 全称, 本期, 上期, \
    本年, 上年, 期末, 期初, 年末, 年初, 変更, 名前, 日付, 住所, 이름, 날짜, place, hours, contact, open, \
    opened, built, founded";

/// Endings of ideographic texts that name a column or a row.
const ENDINGS: &str = "\
    名称, 名, 日期, 时间, 金额, 余额, 额, 数, 数量, 率, 比例, 比重, 编号, 号, 类型, 类别, 单位, 方式, 原因, \
    情况, 地址, 电话, 人, 价, 价格, 期, 度, 量, 级别, 等级, 范围, 来源, 用途, 性质, 状态, 面积, 人口, 长度, \
    高度, 重量, 功率, 电压, 电流, 型号, 规格, 代码, 地点, 地, 职务, 关系, 结果, 内容, 说明, 标准, 政策, 方法, \
    年限, 用, 值, 数据, 信息, 字, 姓名";

/// Words for a sum over the cells before.
const TOTALS: &str = "\
    total, totals, sum, subtotal, sub-total, grand total, overall, summe, gesamt, insgesamt, somme, totale, \
    suma, 合计, 总计, 小计, 共计, 总和, 合計, 総計, 小計, 합계";

/// Words before a part of a sum, and marks of enumeration: what follows is one of a series, not a kind of thing.
const SERIES: &str = "其中, 加：, 减：, 加:, 减:, of which, including";

/// Units of measure that stand in cells of their own.
const MEASURES: &str = "\
    mm, cm, m, km, μm, um, nm, g, kg, mg, t, s, ms, min, h, hz, khz, mhz, ghz, v, kv, mv, a, ma, w, kw, mw, \
    kva, pa, kpa, mpa, bar, l, ml, °, °c, ℃, db, rpm, r/min, n, n.m, n·m, kn, m/s, m/min, km/h, m2, m², m3, m³, \
    %, pcs, 元, 万元, 个, 只, 台, 人, 年, 天, 次, 件, 套";

/// The words that cells are looked up in, each by its hash: a table may have half a million cells.
static NAME_WORDS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| words(NAMES).collect());
static MEASURE_WORDS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| words(MEASURES).collect());
static TOTAL_WORDS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| words(TOTALS).collect());

/// The words of a list.
fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim)
}

/// Whether the text is a unit of measure and nothing else.
pub(super) fn is_measure(text: &str) -> bool {
    let key = text.trim().to_lowercase();
    MEASURE_WORDS.contains(key.as_str())
}

/// Whether the text is a usual name of a column or row.
pub(super) fn is_usual_name(text: &str) -> bool {
    NAME_WORDS.contains(key(text).as_str())
}

/// Whether an ideographic text ends as names of columns and rows do.
pub(super) fn ends_like_name(text: &str) -> bool {
    let key = key(text);
    key.chars().next_back().is_some_and(is_ideograph) && words(ENDINGS).any(|ending| key.ends_with(ending))
}

/// Whether the text names a sum.
pub(super) fn is_total(text: &str) -> bool {
    let key = key(text);
    TOTAL_WORDS.contains(key.as_str())
        || (key.chars().any(is_ideograph) && words(TOTALS).any(|word| key.ends_with(word)))
}

/// Whether the text begins like one item of a series: `一、`, `（1）`, `3.`, `其中：`.
pub(super) fn is_enumerated(text: &str) -> bool {
    let text = text.trim_start();
    if words(SERIES).any(|word| text.starts_with(word)) {
        return true;
    }
    let inner = text.strip_prefix(['(', '（']).unwrap_or(text);
    let is_ordinal = |c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c);
    let digits = inner.chars().take_while(|&c| is_ordinal(c)).count();
    let rest = &inner[inner.char_indices().nth(digits).map_or(inner.len(), |(at, _)| at)..];
    let is_marked = rest.starts_with(['、', '.', '．', '）', ')']);
    // What follows the mark is words: `3.5` is a number.
    let goes_on = rest.chars().nth(1).is_some_and(|c| !c.is_ascii_digit());
    (1..=2).contains(&digits) && is_marked && goes_on || text.starts_with(|c: char| matches!(c, '①'..='⒛'))
}

/// The text without the spaces that spread ideographs, without what stands in brackets, in lower case.
pub(super) fn key(text: &str) -> String {
    let text = text.trim().trim_end_matches([':', '：']);
    let text = text.split(['(', '（', '[']).next().filter(|start| !start.trim().is_empty()).unwrap_or(text);
    let spread = text.chars().any(is_ideograph);
    text.trim().chars().filter(|c| !(spread && c.is_whitespace())).flat_map(char::to_lowercase).collect()
}

/// The part of speech of a text of this kind.
pub(super) fn speech(text: &str, kind: ValueKind) -> Speech {
    const VERBS: [&str; 24] = [
        "is", "are", "was", "were", "be", "been", "has", "have", "had", "will", "can", "may", "must", "should", "do",
        "does", "did", "ist", "sind", "war", "wird", "est", "sont", "es",
    ];
    match kind {
        ValueKind::Empty | ValueKind::Dash | ValueKind::Url | ValueKind::Email => Speech::Other,
        ValueKind::Words | ValueKind::Prose | ValueKind::Code => {
            let has_verb = text.split_whitespace().any(|word| VERBS.contains(&word.to_lowercase().as_str()))
                || text.contains(['是', '将', '被', '了']) && text.chars().count() > 8;
            if has_verb || kind == ValueKind::Prose { Speech::Verb } else { Speech::NounPhrase }
        }
        _ => Speech::Number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_totals_and_series() {
        assert!(is_usual_name("Name:") && is_usual_name("项  目") && is_usual_name("Price (EUR)"));
        assert!(!is_usual_name("Aurora"));
        assert!(ends_like_name("注册地址") && !ends_like_name("address"));
        assert!(is_total("合   计") && is_total("Total") && is_total("资产总计") && !is_total("totally"));
        for text in ["一、营业收入", "（1）其他", "3.现金", "其中：利息", "⑴罚款", "12、税金"] {
            assert!(is_enumerated(text), "{text}");
        }
        for text in ["3.5", "2021年", "一般", "(x)", "1", "五"] {
            assert!(!is_enumerated(text), "{text}");
        }
    }

    #[test]
    fn speech_is_coarse() {
        let of = |text| speech(text, ValueKind::of(text));
        assert_eq!(of("High class"), Speech::NounPhrase);
        assert_eq!(of("It is open on Sunday"), Speech::Verb);
        assert_eq!(of("€ 89"), Speech::Number);
        assert_eq!(of("–"), Speech::Other);
    }
}
