//! The records of the bundled pages with lists, with a real layout: each record once and whole, and what it says.
//!
//! In these pages whatever leads to the N-th thing of the list has an address with `item/N` or `item?id=N`, or the id
//! `item-N`; what leads to an advertisement has one with `/ad/`. So each test knows what belongs to which record.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use lode::regions::{Record, Region};
use lode::{Capture, Engine, Methods, NodeId, Page, Parts, Tree, clipped};

/// A longer list is printed by its first two records and its last.
const LONG: usize = 12;
/// Longer values are cut.
const MAX_VALUE: usize = 34;
/// Where lines are broken.
const WIDTH: usize = 100;

fn example(name: &str) -> Page {
    let path = format!("{}/../../examples/lists/{name}.html", env!("CARGO_MANIFEST_DIR"));
    let mut page = Page::new(Capture::new(name, std::fs::read(path).expect("an example page")));
    Engine::Embedded.start().expect("the engine is built in").lay_out(&mut page);
    page
}

/// The main list of a page has these many records, each holds what is its own and nothing of another, and this is what
/// they say.
fn check(name: &str, records: usize, expected: Expect) {
    let page = example(name);
    let parts = Parts::of(&page, &Methods::default());
    let (main, others) = parts.regions().split_first().expect("a list");
    let wrong = wrong_records(&parts, main, records);
    let seen = printed(&parts, main, others);
    assert!(wrong.is_empty(), "{name}:\n{}\n\nIt has\n{seen}", wrong.join("\n"));
    expected.assert_eq(&seen);
}

