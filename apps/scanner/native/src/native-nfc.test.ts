import { parseTag, textRecord, uriRecord } from "@scanhook/tags";
import { compatibilityIdentifier, nfcScan } from "@scanhook/webhook";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DetectedTag, TagListener } from "../../src/readers/nfc/transport.ts";
import { toStableUid } from "../../src/writing/stable-uid.ts";
import { writeTag } from "../../src/writing/write-tag.ts";
import { createNativeNfc } from "./native-nfc.ts";
import { toPluginRecords } from "./native-records.ts";
import type { TagLockPlugin } from "./tag-lock.ts";
import { createFakePhone, createRefusal } from "./testing/fake-nfc.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const link = [uriRecord("https://example.com/")];
const ntag = { id: [0x04, 0xa2, 0x7f, 0x1b, 0x5e, 0x80, 0x00], ndefMessage: toPluginRecords(link) };

function setUp(system: "ios" | "android") {
  const phone = createFakePhone();
  const nfc = createNativeNfc(phone.plugin, { system, sheetText: () => "Hold a tag" });
  const received: (DetectedTag | "unreadable" | "end")[] = [];
  const listener: TagListener = {
    onTag: (tag) => received.push(tag),
    onUnreadable: () => received.push("unreadable"),
    onEnd: () => received.push("end"),
  };
  return { phone, nfc, received, listener };
}

/** Waits for all promises that do not depend on a timer. */
const settle = () => vi.advanceTimersByTimeAsync(0);

test("tags are read while someone listens, and the session ends shortly after", async () => {
  const { phone, nfc, received, listener } = setUp("android");
  const control = new AbortController();
  expect(await nfc.listen(control.signal, listener)).toEqual({ ok: true });
  phone.hold(ntag);
  phone.hold({ id: [1, 2, 3, 4] }, "tag");
  phone.hold({ techTypes: ["android.nfc.tech.NfcA"] }, "tag");
  expect(received).toEqual([
    { uid: "04:a2:7f:1b:5e:80:00", records: link },
    { uid: "01:02:03:04", records: [] },
    "unreadable",
  ]);
  control.abort();
  phone.hold(ntag);
  expect(received).toHaveLength(3);
  expect(phone.calls).toEqual(["startScanning tag"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(phone.calls).toEqual(["startScanning tag", "stopScanning"]);
});

test("both systems give the same identifier, although Android reverses the bytes of ISO 15693", async () => {
  const bytes = [0xe0, 0x04, 0x01, 0x50, 0x76, 0xd2, 0x81, 0x05];
  for (const [system, id] of [
    ["ios", bytes],
    ["android", bytes.toReversed()],
  ] as const) {
    const { phone, nfc, received, listener } = setUp(system);
    await nfc.listen(new AbortController().signal, listener);
    phone.hold({ id: [...id], ndefMessage: [] });
    expect(nfcScan(parseTag(received[0] as DetectedTag)).identifier).toBe(
      "E0:04:01:50:76:D2:81:05",
    );
  }
});

test("the identifier of a FeliCa card is never reversed, also if it ends with E0", async () => {
  const idm = [0x01, 0x12, 0x03, 0x12, 0xa4, 0x1b, 0x05, 0xe0];
  for (const [system, technology] of [
    ["ios", "NFCFeliCaTag"],
    ["android", "android.nfc.tech.NfcF"],
  ] as const) {
    const { phone, nfc, received, listener } = setUp(system);
    await nfc.listen(new AbortController().signal, listener);
    phone.hold({ id: idm, techTypes: [technology], ndefMessage: [] });
    const [tag] = received as DetectedTag[];
    expect(nfcScan(parseTag(tag!)).identifier).toBe("01:12:03:12:A4:1B:05:E0");
    expect(toStableUid(tag!)).toBe("01:12:03:12:A4:1B:05:E0");
  }
});

test("an iPhone without the entitlement for tags reads messages without a UID", async () => {
  const { phone, nfc, received, listener } = setUp("ios");
  phone.refuse(
    "startScanning",
    createRefusal("Failed to start NFC tag session: Missing required entitlement", "NO_NFC"),
  );
  expect(await nfc.listen(new AbortController().signal, listener)).toEqual({ ok: true });
  expect(phone.calls).toEqual(["startScanning tag", "startScanning ndef"]);
  phone.hold({ ndefMessage: ntag.ndefMessage });
  expect(nfcScan(parseTag(received[0] as DetectedTag))).toMatchObject({
    identifier: compatibilityIdentifier,
    content: "https://example.com/",
  });
});

test.each([
  ["Failed to start NFC tag session: Session invalidated by user", "cancelled"],
  ["Failed to start NFC tag session: Session timeout", "cancelled"],
  ["Failed to start NFC tag session: Session invalidated unexpectedly", "failed"],
])(
  "an iPhone whose first session fails with “%s” reads UIDs in the next",
  async (message, kind) => {
    const { phone, nfc, received, listener } = setUp("ios");
    phone.refuse("startScanning", createRefusal(message, "NO_NFC"));
    const failed = await nfc.listen(new AbortController().signal, listener);
    expect(failed).toMatchObject({ ok: false, problem: { kind } });
    expect(await nfc.listen(new AbortController().signal, listener)).toEqual({ ok: true });
    expect(phone.calls).toEqual(["startScanning tag", "startScanning tag"]);
    phone.hold(ntag);
    expect(received).toEqual([{ uid: "04:a2:7f:1b:5e:80:00", records: link }]);
  },
);

test("starting is retried a few times while an iPhone is busy with the previous session", async () => {
  const { phone, nfc, listener } = setUp("ios");
  const busy = createRefusal(
    "Failed to start NFC tag session: System resource unavailable",
    "NO_NFC",
  );
  phone.refuse("startScanning", busy, busy);
  const listening = nfc.listen(new AbortController().signal, listener);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await listening).toEqual({ ok: true });
  const busyPhone = setUp("ios");
  busyPhone.phone.refuse("startScanning", busy, busy, busy, busy, busy, busy);
  const exhausted = busyPhone.nfc.listen(new AbortController().signal, listener);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await exhausted).toEqual({ ok: false, problem: { kind: "busy" } });
});

