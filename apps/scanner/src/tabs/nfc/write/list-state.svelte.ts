import { askBeforeLeavingPage } from "../../../kept-draft.svelte.ts";
import type { ListResult } from "../../../writing/list/parse-list.ts";
import type { Run } from "../../../writing/list/run.ts";

/** The list to write and its progress, which are kept while other screens are shown. */
class ListState {
  text = $state("");
  result = $state.raw<ListResult | undefined>();
  run = $state.raw<Run | undefined>();
  lock = $state(false);

  clear(): void {
    this.text = "";
    this.result = undefined;
    this.run = undefined;
    this.lock = false;
  }
}

export const listState = new ListState();

// A list may hold passwords of Wi-Fi networks, so it is not stored.
askBeforeLeavingPage(() => listState.text.trim() !== "");
