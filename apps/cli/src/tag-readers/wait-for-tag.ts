import type { Card, OpenCardReaders, ReaderEvent } from "./card-readers.ts";
import { openCardReaders } from "./pcsc/supervisor.ts";

export type Waiting = {
  /** Part of a reader's name; without it any reader will do. */
  reader?: string | undefined;
  waitMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Told what to do next, sentence by sentence. */
  say(sentence: string): void;
  open?: OpenCardReaders;
};

/** Not done: the tag went too soon, and may be put on once more. */
export type Work<T> = (card: Card) => Promise<{ done: true; value: T } | Again>;

type Again = { done: false; reason: string };

export type Waited<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Waits for a tag and works on it; undone work is begun anew with the next tag. What is begun is not broken off. */
export function waitForTag<T>(
  work: Work<T>,
  { reader: wanted = "", waitMs, signal, say, open = openCardReaders }: Waiting,
): Promise<Waited<T>> {
  return new Promise((resolve) => {
    const here = new Set<string>();
    let working = false;
    /** A tag that came while the one before it was still being given up. */
    let next: string | undefined;
    let end: string | undefined;

    function finish(result: Waited<T>) {
      clearTimeout(limit);
      clearTimeout(hint);
      signal?.removeEventListener("abort", stop);
      readers.close();
      resolve(result);
    }
    function giveUp(reason: string) {
      end = reason;
      if (!working) finish({ ok: false, reason });
    }
    const stop = () => giveUp("Stopped before a tag was there.");
    const late = () => giveUp(`No tag came within ${Number(waitMs) / 1000} seconds.`);
    const limit = waitMs === undefined ? undefined : setTimeout(late, waitMs);
    let hint: NodeJS.Timeout | undefined;

    async function workOn(reader: string) {
      working = true;
      next = undefined;
      const used = await readers.use(reader, work);
      working = false;
      if (!used.ok && used.kind !== "gone") return finish(used);
      const result = used.ok ? used.value : { done: false as const, reason: used.reason };
      if (result.done) return finish({ ok: true, value: result.value });
      if (end !== undefined) return finish({ ok: false, reason: end });
      say(result.reason);
      if (next !== undefined) workOn(next);
    }

    const fits = (name: string) => name.toLowerCase().includes(wanted.toLowerCase());
    function heard(event: ReaderEvent) {
      if (event.kind === "no-service") return giveUp(event.reason);
      if (event.kind === "service") {
        // The readers that are there are told at once; none within a second is none.
        hint = setTimeout(() => {
          if (![...here].some(fits)) say(whichReader([...here], wanted));
        }, 1000);
        return;
      }
      const { kind, reader } = event;
      if (kind === "reader") here.add(reader);
      if (kind === "reader-gone") here.delete(reader);
      if (!fits(reader)) return;
      if (kind === "reader") say(`Put a tag on ${reader}.`);
      if (kind === "mute") say(mute);
      if (kind === "card-gone" && next === reader) next = undefined;
      if (kind === "card" && working) next = reader;
      else if (kind === "card") workOn(reader);
    }

    const readers = open(heard);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
  });
}

const mute =
  "What lies on the reader does not answer: turn it round, lay one tag alone, or take another.";

function whichReader(there: string[], wanted: string): string {
  return there.length === 0
    ? "No card reader is there; plug one in."
    : `No reader has "${wanted}" in its name; there is ${there.join(", ")}.`;
}