test("closing the iPhone's sheet ends the session for all of its users", async () => {
  const { phone, nfc, received, listener } = setUp("ios");
  await nfc.listen(new AbortController().signal, listener);
  const written = nfc.write(new AbortController().signal, link);
  await settle();
  phone.end();
  expect(received).toEqual(["end"]);
  expect(await written).toEqual({ ok: false, problem: { kind: "cancelled" } });
  phone.hold(ntag);
  expect(received).toEqual(["end"]);
});

test("an iPhone shows its sheet again for the next tag while someone still listens", async () => {
  const { phone, nfc, listener } = setUp("ios");
  await nfc.listen(new AbortController().signal, listener);
  phone.hold(ntag);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(phone.calls).toEqual(["startScanning tag", "startScanning tag"]);
});

test.each(["ios", "android"] as const)(
  "%s writes a tag while it is held and detects it again for the check",
  async (system) => {
    const { phone, nfc } = setUp(system);
    const control = new AbortController();
    const result = writeTag(nfc, { records: link, lock: false }, { signal: control.signal });
    await settle();
    phone.hold({ id: ntag.id, ndefMessage: toPluginRecords([textRecord("before")]) });
    await settle();
    expect(phone.written).toEqual(toPluginRecords(link));
    const restart = system === "ios" ? [] : ["stopScanning"];
    expect(phone.calls).toEqual(["startScanning tag", "write", ...restart, "startScanning tag"]);
    phone.hold({ id: ntag.id, ndefMessage: phone.written! });
    await settle();
    expect(await result).toEqual({
      kind: "done",
      uid: "04:A2:7F:1B:5E:80:00",
      lock: { kind: "open" },
    });
  },
);

test("Android locks the checked tag", async () => {
  const { phone, nfc } = setUp("android");
  const job = { records: link, lock: true };
  const result = writeTag(nfc, job, { signal: new AbortController().signal });
  await settle();
  phone.hold(ntag);
  await settle();
  phone.hold({ id: ntag.id, ndefMessage: phone.written! });
  await settle();
  expect(await result).toMatchObject({ kind: "done", lock: { kind: "locked" } });
  expect(phone.calls).toContain("makeReadOnly");
});

/** Writes a tag on an iPhone and answers its attempts to lock it, one after another. */
async function lockOnIphone(id: number[], ...answers: (Error | "waits" | undefined)[]) {
  const phone = createFakePhone();
  const locked: unknown[] = [];
  const pending = Promise.withResolvers<void>();
  const plugin: TagLockPlugin = {
    async lock(tag) {
      locked.push([phone.calls.at(-1), tag]);
      const answer = answers.shift();
      if (answer === "waits") return pending.promise;
      if (answer) throw answer;
    },
    async cancel() {
      pending.reject(createRefusal("Locking was canceled.", "CANCELLED"));
    },
  };
  const tagLock = { plugin, sheetTexts: () => ({ hold: "Hold it", other: "Another" }) };
  const nfc = createNativeNfc(phone.plugin, { system: "ios", sheetText: () => "", tagLock });
  const control = new AbortController();
  const result = writeTag(nfc, { records: link, lock: true }, { signal: control.signal });
  await settle();
  phone.hold({ id });
  await settle();
  phone.hold({ id, ndefMessage: phone.written! });
  await settle();
  return { result, locked, control, phone };
}

