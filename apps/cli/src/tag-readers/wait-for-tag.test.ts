import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Card, CardFailure, OpenCardReaders, ReaderEvent } from "./card-readers.ts";
import { tagGone } from "./card-readers.ts";
import { type TagWork, type WaitOptions, waitForTag } from "./wait-for-tag.ts";

const card: Card = {
  reader: "Desk",
  atr: new Uint8Array(),
  transmit: () => Promise.resolve(tagGone),
};

/**
 * Waits for a tag on readers that the test controls. The next uses of a card fail with `failures`,
 * in order.
 */
function startWaiting<T>(work: TagWork<T>, options: Partial<WaitOptions> = {}) {
  const sentences: string[] = [];
  let onEvent: (event: ReaderEvent) => void = () => {};
  let closeCount = 0;
  const failures: CardFailure[] = [];
  const open: OpenCardReaders = (listener) => {
    onEvent = listener;
    return {
      async use(_, work) {
        const failure = failures.shift();
        return failure ?? { ok: true, value: await work(card) };
      },
      giveFeedback: async () => false,
      close: () => void closeCount++,
    };
  };
  const result = waitForTag(work, {
    say: (sentence) => sentences.push(sentence),
    open,
    ...options,
  });
  return {
    result,
    sentences,
    failures,
    emit: (event: ReaderEvent) => onEvent(event),
    closeCount: () => closeCount,
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const finishImmediately = async () => ({ done: true as const, value: 7 });

test("the work gets the first tag on a wanted reader, and then the readers are closed", async () => {
  const { result, emit, sentences, closeCount } = startWaiting(finishImmediately, {
    reader: "acr",
  });
  emit({ kind: "service" });
  emit({ kind: "reader", reader: "Other" });
  emit({ kind: "card", reader: "Other" });
  emit({ kind: "reader", reader: "ACR122U" });
  expect(closeCount()).toBe(0);
  emit({ kind: "card", reader: "ACR122U" });
  expect(await result).toEqual({ ok: true, value: 7 });
  expect(sentences).toEqual(["Put a tag on ACR122U."]);
  expect(closeCount()).toBe(1);
});

test("waiting continues after a tag was removed too soon, even if the tag returned during the work", async () => {
  let attempts = 0;
  let continueWork: (() => void) | undefined;
  const { result, emit, sentences, failures } = startWaiting(async () => {
    if (++attempts === 3) return { done: true, value: "third" };
    if (attempts === 2) await new Promise<void>((resolve) => (continueWork = resolve));
    return { done: false, reason: "Too soon." };
  });
  failures.push(tagGone);
  emit({ kind: "card", reader: "Desk" });
  await setImmediate();
  emit({ kind: "card-gone", reader: "Desk" });
  emit({ kind: "card", reader: "Desk" });
  await setImmediate();
  emit({ kind: "card-gone", reader: "Desk" });
  emit({ kind: "card", reader: "Desk" });
  await setImmediate();
  expect(sentences).toEqual([tagGone.reason, "Too soon."]);
  emit({ kind: "card-gone", reader: "Desk" });
  emit({ kind: "card", reader: "Desk" });
  continueWork?.();
  expect(await result).toEqual({ ok: true, value: "third" });
});

test("waiting ends with a sentence when the service is missing, the tag is busy or the time limit is reached", async () => {
  const withoutService = startWaiting(finishImmediately);
  withoutService.emit({ kind: "no-service", reason: "Start it.", final: false });
  expect(await withoutService.result).toEqual({ ok: false, reason: "Start it." });
  const busy = startWaiting(finishImmediately);
  busy.failures.push({ ok: false, kind: "busy", reason: "Close it." });
  busy.emit({ kind: "card", reader: "Desk" });
  expect(await busy.result).toMatchObject({ ok: false, reason: "Close it." });
  const withTimeLimit = startWaiting(finishImmediately, { waitMs: 3000 });
  await vi.advanceTimersByTimeAsync(3000);
  expect(await withTimeLimit.result).toEqual({
    ok: false,
    reason: "No tag came within 3 seconds.",
  });
});

test("the abort signal ends the waiting, but neither the signal nor the time limit ends work that has started", async () => {
  const stopIdle = new AbortController();
  const idleWait = startWaiting(finishImmediately, { signal: stopIdle.signal });
  stopIdle.abort();
  expect(await idleWait.result).toEqual({
    ok: false,
    reason: "Stopped before a tag was put on a reader.",
  });
  const stopBusy = new AbortController();
  let finishWork: (() => void) | undefined;
  const busy = startWaiting(
    async () => {
      await new Promise<void>((resolve) => (finishWork = resolve));
      return { done: true, value: "written" };
    },
    { signal: stopBusy.signal, waitMs: 1000 },
  );
  busy.emit({ kind: "card", reader: "Desk" });
  await setImmediate();
  stopBusy.abort();
  await vi.advanceTimersByTimeAsync(1000);
  expect(busy.closeCount()).toBe(0);
  finishWork?.();
  expect(await busy.result).toEqual({ ok: true, value: "written" });
});

test("waiting reports that no reader is connected, that no reader has the wanted name, and that a tag does not respond", async () => {
  const withoutReaders = startWaiting(finishImmediately);
  withoutReaders.emit({ kind: "service" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(withoutReaders.sentences).toEqual(["No card reader is connected; plug one in."]);
  const withOtherReader = startWaiting(finishImmediately, { reader: "acr" });
  withOtherReader.emit({ kind: "service" });
  withOtherReader.emit({ kind: "reader", reader: "Desk" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(withOtherReader.sentences).toEqual(['No reader has "acr" in its name; connected: Desk.']);
  withOtherReader.emit({ kind: "reader", reader: "ACR" });
  withOtherReader.emit({ kind: "mute", reader: "ACR" });
  expect(withOtherReader.sentences.at(-1)).toMatch(/does not respond/);
});
