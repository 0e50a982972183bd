import type { Hit } from "./engine.ts";
import type { Part } from "./snippet.ts";

export type ResultList = {
  show(hits: readonly Hit[]): void;
  /** Selects the next or previous result and wraps around. */
  move(by: 1 | -1): void;
  /** Opens the selected result, otherwise the first. */
  go(): void;
};

/** The listbox of a combobox (WAI-ARIA): the focus stays in the field, which names the selected result. */
export function createResultList(list: HTMLElement, field: HTMLElement): ResultList {
  let options: HTMLAnchorElement[] = [];
  let chosen = -1;

  function choose(index: number): void {
    options[chosen]?.setAttribute("aria-selected", "false");
    chosen = index;
    const option = options[chosen];
    if (!option) {
      field.removeAttribute("aria-activedescendant");
      return;
    }
    option.setAttribute("aria-selected", "true");
    field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  return {
    show(hits) {
      choose(-1);
      options = hits.map(toOption);
      list.replaceChildren(...options);
      list.hidden = options.length === 0;
      list.scrollTop = 0;
      field.setAttribute("aria-expanded", String(options.length > 0));
    },
    move(by) {
      if (options.length === 0) return;
      const next = chosen < 0 ? (by > 0 ? 0 : options.length - 1) : chosen + by;
      choose((next + options.length) % options.length);
    },
    go() {
      (options[chosen] ?? options[0])?.click();
    },
  };
}

function toOption(hit: Hit, index: number): HTMLAnchorElement {
  const option = document.createElement("a");
  option.id = `search-result-${index}`;
  option.href = hit.url;
  option.tabIndex = -1;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", "false");
  option.append(
    line("what", hit.heading ?? hit.title),
    line("where", toPlace(hit)),
    line("said", hit.snippet),
  );
  return option;
}

/** Returns the section and, if the hit is a heading, the title of its page. */
function toPlace({ section, heading, title }: Hit): Part[] {
  const start = section === undefined ? [] : [{ text: section, hit: false }];
  if (!heading) return start;
  return start.length === 0 ? title : [...start, { text: " › ", hit: false }, ...title];
}

function line(name: string, parts: readonly Part[]): HTMLElement {
  const element = document.createElement("span");
  element.className = name;
  for (const { text, hit } of parts) {
    const piece = hit ? document.createElement("mark") : document.createTextNode("");
    piece.textContent = text;
    element.append(piece);
  }
  return element;
}