test("an iPhone locks the tag that it wrote, in a session of its own", async () => {
  const { result, locked } = await lockOnIphone(ntag.id);
  expect(await result).toMatchObject({ kind: "done", lock: { kind: "locked" } });
  expect(locked).toEqual([["stopScanning", { id: ntag.id, hold: "Hold it", other: "Another" }]]);
});

test("an iPhone that is busy with the session before tries again to lock", async () => {
  const busy = createRefusal("Failed to lock: System resource unavailable");
  const { result, locked } = await lockOnIphone(ntag.id, busy, busy);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await result).toMatchObject({ kind: "done", lock: { kind: "locked" } });
  expect(locked).toHaveLength(3);
});

test.each([
  ["Failed to lock: Session invalidated by user", undefined, "cancelled"],
  ["Failed to lock: Session timeout", undefined, "cancelled"],
  ["Failed to make the tag read only.", undefined, "not-lockable"],
  ["This tag cannot be locked.", "UNSUPPORTED", "not-lockable"],
  ["Tag does not support NDEF.", undefined, "foreign"],
])("an iPhone whose lock fails with “%s” (%s) reports %s once", async (message, code, kind) => {
  const { result, locked } = await lockOnIphone(ntag.id, createRefusal(message, code));
  expect(await result).toMatchObject({
    kind: "done",
    lock: { kind: "not-locked", problem: { kind } },
  });
  expect(locked).toHaveLength(1);
});

test("an iPhone never locks a tag that it could not recognize", async () => {
  // A random UID (ISO/IEC 14443-3 6.5.4) is another one in the next session.
  const { result, locked } = await lockOnIphone([0x08, 1, 2, 3]);
  expect(await result).toMatchObject({ lock: { problem: { kind: "not-lockable" } } });
  expect(locked).toEqual([]);
});

test("giving up closes the sheet that waits for the tag to lock", async () => {
  const { result, control } = await lockOnIphone(ntag.id, "waits");
  control.abort();
  expect(await result).toMatchObject({ lock: { problem: { kind: "cancelled" } } });
});

test("an empty list of records becomes one empty record", () => {
  expect(toPluginRecords([])).toEqual([{ tnf: 0, type: [], id: [], payload: [] }]);
});

test.each([
  ["NFC hardware not available on this device.", "NO_NFC", "no-adapter"],
  ["NFC is currently disabled.", "NFC_DISABLED", "off"],
  ["Tag is read only.", undefined, "refused"],
  ["Tag capacity is insufficient for the provided message.", undefined, "refused"],
  ["Tag connection lost.", undefined, "lost"],
  ["Failed to write NDEF message.", undefined, "lost"],
  ["Tag does not support NDEF formatting.", undefined, "foreign"],
  ["Failed to make the tag read only.", undefined, "not-lockable"],
  ["Invalid NDEF records payload", undefined, "invalid"],
  ["Something new", undefined, "failed"],
])("the plugin's error “%s” with code %s becomes the problem %s", async (message, code, kind) => {
  const { phone, nfc } = setUp("android");
  phone.refuse("write", createRefusal(message, code));
  const written = nfc.write(new AbortController().signal, link);
  await settle();
  phone.hold(ntag);
  expect(await written).toMatchObject({ ok: false, problem: { kind } });
});

test("a phone without the chip reports it, and one whose NFC is switched on reports the change", async () => {
  const { phone, nfc } = setUp("android");
  expect(await nfc.queryPermission()).toBe("granted");
  expect(nfc.findObstacle()).toBeUndefined();
  let changeCount = 0;
  const stop = nfc.onPermissionChange(() => (changeCount += 1));
  await settle();
  phone.switchNfc(false);
  phone.switchNfc(true);
  stop();
  await settle();
  phone.switchNfc(true);
  expect(changeCount).toBe(1);

  const phoneWithoutChip = createFakePhone();
  phoneWithoutChip.removeChip();
  const nfcWithoutChip = createNativeNfc(phoneWithoutChip.plugin, {
    system: "ios",
    sheetText: () => "",
  });
  expect(await nfcWithoutChip.queryPermission()).toBe("ask");
  expect(nfcWithoutChip.findObstacle()).toEqual({ kind: "no-adapter" });
});

test("an aborted call does not use the plugin", async () => {
  const { phone, nfc, listener } = setUp("android");
  const signal = AbortSignal.abort();
  expect(await nfc.listen(signal, listener)).toMatchObject({ problem: { kind: "cancelled" } });
  expect(await nfc.write(signal, link)).toMatchObject({ problem: { kind: "cancelled" } });
  expect(phone.calls).toEqual([]);
});
