import type { Failure } from "../../api.ts";
import { loadPreview, type Preview, type PreviewInput } from "./preview.ts";

const debounceMs = 350;

/**
 * Opens the preview of a draft that keeps changing. `data` is the last loaded preview until the
 * preview of the newest draft is loaded. Call `close` when done.
 */
export function openPreview() {
  let data: Preview | undefined = $state.raw();
  let failure: Failure | undefined = $state.raw();
  let busy = $state(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller = new AbortController();
  // Not reactive: the effect that shows a draft must not run again when its preview arrives.
  let isFirst = true;

  async function load(draft: PreviewInput): Promise<void> {
    controller = new AbortController();
    const { signal } = controller;
    const result = await loadPreview(draft, signal);
    if (signal.aborted) return;
    busy = false;
    failure = result.ok ? undefined : result;
    if (result.ok) data = result.data;
  }

  return {
    get data() {
      return data;
    },
    /** The failure of the last request for a preview, or undefined. */
    get failure() {
      return failure;
    },
    get busy() {
      return busy;
    },
    /** Loads the preview of the first draft immediately, and of others when typing pauses. */
    show(draft: PreviewInput) {
      clearTimeout(timer);
      controller.abort();
      busy = true;
      timer = setTimeout(() => void load(draft), isFirst ? 0 : debounceMs);
      isFirst = false;
    },
    close() {
      clearTimeout(timer);
      controller.abort();
    },
  };
}

export type OpenPreview = ReturnType<typeof openPreview>;
