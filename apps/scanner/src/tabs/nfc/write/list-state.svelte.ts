import type { ListReading } from "../../../writing/list/read-list.ts";
import type { Run } from "../../../writing/list/run.ts";

/** The list that is written; it stays while other screens are shown. */
class ListState {
  text = $state("");
  reading = $state.raw<ListReading | undefined>();
  run = $state.raw<Run | undefined>();
  lock = $state(false);

  clear(): void {
    this.text = "";
    this.reading = undefined;
    this.run = undefined;
    this.lock = false;
  }
}

export const listState = new ListState();
