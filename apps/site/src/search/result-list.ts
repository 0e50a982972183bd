import type { Hit } from "./engine.ts";
import type { SnippetPart } from "./snippet.ts";

type ResultList = {
  show(hits: readonly Hit[]): void;
  /** Selects the next or previous result and wraps around. */
  move(step: 1 | -1): void;
  /** Opens the selected result, otherwise the first. */
  openSelected(): void;
};

/**
 * Creates the listbox of a combobox (WAI-ARIA): the focus stays in the field, whose attribute
 * `aria-activedescendant` names the selected result.
 */
export function createResultList(list: HTMLElement, field: HTMLElement): ResultList {
  let options: HTMLAnchorElement[] = [];
  let selectedIndex = -1;

  function select(index: number): void {
    options[selectedIndex]?.setAttribute("aria-selected", "false");
    selectedIndex = index;
    const option = options[selectedIndex];
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
      select(-1);
      options = hits.map(toOption);
      list.replaceChildren(...options);
      list.hidden = options.length === 0;
      list.scrollTop = 0;
      field.setAttribute("aria-expanded", String(options.length > 0));
    },
    move(step) {
      if (options.length === 0) return;
      if (selectedIndex < 0) return select(step > 0 ? 0 : options.length - 1);
      select((selectedIndex + step + options.length) % options.length);
    },
    openSelected() {
      (options[selectedIndex] ?? options[0])?.click();
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
    createLine("what", hit.heading ?? hit.title),
    createLine("where", toLocation(hit)),
    createLine("said", hit.snippet),
  );
  return option;
}

/** Returns the section and, if the hit is a heading, the title of its page. */
function toLocation({ section, heading, title }: Hit): SnippetPart[] {
  const sectionParts = section === undefined ? [] : [{ text: section, isHit: false }];
  if (!heading) return sectionParts;
  return sectionParts.length === 0
    ? title
    : [...sectionParts, { text: " › ", isHit: false }, ...title];
}

function createLine(className: string, parts: readonly SnippetPart[]): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  for (const { text, isHit } of parts) {
    const node = isHit ? document.createElement("mark") : document.createTextNode("");
    node.textContent = text;
    element.append(node);
  }
  return element;
}
