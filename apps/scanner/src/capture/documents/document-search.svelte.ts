import type { KeptDocument } from "./document.ts";
import { documents } from "./documents.svelte.ts";
import {
  createSearch,
  type Found,
  type SearchedDocument,
  type SearchedPage,
  toSearchedPage,
} from "./search-documents.ts";

/** How long a search works before the page can respond to other events, in milliseconds. */
const timeSlice = 10;

/**
 * The search in the kept documents. The texts of a document are loaded when it is searched first,
 * and stay in memory while the app is open.
 */
function createDocumentSearch() {
  const pagesByText = new Map<string, Omit<SearchedPage, "number">>();
  let found = $state.raw<ReadonlyMap<string, Found>>(new Map());
  let isSearching = $state(false);
  let running = 0;

  const load = async (document: KeptDocument): Promise<SearchedDocument> => {
    const textIds = document.pages.flatMap(({ textId }) => textId ?? []);
    if (textIds.some((id) => !pagesByText.has(id))) {
      for (const [id, text] of await documents.readPlainTexts(document)) {
        pagesByText.set(id, toSearchedPage(0, text));
      }
    }
    const pages = document.pages.flatMap(({ textId }, index) => {
      const page = textId === undefined ? undefined : pagesByText.get(textId);
      return page ? [{ ...page, number: index + 1 }] : [];
    });
    return { title: document.title, pages };
  };

  return {
    /** The documents that were found so far, by their ids. */
    get found() {
      return found;
    },
    get isSearching() {
      return isSearching;
    },
    /** Searches documents one after another. Ends the search before. */
    async run(query: string, list: readonly KeptDocument[]) {
      const number = ++running;
      const search = createSearch(query);
      isSearching = search !== undefined;
      if (!search) return;
      // The results of the search before stay until this one has some.
      let before: ReadonlyMap<string, Found> = new Map();
      let pending = new Map<string, Found>();
      let started = performance.now();
      const show = () => {
        before = new Map([...before, ...pending]);
        found = before;
        pending = new Map();
      };
      for (const document of list) {
        // A document whose texts cannot be read is searched by its title.
        const searched = await load(document).catch(() => ({ title: document.title, pages: [] }));
        if (number !== running) return;
        const place = search(searched);
        if (place) pending.set(document.id, place);
        if (performance.now() - started < timeSlice) continue;
        show();
        await new Promise((resolve) => setTimeout(resolve));
        if (number !== running) return;
        started = performance.now();
      }
      show();
      isSearching = false;
    },
  };
}

/** The search of the app. */
export const documentSearch = createDocumentSearch();
