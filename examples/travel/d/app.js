// Builds the page from its state.
(function () {
  var holder = document.getElementById("state");
  var state = holder ? JSON.parse(holder.textContent) : window.__STATE__;
  var page = state.page;

  function make(tag, name, children) {
    var element = document.createElement(tag);
    if (name) element.className = name;
    [].concat(children || []).forEach(function (child) {
      element.append(child);
    });
    return element;
  }

  function link(item) {
    if (!item.url) return make("strong", "", item.title || item.name);
    var anchor = make("a", "", item.title || item.name);
    anchor.href = item.url;
    return anchor;
  }

  function list(items) {
    return make("ul", "", items.map(function (item) {
      var entry = make("li", "", link(item));
      if (item.children) entry.append(list(item.children));
      return entry;
    }));
  }

  function labelled(label, value) {
    return label ? [make("b", "", label), value] : [value];
  }

  function card(item) {
    var entry = make("div", "entry", make("h3", "", link(item)));
    if (item.description) entry.append(make("p", "", item.description));
    Object.keys(item).forEach(function (key) {
      if (key === "name" || key === "url" || key === "description") return;
      var column = (page.columns || []).find(function (each) { return each.key === key; });
      entry.append(make("span", "", labelled(column && column.label, item[key])));
    });
    return entry;
  }

  function facts(all) {
    var pairs = Array.isArray(all) ? all : Object.keys(all).map(function (label) {
      return { label: label, value: all[label] };
    });
    return make("ul", "data", pairs.map(function (pair) {
      return make("li", "", labelled(pair.label, pair.value));
    }));
  }

  var body = make("div", "body");
  if (page.breadcrumb) {
    body.append(make("p", "crumbs", page.breadcrumb.flatMap(function (item) { return [link(item), " › "]; })));
  }
  body.append(make("h1", "", page.title));
  if (page.intro) body.append(make("p", "", page.intro));
  if (page.sections) body.append(list(page.sections));
  (page.items || []).forEach(function (item) { body.append(card(item)); });
  [page.previous, page.next].forEach(function (way) { if (way) body.append(link(way), " "); });
  (page.paragraphs || []).forEach(function (text) { body.append(make("p", "", text)); });
  if (page.record) {
    if (page.record.image) {
      var photo = make("img", "photo");
      photo.src = page.record.image;
      photo.alt = page.record.name;
      body.append(photo);
    }
    body.append(make("p", "", page.record.description));
    body.append(make("h2", "", page.record.facts_title), facts(page.record.facts));
    body.append(make("h4", "", page.record.alike_title), list(page.record.alike));
  }
  if (state.news) body.append(list(state.news));

  var extra = make("div", "extra", [
    make("h4", "", state.popular_title), list(state.popular),
    make("h4", "", state.sponsored_title), list(state.sponsored)
  ]);
  var root = document.getElementById("root");
  root.append(
    make("div", "bar", [link(state.site), make("div", "", state.slogan)]),
    make("div", "nav", list(state.menu)),
    make("div", "main", [body, extra]),
    make("div", "end", state.footer.map(link))
  );
})();
