import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Card, OpenCardReaders, ReaderEvent, Trouble } from "./card-readers.ts";
import { tagGone } from "./card-readers.ts";
import { type Waiting, type Work, waitForTag } from "./wait-for-tag.ts";

const card: Card = {
  reader: "Desk",
  atr: new Uint8Array(),
  transmit: () => Promise.resolve(tagGone),
};

function waiting<T>(work: Work<T>, options: Partial<Waiting> = {}) {
  const said: string[] = [];
  let hear: (event: ReaderEvent) => void = () => {};
  let closed = 0;
  const troubles: Trouble[] = [];
  const open: OpenCardReaders = (heard) => {
    hear = heard;
    return {
      async use(_, work) {
        const trouble = troubles.shift();
        return trouble ?? { ok: true, value: await work(card) };
      },
      signal: async () => false,
      close: () => void closed++,
    };
  };
  const result = waitForTag(work, { say: (sentence) => said.push(sentence), open, ...options });
  return {
    result,
    said,
    troubles,
    hear: (event: ReaderEvent) => hear(event),
    closed: () => closed,
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const done = async () => ({ done: true as const, value: 7 });

test("the first tag on a reader that fits is worked on, and the readers are let go of", async () => {
  const { result, hear, said, closed } = waiting(done, { reader: "acr" });
  hear({ kind: "service" });
  hear({ kind: "reader", reader: "Other" });
  hear({ kind: "card", reader: "Other" });
  hear({ kind: "reader", reader: "ACR122U" });
  expect(closed()).toBe(0);
  hear({ kind: "card", reader: "ACR122U" });
  expect(await result).toEqual({ ok: true, value: 7 });
  expect(said).toEqual(["Put a tag on ACR122U."]);
  expect(closed()).toBe(1);
});

test("a tag that went too soon is waited for again, also one that was back before that was known", async () => {
  let times = 0;
  let goOn: (() => void) | undefined;
  const { result, hear, said, troubles } = waiting(async () => {
    if (++times === 3) return { done: true, value: "third" };
    if (times === 2) await new Promise<void>((resolve) => (goOn = resolve));
    return { done: false, reason: "Too soon." };
  });
  troubles.push(tagGone);
  hear({ kind: "card", reader: "Desk" });
  await setImmediate();
  hear({ kind: "card-gone", reader: "Desk" });
  hear({ kind: "card", reader: "Desk" });
  await setImmediate();
  hear({ kind: "card-gone", reader: "Desk" });
  hear({ kind: "card", reader: "Desk" });
  await setImmediate();
  expect(said).toEqual([tagGone.reason, "Too soon."]);
  hear({ kind: "card-gone", reader: "Desk" });
  hear({ kind: "card", reader: "Desk" });
  goOn?.();
  expect(await result).toEqual({ ok: true, value: "third" });
});

test("no service, a busy tag and the end of patience end the waiting with a sentence", async () => {
  const without = waiting(done);
  without.hear({ kind: "no-service", reason: "Start it.", final: false });
  expect(await without.result).toEqual({ ok: false, reason: "Start it." });
  const busy = waiting(done);
  busy.troubles.push({ ok: false, kind: "busy", reason: "Close it." });
  busy.hear({ kind: "card", reader: "Desk" });
  expect(await busy.result).toMatchObject({ ok: false, reason: "Close it." });
  const late = waiting(done, { waitMs: 3000 });
  await vi.advanceTimersByTimeAsync(3000);
  expect(await late.result).toEqual({ ok: false, reason: "No tag came within 3 seconds." });
});

test("Ctrl+C ends the waiting, but not a tag that is being written", async () => {
  const idle = new AbortController();
  const nobody = waiting(done, { signal: idle.signal });
  idle.abort();
  expect(await nobody.result).toEqual({ ok: false, reason: "Stopped before a tag was there." });
  const stop = new AbortController();
  let finishWork: (() => void) | undefined;
  const busy = waiting(
    async () => {
      await new Promise<void>((resolve) => (finishWork = resolve));
      return { done: true, value: "written" };
    },
    { signal: stop.signal, waitMs: 1000 },
  );
  busy.hear({ kind: "card", reader: "Desk" });
  await setImmediate();
  stop.abort();
  await vi.advanceTimersByTimeAsync(1000);
  expect(busy.closed()).toBe(0);
  finishWork?.();
  expect(await busy.result).toEqual({ ok: true, value: "written" });
});

test("it says when there is no reader, which there are, and when something does not answer", async () => {
  const none = waiting(done);
  none.hear({ kind: "service" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(none.said).toEqual(["No card reader is there; plug one in."]);
  const other = waiting(done, { reader: "acr" });
  other.hear({ kind: "service" });
  other.hear({ kind: "reader", reader: "Desk" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(other.said).toEqual(['No reader has "acr" in its name; there is Desk.']);
  other.hear({ kind: "reader", reader: "ACR" });
  other.hear({ kind: "mute", reader: "ACR" });
  expect(other.said.at(-1)).toMatch(/does not answer/);
});
