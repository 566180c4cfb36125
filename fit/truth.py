"""The truth about the corpora, as their own scorers read it, one JSON object a line: what `fit` compares with.

python3 truth.py TASK FOLDER_OF_SCORERS FOLDER_OF_CORPORA
"""
import json
import sys
from pathlib import Path


EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "lists"


def tell(corpus, site, file, lists):
    print(json.dumps({"corpus": corpus, "site": site, "file": str(file), "lists": lists}, ensure_ascii=False))


def a_list(name, rule, readings, is_main=True):
    return {"name": name, "is_main": is_main, "rule": rule, "readings": readings}


def records(corpora):
    """Lists: of the records corpus by nodes, of both fields corpora by rows, of modern pages by texts or nodes. The
    bundled examples have shapes that no corpus has, and pages about one article or product have no list."""
    import fields
    import lists_modern
    import records as marked
    from common import Page, read_html

    for subset, file, xpath, seen in marked.gold_pages(corpora / "records"):
        page = Page(read_html(file))
        nodes = [page.path[node] for node in page.root.getroottree().xpath(xpath)]
        nodes = [path for path in nodes if page.leaves_below([path])[0]]
        if nodes and (seen is None or seen == len(marked.gold_records(page, xpath))):
            tell("records", "/".join(file.relative_to(corpora / "records" / subset).parts[:-1]) or file.name, file,
                 [a_list("main", "nodes", [nodes])])
    for corpus in ("fields", "fields-more"):
        for _, file, rows in fields.gold_pages(corpora / corpus):
            text = fields.page_key(file)
            cells = [fields.key(c) for row in rows for c in row if fields.key(c)]
            if 2 * sum(c in text for c in cells) >= len(cells):
                tell(corpus, file.relative_to(corpora / corpus).parts[1], file,
                     [a_list("main", "rows", [[" ".join(row) for row in rows]])])
    folder = corpora / "lists-modern"
    for name, entry in sorted(json.loads((folder / "gold.json").read_text("utf-8")).items()):
        file = folder / entry["set"] / f"{name}.html"
        if entry["set"] == "recipes":
            tell("recipes", name, file, [a_list(kind, "items", [entry[kind]], is_main=False)
                                         for kind in ("ingredients", "steps") if kind in entry])
        elif "names" in entry:
            tell("declared", entry["domain"], file, [a_list("main", "names", [entry["names"]])])
        else:
            paths = entry["records"]
            tell("declared", entry["domain"], file,
                 [a_list("main", "nodes", [[paths[i] for i in some] for some in lists_modern.readings(paths)])])
    for name, paths in json.loads((EXAMPLES / "records.json").read_text("utf-8")).items():
        tell("examples", name, EXAMPLES / name, [a_list("main", "nodes", [paths])])
    for kind in ("articles", "products"):
        for site, told in json.loads((corpora / "today" / kind / "truth.json").read_text("utf-8")).items():
            for name, page in told["pages"].items():
                if "role" not in page:
                    tell(kind, site, corpora / "today" / kind / site / name, [])


def segments(corpora):
    """Pages with their texts and the elements that people marked as blocks."""
    import segments as marked
    from common import Page, read_html

    for corpus in ("segments", "segments-popular"):
        for file in sorted((corpora / corpus).rglob("index.blocks.html")):
            page = Page(read_html(file), visible_only=True)
            if not marked.gold_boundaries(page, {"1", "2"}):
                continue
            texts = [path for path, (start, end) in page.span.items() if end > start and "/text()[" in path]
            blocks = [path for element, path in page.path.items()
                      if {"1", "2"} & set((element.get("data-block") or "").split())]
            print(json.dumps({"corpus": corpus, "site": file.relative_to(corpora / corpus).parts[0],
                              "file": str(file), "texts": texts, "blocks": blocks}))


def tell_values(site, page, role="page", file=None, vocabulary=None):
    print(json.dumps({"corpus": site.vertical, "site": site.name, "file": str(file or page), "role": role,
                      "values": site.gold(page), "vocabulary": vocabulary}, ensure_ascii=False))


def values(corpora):
    """Pages that tell of one thing each: their values, and the ontology that asks for them."""
    from wrappers_common import swde_sites

    ontologies = Path(sys.path[0]).parent / "ontologies"
    for site in swde_sites(corpora):
        of_site = ontologies / site.vertical
        for page in site.pages:
            tell_values(site, page, vocabulary={"ontology": f"{of_site}.ttl", "names": f"{of_site}.csv"})


def redesigned_pages(corpora):
    """The same for healing: the page that is taught and the two that are given with it, and six others in all redesigns,
    which are written beside the corpora. The seed is not that of the scorers, so that other pages are redesigned, and
    in other ways."""
    import random

    from redesigns import REDESIGNS, labels, parse, redesigned, serialise
    from wrappers_common import lesson, swde_sites

    for site in swde_sites(corpora):
        page, _, more = lesson(site)
        others = [p for p in site.pages if p != page and p not in more]
        random.Random(f"fit {site.key}").shuffle(others)
        trees = {p: parse(p.read_bytes()) for p in [page, *more, *others[:6]]}
        known = labels(list(trees.values()))
        pages = [("old", p, trees[p]) for p in [page, *more]]
        pages += [(kind, p, redesigned(trees[p], kind, f"fit {site.key}", known))
                  for kind in REDESIGNS for p in others[:6]]
        for role, p, tree in pages:
            if tree is not None:
                file = corpora.parent / "redesigned" / site.vertical / site.name / role / p.name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(serialise(tree))
                tell_values(site, p, role, file)


def tables(corpora):
    """Tables without markup, as HTML: cells that are headers have `data-header`, tables that are judged `data-judged`."""
    import lxml.html
    import tables as marked
    from common import Page, read_html

    def tell_page(corpus, site, html):
        print(json.dumps({"corpus": corpus, "site": site, "html": html}, ensure_ascii=False))

    for file in sorted((corpora / "tables-zh").glob("*.json")):
        for table in json.loads(file.read_text("utf-8")):
            html, places = marked.render(table)
            headers = set(table["column_attribute"]) | set(table["row_attribute"])
            first, *cells = html.replace("<table>", "<table data-judged>").split("<td")
            order = sorted(places, key=places.get)
            marks = [" data-header" if cell in headers else "" for cell in order]
            tell_page("tables-zh", table["table_id"], first + "".join("<td" + m + c for m, c in zip(marks, cells)))
    for file in sorted((corpora / "tables-wiki").glob("*.html")):
        root = Page(read_html(file)).root
        for table in root.iter("table"):
            if marked.kind_of(table) in marked.DATA and table.find(".//th") is not None:
                table.set("data-judged", "")
        for cell in list(root.iter("th")):
            cell.tag = "td"
            cell.set("data-header", "")
        tell_page("tables-wiki", file.stem, "<!doctype html>" + lxml.html.tostring(root, encoding="unicode"))


if __name__ == "__main__":
    task, scorers, corpora = sys.argv[1:]
    sys.path.insert(0, scorers)
    tasks = {"records": records, "segments": segments, "tables": tables, "mapping": values, "healing": redesigned_pages}
    tasks[task](Path(corpora))
