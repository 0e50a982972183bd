import { expect, test } from "vitest";
import type { DetectedTag } from "./transport.ts";
import { createWebNfc, type WebNfcPlatform } from "./web-nfc.ts";

type State = "granted" | "prompt" | "denied";

/** A browser whose readers run `operation` for every call. */
function setUp(operation: (reader: EventTarget) => Promise<void>, state: State = "granted") {
  const readers: EventTarget[] = [];
  const run = function (this: EventTarget) {
    readers.push(this);
    return operation(this);
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
const createSignal = () => new AbortController().signal;

test("reports a missing HTTPS or Web NFC without trying to read", async () => {
  const { platform } = setUp(() => Promise.resolve());
  const insecure = createWebNfc({ ...platform, isSecureContext: false });
  expect(insecure.findObstacle()).toEqual({ kind: "insecure" });
  const { NDEFReader: _none, ...platformWithoutNfc } = platform;
  const unsupported = createWebNfc(platformWithoutNfc);
  expect(await unsupported.listen(createSignal(), listener)).toEqual({
    ok: false,
    problem: { kind: "unsupported" },
  });
  expect(createWebNfc(platform).findObstacle()).toBeUndefined();
});

test("distinguishes a closed permission question from a denied one", async () => {
  const rejectAsDenied = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
  const findProblemKind = async (state: State) => {
    const result = await setUp(rejectAsDenied, state).nfc.listen(createSignal(), listener);
    return result.ok ? "ok" : result.problem.kind;
  };
  expect(await findProblemKind("prompt")).toBe("dismissed");
  expect(await findProblemKind("denied")).toBe("denied");
});

test("reports tags until the signal aborts, and uses a new reader each time", async () => {
  const { nfc, readers } = setUp(() => Promise.resolve());
  const detectedTags: DetectedTag[] = [];
  let unreadableCount = 0;
  const control = new AbortController();
  const recorder = {
    onTag: (tag: DetectedTag) => detectedTags.push(tag),
    onUnreadable: () => (unreadableCount += 1),
  };
  expect(await nfc.listen(control.signal, recorder)).toEqual({ ok: true });
  const holdTag = (reader = readers[0]!) =>
    reader.dispatchEvent(
      Object.assign(new Event("reading"), { serialNumber: "04:ab", message: { records: [] } }),
    );
  holdTag();
  readers[0]!.dispatchEvent(new Event("readingerror"));
  expect(detectedTags).toEqual([{ uid: "04:ab", records: [] }]);
  expect(unreadableCount).toBe(1);
  control.abort();
  holdTag();
  expect(detectedTags).toHaveLength(1);
  await nfc.listen(createSignal(), recorder);
  expect(readers[1]).not.toBe(readers[0]);
});

test("reports an aborted call as cancelled, whatever the reason of the abort", async () => {
  const control = new AbortController();
  control.abort(new Error("enough"));
  const { nfc } = setUp(() => Promise.reject(control.signal.reason));
  expect(await nfc.write(control.signal, [])).toEqual({
    ok: false,
    problem: { kind: "cancelled" },
  });
});

test("reports changes of the permission until it is stopped", async () => {
  const { nfc, status } = setUp(() => Promise.resolve());
  let changeCount = 0;
  const stop = nfc.onPermissionChange(() => (changeCount += 1));
  await nfc.queryPermission();
  status.dispatchEvent(new Event("change"));
  stop();
  status.dispatchEvent(new Event("change"));
  expect(changeCount).toBe(1);
});
