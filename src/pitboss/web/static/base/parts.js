// Pieces that several pages are put together from.
import text from "/text/base.js";
import { draw, make } from "./dom.js";

let count = 0;
export const freshId = (kind) => `${kind}-${(count += 1)}`;

// A question or a notice over the page. Resolves to the value of the button pressed, "" when
// dismissed.
export function dialog({
  title,
  body = [],
  actions = [{ label: text.close, value: "" }],
  wide = false,
  hides = false,
}) {
  const heading = freshId("dialog");
  const box = make(
    "dialog",
    {
      "aria-labelledby": heading,
      class: [wide ? "wide" : "", hides ? "hides" : ""].join(" ").trim() || null,
    },
    make("h2", { id: heading }, title),
    make("div", { class: "stack" }, body),
    make(
      "div",
      { class: "row end" },
      actions.map((action) =>
        make(
          "button",
          {
            class: action.kind ?? null,
            type: "button",
            "data-value": action.value,
            onclick: () => box.close(action.value),
          },
          action.label,
        ),
      ),
    ),
  );
  // Who types goes on by Enter, as in a form.
  box.addEventListener("keydown", (event) => {
    const main =
      event.key === "Enter" && event.target.matches("input:not([type=checkbox], [type=radio])")
        ? box.querySelector(".row.end button.main:not(:disabled)")
        : null;
    if (!main) return;
    event.preventDefault();
    main.click();
  });
  document.body.append(box);
  return new Promise((done) => {
    box.addEventListener("close", () => {
      box.remove();
      done(box.returnValue);
    });
    box.showModal();
  });
}

// Rows of cells; a cell is text, an element, or {num: text} for a figure. Scrolls in its own
// region.
export function tableOf(headings, rows, { caption, rowHeads = true } = {}) {
  const figure = (cell) => cell !== null && typeof cell === "object" && "num" in cell;
  const value = (cell) => (figure(cell) ? cell.num : cell);
  const numeric = headings.map((_, column) => rows.some((row) => figure(row[column])));
  const id = freshId("table");
  return make(
    "div",
    { class: "scroll", role: "region", tabindex: "0", "aria-labelledby": id },
    make(
      "table",
      {},
      make("caption", { id }, caption ?? ""),
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          headings.map((heading, column) =>
            make("th", { scope: "col", class: numeric[column] ? "num" : null }, heading),
          ),
        ),
      ),
      make(
        "tbody",
        {},
        rows.map((row) =>
          make(
            "tr",
            {},
            row.map((cell, column) =>
              column === 0 && rowHeads
                ? make("th", { scope: "row" }, value(cell))
                : make("td", { class: figure(cell) ? "num" : null }, value(cell)),
            ),
          ),
        ),
      ),
    ),
  );
}

export function field(label, input, { hint } = {}) {
  if (!input.id) input.id = freshId("field");
  const told = hint ? make("small", { id: `${input.id}-hint` }, hint) : null;
  if (told) input.setAttribute("aria-describedby", told.id);
  return make("div", { class: "field" }, make("label", { for: input.id }, label), input, told);
}

export const select = (options, chosen, attributes = {}) =>
  make(
    "select",
    attributes,
    options.map(([value, label]) => make("option", { value, selected: value === chosen }, label)),
  );

export const notice = (words, kind = "plain") =>
  make("p", { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "status" }, words);

// Tabs by the pattern assistive programs know: arrows move, the panel follows.
export function tabs(label, parts, { chosen = 0, onchange } = {}) {
  const base = freshId("tabs");
  const heads = parts.map((part, place) =>
    make(
      "button",
      {
        role: "tab",
        type: "button",
        id: `${base}-t${place}`,
        "aria-controls": `${base}-p${place}`,
      },
      part.label,
    ),
  );
  const panels = parts.map((part, place) =>
    make(
      "div",
      {
        role: "tabpanel",
        id: `${base}-p${place}`,
        "aria-labelledby": `${base}-t${place}`,
        tabindex: "0",
      },
      part.body,
    ),
  );
  const choose = (place, focus) => {
    heads.forEach((head, n) => {
      head.setAttribute("aria-selected", String(n === place));
      head.tabIndex = n === place ? 0 : -1;
    });
    panels.forEach((panel, n) => {
      panel.hidden = n !== place;
    });
    if (focus) heads[place].focus();
    onchange?.(place);
  };
  heads.forEach((head, place) => {
    head.addEventListener("click", () => choose(place));
    head.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) {
        choose((place + step + parts.length) % parts.length, true);
        event.preventDefault();
      }
    });
  });
  choose(chosen);
  return make(
    "div",
    { class: "tabs" },
    make("div", { role: "tablist", "aria-label": label }, heads),
    panels,
  );
}