/// The number of the thing that an element belongs to.
fn mark(tree: &Tree, element: NodeId) -> Option<usize> {
    let after = |name: &str, sign: &str| {
        let value = tree.attr(element, name)?;
        let rest = &value[value.find(sign)? + sign.len()..];
        rest[..rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
    };
    after("href", "item/").or_else(|| after("href", "item?id=")).or_else(|| after("id", "item-"))
}

/// What is lost, merged, split or does not belong to the list.
fn wrong_records(parts: &Parts<'_>, main: &Region, count: usize) -> Vec<String> {
    let tree = parts.content.tree();
    let mut wrong = Vec::new();
    if main.records.len() != count {
        wrong.push(format!("{} records instead of {count}", main.records.len()));
    }
    let is_in = |record: &Record, node: NodeId| record.nodes.iter().any(|&own| own <= node && node < tree.end(own));
    let visible = || tree.elements().filter(|&element| !parts.content.below(element).is_empty());
    let all: BTreeSet<usize> = visible().filter_map(|element| mark(tree, element)).collect();
    assert!(all.iter().copied().eq(1..=count), "the page itself has {all:?}");
    for (number, record) in (1..).zip(&main.records) {
        let held: BTreeSet<usize> =
            visible().filter(|&element| is_in(record, element)).filter_map(|element| mark(tree, element)).collect();
        if !held.iter().copied().eq([number]) {
            wrong.push(format!("record {number} holds {held:?}"));
        }
        let own = visible().filter(|&element| mark(tree, element) == Some(number));
        for lost in own.filter(|&element| !is_in(record, element)) {
            wrong.push(format!("record {number} lacks {}", tree.path(lost)));
        }
        let is_ad = |&element: &NodeId| tree.attr(element, "href").is_some_and(|address| address.contains("/ad/"));
        if visible().filter(is_ad).any(|element| is_in(record, element)) {
            wrong.push(format!("record {number} holds an advertisement"));
        }
    }
    wrong
}

fn printed(parts: &Parts<'_>, main: &Region, others: &[Region]) -> String {
    let nodes: BTreeSet<usize> = main.records.iter().map(|record| record.nodes.len()).collect();
    let nodes: Vec<String> = nodes.iter().map(usize::to_string).collect();
    let mut text = format!("{} records, nodes in each: {}\n", main.records.len(), nodes.join(" or "));
    for (number, record) in (1..).zip(&main.records) {
        if main.records.len() <= LONG || number <= 2 || number == main.records.len() {
            text += &told(main, number, record);
        }
    }
    for other in others {
        let first = other.records.first().map_or(0..0, |record| record.leaves.clone());
        text += &format!("also {}: {}\n", other.records.len(), clipped(&parts.content.texts(first), MAX_VALUE));
    }
    text
}

/// What a record says: `column=value`, labels left out, as many in a line as fit.
fn told(region: &Region, number: usize, record: &Record) -> String {
    let mut lines = vec![format!("{number}")];
    for field in record.fields.iter().filter(|field| !region.columns[field.column].is_label) {
        let value = match field.src.as_ref().or(field.href.as_ref()) {
            Some(address) if field.value.is_empty() => format!("<{address}>"),
            _ => clipped(&field.value, MAX_VALUE),
        };
        let told = format!(" {}={value}", region.columns[field.column].name);
        let last = lines.last_mut().expect("the number");
        if last.chars().count() + told.chars().count() > WIDTH {
            lines.push(format!("   {told}"));
        } else {
            last.push_str(if last.contains('=') { " |" } else { "" });
            last.push_str(&told);
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_shop_grid() {
    check(
        "bookshop-grid",
        20,
        expect![[r#"
            20 records, nodes in each: 1
            1 image=The Lamp at Cold Ferry | title=The Lamp at Cold Ferry | price=£18.40 | stock=In stock
                text=Add to basket
            2 image=Salt, Rope and Other Kindnesses | title=Salt, Rope and Other Kindnesses | price=£9.99
                stock=In stock | text=Add to basket
            20 image=Late Swimmers | title=Late Swimmers | price=£15.00 | stock=In stock | text=Add to basket
        "#]],
    );
}

#[test]
fn stories_of_two_table_rows() {
    check(
        "news-two-rows",
        30,
        expect![[r#"
            30 records, nodes in each: 2
            1 rank=1. | image=<arrow.gif> | title=A text editor that fits on one flo… | link=tinyedit.example
                points=212 points | by=mossgrove | date=2 hours ago | hide=hide | comments=87 comments
            2 rank=2. | image=<arrow.gif> | title=Why our queue lost messages every … | link=ledgerworks.example
                points=148 points | by=pkt_loss | date=3 hours ago | hide=hide | comments=61 comments
            30 rank=30. | image=<arrow.gif> | title=Maps drawn by people who got lost | link=cairn.example
                points=241 points | by=wrongturn | date=20 hours ago | hide=hide | comments=29 comments
        "#]],
    );
}

#[test]
fn property_ads_some_promoted() {
    check(
        "property-list",
        25,
        expect![[r#"
            25 records, nodes in each: 1
            1 Promoted=Promoted | image=<photos/1.jpg> | price=£485,000 | title=14 Tanner Street, Stennock
                kind=Cottage for sale | beds=4 beds | baths=2 baths | blurb=Set back from the road behind a be…
                Marketed by=Brickfield Estates | phone=01632 960107
            2 image=<photos/2.jpg> | price=£212,500 | title=27 Cobbler's Yard, Upper Marle
                kind=Ground floor flat for sale | beds=5 beds | baths=1 bath
                blurb=An unusual chance to live above th… | Marketed by=Penhallow Lettings | phone=01632 960114
            25 image=<photos/25.jpg> | price=£342,000 | title=56 Saltmarsh Road, Pellbridge
                kind=Cottage for sale | beds=4 beds | baths=2 baths | blurb=In need of modernisation, and pric…
                Marketed by=Brickfield Estates | phone=01632 960275
            also 4: Quayford (38)
        "#]],
    );
}

#[test]
fn a_business_directory() {
    check(
        "business-directory",
        30,
        expect![[r#"
            30 records, nodes in each: 1
            1 title=Abbott & Finch Upholstery | link=Furniture | link=Repairs | Tel=01632 960129
                text=18 Station Approach | text2=Wexcombe | text3=WX2 2BQ | Visit website=Visit website
            2 title=Acorn Day Nursery | link=Child care | Tel=01632 960158 | text=The Old Forge, Church Lane
                text2=Wexcombe | text3=WX3 3DP | Visit website=Visit website | note=Open school holidays
            30 title=Cygnet Swim School | link=Swimming | link=Classes | link=Children | Tel=01632 960970
                text=31 High Street | text2=Wexcombe | text3=WX3 4AH | note=Term time only
        "#]],
    );
}

#[test]
fn a_long_list_of_questions() {
    check(
        "question-list",
        96,
        expect![[r#"
            96 records, nodes in each: 1
            1 votes=-1 | answers=3 | views=21 | title=Error "unexpected end of input" wi…
                excerpt=It happens only every few hundred … | tag=testing | image=<a/11.png> | user name=Marisol
                user reputation=2,210 | date=asked 3 mins ago
            2 votes=2 | answers=0 | views=2 | title=Understanding an environment varia…
                excerpt=I read the manual twice. Could som… | tag=csv | tag=parsing | image=<a/6.png>
                user name=Amadou D | user reputation=58.3k | date=asked 5 mins ago
            96 votes=0 | answers=0 | views=40 | title=How do I test code that depends on…
                excerpt=I have a small program that works … | tag=python | tag=lists | tag=strings
                image=<a/0.png> | user name=mossgrove | user reputation=11 | date=asked 4 hours ago
            also 9: python × 20114
            also 4: Newest questions Ask question
        "#]],
    );
}

#[test]
fn terms_with_several_definitions() {
    check(
        "definition-list",
        12,
        expect![[r#"
            12 records, nodes in each: 2 or 3 or 4
            1 title=Ballast | text=Weight carried low in the hull so … | text=On a railway, the crushed stone th…
            2 title=Bight | text=A bend or loop in a rope, away fro…
            3 title=Capstan | text=A drum on a vertical axle, turned …
            4 title=Draught | text=How deep a vessel reaches below th… | text=A current of air, mostly unwelcome…
                text=In older cargo lists: a quantity o…
            5 title=Fathom | text=Six feet, or the reach of two outs…
            6 title=Freeboard | text=The height of the deck above the w…
            7 title=Gunwale | text=The upper edge of the side of a bo… | text=By extension, the strengthening st…
            8 title=Halyard | text=The rope that hoists a sail or a f…
            9 title=Lee | text=The side away from the wind.
            10 title=Oakum | text=Loose fibre picked from old rope, … | text=The work of picking it, once a com…
            11 title=Scupper | text=An opening in the side through whi…
            12 title=Windlass | text=A drum on a horizontal axle for ra…
            also 4: Contents |
        "#]],
    );
}

#[test]
fn results_without_elements_of_their_own() {
    check(
        "flat-text",
        10,
        expect![[r#"
            10 records, nodes in each: 3 or 5
            1 title=Keeping bees on a roof | text=A beginner's guide to the roof hiv…
                text2=www.cityhives.example/roof.html - …
            2 title=Green roofs: drainage tables | text=Tables of run-off for sedum and me…
                text2=www.sedum-institute.example/tables…
            3 title=Slater's supplies | text=Slates, hooks, copper nails. | text2=slater.example/ - 3k
            4 title=Who pays when a shared roof leaks? | text=The question comes up every winter…
                text2=www.terracelaw.example/faq/roof-le…
            5 title=Thatch FAQ | text=Frequently asked questions about s…
                text2=members.hearthnet.example/~thatche…
            6 title=Photographs of tin roofs | text=Forty photographs of corrugated ir…
                text2=www.tinroof.example/gallery/ - 58k
            7 title=Building regulations, part 7: roof… | text=Snow loads and wind loads for low …
                text2=regs.public.example/part7.pdf - 31…
            8 title=My attic diary | text=Week 19: we have found the reason …
                text2=www.attic-diary.example/week19.htm…
            9 title=The Roof Garden Club | text=Meetings on the first Tuesday of t…
                text2=www.rgclub.example/ - 6k
            10 title=Chimney and roof ladders for hire | text=Aluminium ladders with hooks, by t…
                text2=www.ladderhire.example/roof.asp?id…
            also 3: Hobnail roof Search Web Images Gro…
        "#]],
    );
}

#[test]
fn rows_of_a_data_table() {
    check(
        "table-rows",
        14,
        expect![[r#"
            14 records, nodes in each: 1
            1 Ship=Alcyone | Type=Sailing barge | Built=1896 | Tons=84 | Home port=Quayford | Fate=Preserved
            2 Ship=Brightling | Type=Tug | Built=1931 | Tons=112 | Home port=Stennock | Fate=Scrapped 1968
            14 Ship=Noss Head | Type=Tug | Built=1953 | Tons=168 | Home port=Marle Roads | Fate=Scrapped 1979
            also 3: Hallow Coast Ship Register Members
        "#]],
    );
}

#[test]
fn cells_of_a_layout_table() {
    check(
        "table-two-columns",
        13,
        expect![[r#"
            13 records, nodes in each: 1
            1 image=Oak breadboard | title=Oak breadboard | text=No. AB-101 | price=€ 24.00
            2 image=Linen tea towel | title=Linen tea towel | text=No. LT-7 | price=€ 6.50
            13 image=Rye basket | title=Rye basket | text=No. RB-5 | price=€ 17.00
            also 4: The Larder Shop
        "#]],
    );
}

#[test]
fn lists_within_records() {
    check(
        "nested-lists",
        8,
        expect![[r#"
            8 records, nodes in each: 1
            1 title=Basket weaving for the patient | text=Thursdays, 19:00 | Please bring=Willow, soaked
                Please bring=A sharp knife | Please bring=Lunch
            2 title=Bread: the long way | text=Saturdays, 9:00 | Please bring=Apron
                Please bring=A jar for the starter
            3 title=Reading old handwriting | text=Mondays, 18:30 | Please bring=Magnifying glass
                Please bring=Pencil (no ink, please) | Please bring=A letter of your own, if you like
                Please bring=Patience | Fully booked=Fully booked
            4 title=Bicycle repair | text=Wednesdays, 20:00 | Please bring=Your bicycle
            5 title=First aid for walkers | text=One weekend in May | Please bring=Boots
                Please bring=Waterproof jacket | Please bring=Blanket
            6 title=Choir without notes | text=Tuesdays, 19:30 | Please bring=Nothing at all | Please bring=Water
            7 title=Lino printing | text=Fridays, 17:00 | Please bring=Old shirt
                Please bring=Two lino plates, A5 | Please bring=Paper | Fully booked=Fully booked
            8 title=Beekeeping, second year | text=Sundays, 14:00 | Please bring=Veil | Please bring=Gloves
                Please bring=Notes from the first year | Please bring=A hive, or a share in one
                Please bring=Sugar
        "#]],
    );
}

#[test]
fn a_list_cut_by_advertisements() {
    check(
        "interleaved-ads",
        10,
        expect![[r#"
            10 records, nodes in each: 1
            1 link=Coast | title=What the tide left on Tuesday | link2=A kettle, two oars and a letter in…
                link3=Mira Quint | min read=4 min read | image=<p/1.webp>
            2 link=Railways | title=The last signal box | link2=For ninety years somebody sat here…
                link3=Oskar Lind | min read=11 min read | image=<p/2.webp>
            3 link=Kitchen | title=Soup for forty | link2=It takes longer to chop than to co… | link3=Ines Corvo
                min read=3 min read
            4 link=City | title=A map of smells | link2=We walked every street of the old … | link3=Jun Tal
                min read=7 min read | image=<p/4.webp>
            5 link=Law | title=Who owns the wind? | link2=A village, a hill, three turbines … | link3=Hana Dole
                min read=15 min read | image=<p/5.webp>
            6 link=Crafts | title=Darning, an argument | link2=A visible repair is a small act of…
                link3=Mira Quint | min read=5 min read | image=<p/6.webp>
            7 link=City | title=Minutes of the swan committee | link2=Item four was adjourned after the …
                link3=T. Abelard | min read=6 min read | image=<p/7.webp>
            8 link=Garden | title=Cold frames and hot beds | link2=Manure is the oldest heating syste…
                link3=Ines Corvo | min read=4 min read | image=<p/8.webp>
            9 link=Science | title=Letters to a weather station | link2=Since 1974 one man has written to …
                link3=Oskar Lind | min read=9 min read | image=<p/9.webp>
            10 link=Games | title=How to lose at chess politely | link2=Begin early. | link3=Jun Tal
                min read=2 min read
        "#]],
    );
}

#[test]
fn records_under_headings() {
    check(
        "sections",
        12,
        expect![[r#"
            12 records, nodes in each: 1
            1 title=Ridge and reservoir | date=Sat 6 June | text=Meet at the bus turning circle. El…
                Book a place=Book a place
            2 title=Seven bridges | date=Sun 14 June | text=An easy stroll along the canal, wi…
            3 title=Dawn chorus | date=Sat 20 June | text=Bring a torch. Finished in time fo…
            4 title=Boundary stones | date=Sun 28 June | text=Nine miles. | Book a place=Book a place
            5 title=What the mill owners wrote | date=Tue 9 June | text=A reading from letters found behin…
            6 title=Bats: a correction | date=Tue 16 June | text=Everything you have been told abou…
            7 title=The flood of 1912 in photographs | date=Thu 25 June | text=With slides, and with Mrs Penhale'…
                Book a place=Book a place
            8 title=Hedge laying | date=Sun 7 June | text=Tools provided; wear old clothes a…
            9 title=Clearing the pond | date=Sat 13 June | text=Boots. The newts come first.
            10 title=Painting the hut | date=Sat 27 June | text=Two coats. | Book a place=Book a place
            11 title=Footpath survey | date=Sun 28 June | text=Pairs walk three miles each and fi…
            12 title=Seed sorting | date=Tue 30 June | text=Indoors, with tea.
        "#]],
    );
}

#[test]
fn a_single_result() {
    check(
        "single-result",
        1,
        expect![[r#"
            1 records, nodes in each: 1
            1 image=<t/8812.jpg> | title=Keeper reading the tide gauge on t…
                text=Photograph, glass plate · 1908 · R… | text2=A man in oilskins leans over the r…
                text3=Part of Building of the north mole
            also 2: Type Photographs (1) Maps (0) Lett…
            also 2: Photographs (1) Maps (0) Letters (…
            also 3: 1800–1850 (0)
            also 4: Harbour Archive
            also 3: Harbour Archive Browse Visit us He…
        "#]],
    );
}

#[test]
fn pairs_of_paragraph_and_quotation() {
    check(
        "numbered-results",
        8,
        expect![[r#"
            8 records, nodes in each: 2
            1 title=Report on the condition of the sea… | text=The wall was inspected on four occ…
                date=Engineer's office, 1926
            2 title=Letter from the parish council | text=The council begs to remind the eng… | date=1926
            3 title=Reply to the parish council | date=The engineer has read it.
            4 title=Estimate for repairs | text=For lime, stone, timber and the wa… | date=1927
            5 title=Minutes of the harbour board | text=Carried by five votes to four, wit… | date=14 May 1927
            6 title=Diary of a mason | text=Rain. Rain. Wind from the east, an… | date=1927–28
            7 title=Opening of the new sea wall | text=The band played and a goat was pre…
                date=Pellbridge Echo, 1928
            8 title=Report on the condition of the new… | text=Satisfactory. | date=1929
        "#]],
    );
}

#[test]
fn chinese_news() {
    check(
        "chinese-list",
        12,
        expect![[r#"
            12 records, nodes in each: 1
            1 title=老城区步行街今日重新开放 | text=历时八个月的改造工程结束,商户陆续恢复营业,首日客流超过三万人次。 | date=2009-04-18 09:20 | text2=本报记者 林小舟
                link=评论(126)
            2 title=图书馆延长夜间开放时间 | text=自下月起,市图书馆每周五、周六开放至晚上十一点。 | date=2009-04-18 08:45 | text2=本报记者 何青
                link=评论(58)
            3 title=渔港清淤工程提前完成 | text=工程比原计划提前二十天完工,大型渔船可以全天候进出港口。 | date=2009-04-17 21:10 | text2=通讯员 陈海
                link=评论(17)
            4 title=周末有小到中雨 出门请带伞 | text=气象台预计,受冷空气影响,周六夜间至周日有小到中雨,最低气温九度。 | date=2009-04-17 18:02 | link=评论(203)
            5 title=三所小学试点下午四点半课堂 | text=课堂内容包括书法、围棋、足球和手工,家长自愿报名,不收取任何费用。 | date=2009-04-17 16:33
                text2=本报记者 林小舟 | link=评论(342)
            6 title=公交七路延伸至新车站 | text=沿线增加五个站点。 | date=2009-04-17 15:00 | text2=通讯员 马立 | link=评论(41)
            7 title=茶叶博览会下周开幕 | text=来自十二个产区的二百多家茶企参展,现场设有免费品茶区。 | date=2009-04-17 11:26 | text2=本报记者 何青
                link=评论(29)
            8 title=古桥修缮方案公开征求意见 | text=方案提出保留原有石板,对桥墩进行加固,市民可在网上或现场提出意见。 | date=2009-04-17 10:08 | text2=本报记者 陈海
                link=评论(75)
            9 title=高校科研团队研制出可降解渔网 | text=新材料在海水中约两年即可分解,强度与传统尼龙网相当。 | date=2009-04-16 22:41 | link=评论(164)
            10 title=夜市摊位统一编号管理 | text=每个摊位都有编号和投诉电话,顾客可以扫码评价。 | date=2009-04-16 19:15 | text2=通讯员 马立
                link=评论(88)
            11 title=青年足球队晋级省赛四强 | text=队长终场前两分钟打入制胜一球。 | date=2009-04-16 17:50 | text2=体育记者 高远 | link=评论(312)
            12 title=老照片征集活动收到千余件作品 | text=最早的一张拍摄于一九二三年,画面上是刚刚通车的火车站。 | date=2009-04-16 14:27 | text2=本报记者 林小舟
                link=评论(96)
            also 3: 老城区步行街今日重新开放 历时八个月的改造工程结束,商户陆续恢复营业…
        "#]],
    );
}

#[test]
fn images_with_hidden_copies() {
    check(
        "hidden-and-images",
        12,
        expect![[r#"
            12 records, nodes in each: 1
            1 image=Low water, January | title=Low water, January
            2 image=The net loft | title=The net loft
            3 image=Two brothers | title=Two brothers
            4 image=Steam | title=Steam
            5 image=Gulls over the fish market, six in… | title=Gulls over the fish market, six in…
            6 image=Rope store | title=Rope store
            7 image=Unloading ice | title=Unloading ice
            8 image=Evening, north mole | title=Evening, north mole
            9 image=A boat named after an aunt | title=A boat named after an aunt
            10 image=Fog signal | title=Fog signal
            11 image=Painted hull, detail | title=Painted hull, detail
            12 image=The harbour master's dog | title=The harbour master's dog
        "#]],
    );
}
