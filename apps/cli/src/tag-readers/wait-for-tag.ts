import type { Card, OpenCardReaders, ReaderEvent } from "./card-readers.ts";
import { openCardReaders } from "./pcsc/supervisor.ts";

export type WaitOptions = {
  /** Part of a reader's name. If it is undefined, every reader is used. */
  reader?: string | undefined;
  waitMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Receives each sentence that tells the user what to do next. */
  say(sentence: string): void;
  open?: OpenCardReaders;
};

/** Works on one tag. `done: false` means that the tag was removed too soon. */
export type TagWork<T> = (
  card: Card,
) => Promise<{ done: true; value: T } | { done: false; reason: string }>;

export type WaitResult<T> = { ok: true; value: T } | { ok: false; reason: string };

/**
 * Waits for a tag and runs `work` on it. If the work was not done, runs it on the next tag.
 * `signal` and `waitMs` end the waiting, but do not interrupt work that has started.
 */
export function waitForTag<T>(
  work: TagWork<T>,
  { reader: wantedReader = "", waitMs, signal, say, open = openCardReaders }: WaitOptions,
): Promise<WaitResult<T>> {
  return new Promise((resolve) => {
    const connectedReaders = new Set<string>();
    let isWorking = false;
    /** The reader of a tag that was put on before the work on the previous tag had ended. */
    let nextReader: string | undefined;
    let endReason: string | undefined;

    function finish(result: WaitResult<T>) {
      clearTimeout(limit);
      clearTimeout(hint);
      signal?.removeEventListener("abort", stop);
      readers.close();
      resolve(result);
    }
    function giveUp(reason: string) {
      endReason = reason;
      if (!isWorking) finish({ ok: false, reason });
    }
    const stop = () => giveUp("Stopped before a tag was put on a reader.");
    const timeOut = () => giveUp(`No tag came within ${Number(waitMs) / 1000} seconds.`);
    const limit = waitMs === undefined ? undefined : setTimeout(timeOut, waitMs);
    let hint: NodeJS.Timeout | undefined;

    async function workOn(reader: string) {
      isWorking = true;
      nextReader = undefined;
      const useResult = await readers.use(reader, work);
      isWorking = false;
      if (!useResult.ok && useResult.kind !== "gone") return finish(useResult);
      const result = useResult.ok
        ? useResult.value
        : { done: false as const, reason: useResult.reason };
      if (result.done) return finish({ ok: true, value: result.value });
      if (endReason !== undefined) return finish({ ok: false, reason: endReason });
      say(result.reason);
      if (nextReader !== undefined) workOn(nextReader);
    }

    const isWanted = (name: string) => name.toLowerCase().includes(wantedReader.toLowerCase());
    function onEvent(event: ReaderEvent) {
      if (event.kind === "no-service") return giveUp(event.reason);
      if (event.kind === "service") {
        // The service reports connected readers immediately, so a second is long enough.
        hint = setTimeout(() => {
          if (![...connectedReaders].some(isWanted))
            say(describeMissingReader([...connectedReaders], wantedReader));
        }, 1000);
        return;
      }
      const { kind, reader } = event;
      if (kind === "reader") connectedReaders.add(reader);
      if (kind === "reader-gone") connectedReaders.delete(reader);
      if (!isWanted(reader)) return;
      if (kind === "reader") say(`Put a tag on ${reader}.`);
      if (kind === "mute") say(mute);
      if (kind === "card-gone" && nextReader === reader) nextReader = undefined;
      if (kind === "card" && isWorking) nextReader = reader;
      else if (kind === "card") workOn(reader);
    }

    const readers = open(onEvent);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
  });
}

const mute =
  "The tag on the reader does not respond: turn it over, put only one tag on the reader, or take another.";

function describeMissingReader(connectedReaders: string[], wantedReader: string): string {
  return connectedReaders.length === 0
    ? "No card reader is connected; plug one in."
    : `No reader has "${wantedReader}" in its name; connected: ${connectedReaders.join(", ")}.`;
}