function ticks(low, high, wanted = 5) {
  const span = high - low || 1;
  const unit = 10 ** Math.floor(Math.log10(span / wanted));
  const step = unit * ([1, 2, 5, 10].find((times) => span / (unit * times) <= wanted) ?? 10);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step)
    found.push(Math.abs(at) < step / 1e6 ? 0 : at);
  return found;
}

// Open where there is room for it, folded where there is not, also after the window has changed.
export function folding(attributes, least, ...inside) {
  const room = matchMedia(`(min-width: ${least}px)`);
  const box = make("details", { open: room.matches, ...attributes }, inside);
  room.addEventListener("change", () => {
    box.open = room.matches;
  });
  return box;
}

// A picture's own width: on a phone it is drawn narrower, so that its letters are as large as
// others.
export const plotWidth = (wide) => (innerWidth < 600 ? 360 : wide);

// A line chart: series [{name, points: [[x, y]…]}], the same in words for who cannot see it.
export function chart({
  series,
  label,
  xLabel = "",
  yLabel = "",
  format = String,
  formatX = String,
  width = plotWidth(640),
  height = 280,
  marks = [],
}) {
  const points = series.flatMap((one) => one.points).concat(marks.map((mark) => [mark.x, mark.y]));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, low, high] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(0, ...ys),
    Math.max(0, ...ys),
  ];
  const px = (x) => 64 + ((x - left) / (right - left || 1)) * (width - 80);
  const py = (y) => height - 40 - ((y - low) / (high - low || 1)) * (height - 72);
  const picture = draw("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "chart",
    role: "img",
    "aria-label": label,
  });
  for (const y of ticks(low, high)) {
    picture.append(
      draw("line", {
        class: y === 0 ? "axis" : "grid",
        x1: 64,
        x2: width - 16,
        y1: py(y),
        y2: py(y),
      }),
      draw("text", { x: 58, y: py(y) + 4, class: "end" }, format(y)),
    );
  }
  for (const x of ticks(left, right, width < 500 ? 3 : 6))
    picture.append(
      draw(
        "text",
        {
          x: Math.min(px(x), width - 2),
          y: height - 20,
          class: px(x) > width - 28 ? "end" : "middle",
        },
        formatX(x),
      ),
    );
  picture.append(
    draw("text", { x: (width + 48) / 2, y: height - 4, class: "middle title" }, xLabel),
    draw("text", { x: 8, y: 14, class: "title" }, yLabel),
  );
  series.forEach((one, place) => {
    picture.append(
      draw("polyline", {
        class: `line line-${place + 1}`,
        points: one.points.map(([x, y]) => `${px(x)},${py(y)}`).join(" "),
      }),
    );
  });
  for (const mark of marks) {
    picture.append(
      draw("circle", { class: "mark", cx: px(mark.x), cy: py(mark.y), r: 5 }),
      draw(
        "text",
        {
          x: px(mark.x) + (px(mark.x) > width * 0.7 ? -8 : 8),
          y: py(mark.y) - 8,
          class: px(mark.x) > width * 0.7 ? "end" : null,
        },
        mark.label,
      ),
    );
  }
  const legend = make(
    "ul",
    { class: "legend" },
    series.map((one, place) =>
      make(
        "li",
        { class: `line-${place + 1}` },
        text.chartValue(one.name, one.points.length ? format(one.points.at(-1)[1]) : "–"),
      ),
    ),
  );
  return make("figure", { class: "plot" }, picture, legend);
}
