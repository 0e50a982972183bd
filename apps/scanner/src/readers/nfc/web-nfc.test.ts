import { expect, test } from "vitest";
import type { SeenTag } from "./transport.ts";
import { createWebNfc, type WebNfcPlatform } from "./web-nfc.ts";

type State = "granted" | "prompt" | "denied";

/** A browser whose readers do as `behave` says. */
function setUp(behave: (reader: EventTarget) => Promise<void>, state: State = "granted") {
  const readers: EventTarget[] = [];
  const run = function (this: EventTarget) {
    readers.push(this);
    return behave(this);
  };
  class Reader extends EventTarget {
    scan = run;
    write = run;
    makeReadOnly = run;
  }
  const status = Object.assign(new EventTarget(), { state });
  const platform = {
    isSecureContext: true,
    NDEFReader: Reader,
    navigator: { permissions: { query: async () => status } },
  } as unknown as WebNfcPlatform;
  return { nfc: createWebNfc(platform), platform, readers, status };
}

const listener = { onTag: () => {}, onUnreadable: () => {} };
const signal = () => new AbortController().signal;

test("without HTTPS or without Web NFC, nothing is tried", async () => {
  const { platform } = setUp(() => Promise.resolve());
  const insecure = createWebNfc({ ...platform, isSecureContext: false });
  expect(insecure.missing()).toEqual({ kind: "insecure" });
  const { NDEFReader: _none, ...rest } = platform;
  const unsupported = createWebNfc(rest);
  expect(await unsupported.listen(signal(), listener)).toEqual({
    ok: false,
    problem: { kind: "unsupported" },
  });
  expect(createWebNfc(platform).missing()).toBeUndefined();
});

test("a question that was closed is told from one that was answered with no", async () => {
  const refuse = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
  const kindOf = async (state: State) => {
    const done = await setUp(refuse, state).nfc.listen(signal(), listener);
    return done.ok ? "ok" : done.problem.kind;
  };
  expect(await kindOf("prompt")).toBe("dismissed");
  expect(await kindOf("denied")).toBe("denied");
});

test("tags are heard until the signal ends, with a new reader each time", async () => {
  const { nfc, readers } = setUp(() => Promise.resolve());
  const seen: SeenTag[] = [];
  let unreadable = 0;
  const control = new AbortController();
  const hear = { onTag: (tag: SeenTag) => seen.push(tag), onUnreadable: () => (unreadable += 1) };
  expect(await nfc.listen(control.signal, hear)).toEqual({ ok: true });
  const tap = (reader = readers[0]!) =>
    reader.dispatchEvent(
      Object.assign(new Event("reading"), { serialNumber: "04:ab", message: { records: [] } }),
    );
  tap();
  readers[0]!.dispatchEvent(new Event("readingerror"));
  expect(seen).toEqual([{ uid: "04:ab", records: [] }]);
  expect(unreadable).toBe(1);
  control.abort();
  tap();
  expect(seen).toHaveLength(1);
  await nfc.listen(signal(), hear);
  expect(readers[1]).not.toBe(readers[0]);
});

test("what is ended by its signal was cancelled, whatever the reason", async () => {
  const control = new AbortController();
  control.abort(new Error("enough"));
  const { nfc } = setUp(() => Promise.reject(control.signal.reason));
  expect(await nfc.write(control.signal, [])).toEqual({
    ok: false,
    problem: { kind: "cancelled" },
  });
});

test("a change of the permission is told until nobody wants to know", async () => {
  const { nfc, status } = setUp(() => Promise.resolve());
  let told = 0;
  const stop = nfc.followPermission(() => (told += 1));
  await nfc.permission();
  status.dispatchEvent(new Event("change"));
  stop();
  status.dispatchEvent(new Event("change"));
  expect(told).toBe(1);
});
