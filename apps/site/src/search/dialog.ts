import { createLoader } from "./load-engine.ts";
import { createResultList } from "./result-list.ts";

/** The search dialog. `typedText` is the text that was typed while the dialog was loading. */
export type SearchDialog = { open(typedText?: string): void };

const markup = `
  <form method="dialog" role="search">
    <input id="search-question" type="search" role="combobox" aria-label="Search the site" aria-autocomplete="list"
      aria-controls="search-results" aria-expanded="false" placeholder="Search" autocomplete="off" autocapitalize="off"
      spellcheck="false" enterkeyhint="go" maxlength="200">
    <button type="submit" class="close">Close</button>
  </form>
  <p class="status" role="status"></p>
  <div id="search-results" class="results" role="listbox" aria-label="Results" hidden></div>
  <p class="keys"><kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> closes</p>`;

/** Creates the search dialog; one instance serves the whole visit of a page. */
export function createSearchDialog(indexUrl: string): SearchDialog {
  const dialog = document.createElement("dialog");
  dialog.className = "search";
  dialog.setAttribute("aria-label", "Search");
  dialog.innerHTML = markup;
  document.body.append(dialog);
  const field = dialog.querySelector<HTMLInputElement>("#search-question")!;
  const status = dialog.querySelector<HTMLElement>(".status")!;
  const results = createResultList(dialog.querySelector<HTMLElement>("#search-results")!, field);
  const load = createLoader(indexUrl);

  async function search(): Promise<void> {
    const query = field.value;
    if (query.trim() === "") {
      results.show([]);
      status.textContent = "";
      return;
    }
    try {
      const engine = await load();
      // The query has changed in the meantime.
      if (query !== field.value) return;
      const hits = engine.search(query);
      results.show(hits);
      status.textContent = describeResultCount(hits.length, query);
    } catch {
      results.show([]);
      status.textContent =
        "The search could not be loaded. Check the connection, then keep typing to try again.";
    }
  }

  field.addEventListener("input", search);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      results.move(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      results.openSelected();
    }
    // By default the first Escape only clears the field.
    if (event.key === "Escape") {
      event.preventDefault();
      dialog.close();
    }
  });
  dialog.addEventListener("click", (event) => {
    const { target } = event;
    const isOutside = target === dialog;
    const isResult = target instanceof Element && target.closest("a") !== null;
    // A result on the current page does not reload it. A result opened in another tab leaves the
    // dialog open.
    if (isOutside || (isResult && !event.ctrlKey && !event.metaKey && !event.shiftKey))
      dialog.close();
  });

  return {
    open(typedText = "") {
      if (dialog.open) return;
      dialog.showModal();
      field.focus();
      if (typedText !== "") field.value = typedText;
      else field.select();
      // Repeats the previous search; without one, loads the index in advance.
      if (field.value !== "") search();
      else load().catch(() => {});
    },
  };
}

function describeResultCount(count: number, query: string): string {
  if (count === 0) return `Nothing was found for “${query.trim()}”. Fewer or other words may help.`;
  return count === 1 ? "1 result" : `${count} results`;
}
