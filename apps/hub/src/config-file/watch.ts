import { unwatchFile, watchFile } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { readFileIfExists } from "../files/atomic-file.ts";

/**
 * Calls `onText` with the text of a file (undefined while there is none) now and after each change: one call at a time,
 * always with the newest text, and not while the file is still being written.
 *
 * The file is polled with stat, because the store writes into the same folder a hundred times a second and mounted
 * folders send no events. Polling also covers editors that replace the file and folders that are created later.
 */
export async function watchText(
  path: string,
  options: {
    intervalMs?: number;
    /** `again`: the text could not be used, or not all of it, so it is passed once more after the interval. */
    onText: (text: string | undefined) => Promise<"done" | "again">;
    /** The file exists but cannot be read. */
    onTrouble: (code: string) => void;
  },
): Promise<{ close(): Promise<void> }> {
  const { intervalMs = 1000 } = options;
  const closing = new AbortController();
  let passedText: string | undefined;
  let trouble: string | undefined;
  let isStale = true;
  let passing: Promise<void> | undefined;

  async function passChanges(): Promise<void> {
    while (isStale && !closing.signal.aborted) {
      isStale = false;
      if ((await passText()) === "done") continue;
      isStale = true;
      await waitUnlessClosed(intervalMs);
    }
  }

  let isFirst = true;
  let isDue = true;
  async function passText(): Promise<"done" | "again"> {
    const result = await readSettled();
    if ("code" in result) {
      if (trouble !== result.code) options.onTrouble(result.code);
      trouble = result.code;
      return "done";
    }
    if (!isDue && trouble === undefined && result.text === passedText) return "done";
    isFirst = false;
    trouble = undefined;
    passedText = result.text;
    const outcome = await options.onText(result.text);
    isDue = outcome === "again";
    return outcome;
  }

  /** Waits until the text stays the same for a moment, because some editors empty a file before they fill it. */
  async function readSettled(): Promise<{ text: string | undefined } | { code: string }> {
    try {
      let text = await readFileIfExists(path);
      while (!isFirst && !closing.signal.aborted) {
        await waitUnlessClosed(settleIntervalMs);
        const nextText = await readFileIfExists(path);
        if (nextText === text) break;
        text = nextText;
      }
      return { text };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "unknown";
      // A part of the path is a file, so nothing can be below it.
      return code === "ENOTDIR" ? { text: undefined } : { code };
    }
  }

  async function waitUnlessClosed(ms: number): Promise<void> {
    const { signal } = closing;
    // Rejects only when the watch is closed, and callers check for that.
    await wait(ms, undefined, { signal }).catch(() => {});
  }

  function handleChange(): void {
    isStale = true;
    passing ??= passChanges().finally(() => {
      passing = undefined;
    });
  }

  watchFile(path, { interval: intervalMs, persistent: false }, handleChange);
  isStale = false;
  await passText();
  // A second look, in case the text could not be used, or the file changed while the watch was set up.
  handleChange();
  return {
    async close() {
      closing.abort();
      unwatchFile(path, handleChange);
      await passing;
    },
  };
}

const settleIntervalMs = 150;
