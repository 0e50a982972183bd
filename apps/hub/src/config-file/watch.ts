import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { decodeText, describeUndecoded } from "../files/text-file.ts";

/**
 * Calls `onText` with the text of a file (undefined while there is none) now and after each change:
 * one call at a time, always with the newest text, and not while the file is still being written.
 *
 * The file is polled with stat, because the store writes into the same folder a hundred times a
 * second and mounted folders send no events. Polling also covers editors that replace the file and
 * folders that are created later.
 */
export async function watchText(
  path: string,
  options: {
    intervalMs?: number | undefined;
    /**
     * `again`: the text could not be used, or not all of it, so it is passed once more after the
     * interval.
     */
    onText: (text: string | undefined) => Promise<"done" | "again">;
    /** Called with one sentence when the file exists but cannot be read. */
    onProblem: (reason: string) => void;
  },
): Promise<{ close(): Promise<void> }> {
  const { intervalMs = 1000 } = options;
  const closing = new AbortController();
  let passedText: string | undefined;
  let problem: string | undefined;
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
    if ("reason" in result) {
      if (problem !== result.reason) options.onProblem(result.reason);
      problem = result.reason;
      return "done";
    }
    if (!isDue && problem === undefined && result.text === passedText) return "done";
    isFirst = false;
    problem = undefined;
    passedText = result.text;
    const outcome = await options.onText(result.text);
    isDue = outcome === "again";
    return outcome;
  }

  /**
   * Reads the text once it has not changed for a moment, because some editors empty a file before
   * they fill it.
   */
  async function readSettled(): Promise<{ text: string | undefined } | { reason: string }> {
    try {
      let bytes = await readIfExists(path);
      while (!isFirst && !closing.signal.aborted) {
        await waitUnlessClosed(settleIntervalMs);
        const nextBytes = await readIfExists(path);
        if (bytes && nextBytes ? nextBytes.equals(bytes) : nextBytes === bytes) break;
        bytes = nextBytes;
      }
      if (!bytes) return { text: undefined };
      const decoded = decodeText(bytes);
      return decoded.ok ? decoded : { reason: describeUndecoded(path, decoded) };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "unknown";
      const advice = "Check that it is a file and that the hub may read it.";
      return { reason: `${path} cannot be read (${code}). ${advice}` };
    }
  }

  async function waitUnlessClosed(waitMs: number): Promise<void> {
    const { signal } = closing;
    // Rejects only when the watch is closed, and callers check for that.
    await wait(waitMs, undefined, { signal }).catch(() => {});
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
  // A second check, in case the text could not be used, or the file changed while the watch was set
  // up.
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

async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: a part of the path is a file, so nothing can be below it.
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
