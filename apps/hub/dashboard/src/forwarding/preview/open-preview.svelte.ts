import type { Failure } from "../../api.ts";
import { type Draft, type Preview, preview } from "./preview.ts";

const restMs = 350;

/** The preview of a draft that keeps changing: the newest draft wins, and what is shown stays until its answer is there. */
export function openPreview() {
  let data: Preview | undefined = $state.raw();
  let failure: Failure | undefined = $state.raw();
  let busy = $state(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = new AbortController();
  // No state: an effect that shows a draft must not run again because its preview came.
  let first = true;

  async function ask(draft: Draft): Promise<void> {
    stop = new AbortController();
    const { signal } = stop;
    const answer = await preview(draft, signal);
    if (signal.aborted) return;
    busy = false;
    failure = answer.ok ? undefined : answer;
    if (answer.ok) data = answer.data;
  }

  return {
    get data() {
      return data;
    },
    /** Why there is none: what the hub said of the draft. */
    get failure() {
      return failure;
    },
    get busy() {
      return busy;
    },
    /** Asks for this draft once the typing rests, for the first one at once. */
    show(draft: Draft) {
      clearTimeout(timer);
      stop.abort();
      busy = true;
      timer = setTimeout(() => void ask(draft), first ? 0 : restMs);
      first = false;
    },
    close() {
      clearTimeout(timer);
      stop.abort();
    },
  };
}

export type OpenPreview = ReturnType<typeof openPreview>;
