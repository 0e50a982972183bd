import { unwatchFile, watchFile } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { readIfThere } from "../tls/whole-file.ts";

/**
 * Gives the text of a file, undefined while there is none: at once, and again after each change. One call at a time,
 * and only the newest text. A file that is being written is waited for.
 *
 * It is asked for with stat rather than told of by the system: the store writes into the same folder a hundred times a
 * second, mounted folders tell nothing, and so editors that replace the file and folders that come later need no care.
 */
export async function watchText(
  path: string,
  options: {
    everyMs?: number;
    /** `again`: it could not be used just now, and is given once more. */
    onText: (text: string | undefined) => Promise<"done" | "again">;
    /** It is there and cannot be read. */
    onTrouble: (code: string) => void;
  },
): Promise<{ close(): Promise<void> }> {
  const { everyMs = 1000 } = options;
  const closing = new AbortController();
  let given: string | undefined;
  let trouble: string | undefined;
  let isStale = true;
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (isStale && !closing.signal.aborted) {
      isStale = false;
      if ((await giveOnce()) === "done") continue;
      isStale = true;
      await pause(everyMs);
    }
  }

  let isFirst = true;
  async function giveOnce(): Promise<"done" | "again"> {
    const read = await readSettled();
    if ("code" in read) {
      if (trouble !== read.code) options.onTrouble(read.code);
      trouble = read.code;
      return "done";
    }
    if (!isFirst && trouble === undefined && read.text === given) return "done";
    isFirst = false;
    trouble = undefined;
    given = read.text;
    const outcome = await options.onText(read.text);
    if (outcome === "again") isFirst = true;
    return outcome;
  }

  /** Some editors empty a file before they fill it: what is read has to stay the same for a moment. */
  async function readSettled(): Promise<{ text: string | undefined } | { code: string }> {
    try {
      let text = await readIfThere(path);
      while (!isFirst && !closing.signal.aborted) {
        await pause(settleMs);
        const next = await readIfThere(path);
        if (next === text) break;
        text = next;
      }
      return { text };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "unknown";
      // A part of the path that is a file: there is nothing behind it.
      return code === "ENOTDIR" ? { text: undefined } : { code };
    }
  }

  async function pause(ms: number): Promise<void> {
    const { signal } = closing;
    await wait(ms, undefined, { signal }).catch(() => {});
  }

  function changed(): void {
    isStale = true;
    working ??= work().finally(() => {
      working = undefined;
    });
  }

  watchFile(path, { interval: everyMs, persistent: false }, changed);
  isStale = false;
  await giveOnce();
  // Again, when it could not be used; and what changed while the watching began is not missed.
  changed();
  return {
    async close() {
      closing.abort();
      unwatchFile(path, changed);
      await working;
    },
  };
}

const settleMs = 150;
