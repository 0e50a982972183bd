import { readTag, textRecord, uriRecord } from "@scanhook/tags";
import { compatibilityIdentifier, nfcScan } from "@scanhook/webhook";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Listener, SeenTag } from "../../src/readers/nfc/transport.ts";
import { writeTag } from "../../src/writing/write-tag.ts";
import { createNativeNfc } from "./native-nfc.ts";
import { toPluginRecords } from "./native-records.ts";
import { fakePhone, refusal } from "./testing/fake-nfc.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const link = [uriRecord("https://example.com/")];
const ntag = { id: [0x04, 0xa2, 0x7f, 0x1b, 0x5e, 0x80, 0x00], ndefMessage: toPluginRecords(link) };

function setUp(system: "ios" | "android") {
  const phone = fakePhone();
  const nfc = createNativeNfc(phone.plugin, { system, sheetText: "Hold a tag" });
  const heard: (SeenTag | "unreadable" | "end")[] = [];
  const listener: Listener = {
    onTag: (tag) => heard.push(tag),
    onUnreadable: () => heard.push("unreadable"),
    onEnd: () => heard.push("end"),
  };
  return { phone, nfc, heard, listener };
}

/** Everything that waits for no timer has happened. */
const settled = () => vi.advanceTimersByTimeAsync(0);

test("tags are read for as long as someone listens, and not much longer", async () => {
  const { phone, nfc, heard, listener } = setUp("android");
  const control = new AbortController();
  expect(await nfc.listen(control.signal, listener)).toEqual({ ok: true });
  phone.hold(ntag);
  phone.hold({ id: [1, 2, 3, 4] }, "tag");
  phone.hold({ techTypes: ["android.nfc.tech.NfcA"] }, "tag");
  expect(heard).toEqual([
    { uid: "04:a2:7f:1b:5e:80:00", records: link },
    { uid: "01:02:03:04", records: [] },
    "unreadable",
  ]);
  control.abort();
  phone.hold(ntag);
  expect(heard).toHaveLength(3);
  expect(phone.calls).toEqual(["startScanning tag"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(phone.calls).toEqual(["startScanning tag", "stopScanning"]);
});

test("the identifier is the same from both systems, though Android turns the bytes of ISO 15693", async () => {
  const bytes = [0xe0, 0x04, 0x01, 0x50, 0x76, 0xd2, 0x81, 0x05];
  for (const [system, id] of [
    ["ios", bytes],
    ["android", bytes.toReversed()],
  ] as const) {
    const { phone, nfc, heard, listener } = setUp(system);
    await nfc.listen(new AbortController().signal, listener);
    phone.hold({ id: [...id], ndefMessage: [] });
    expect(nfcScan(readTag(heard[0] as SeenTag)).identifier).toBe("E0:04:01:50:76:D2:81:05");
  }
});

test("without the entitlement for tags, an iPhone still reads messages, without a UID", async () => {
  const { phone, nfc, heard, listener } = setUp("ios");
  phone.refuse(
    "startScanning",
    refusal("Failed to start NFC tag session: Missing required entitlement", "NO_NFC"),
  );
  expect(await nfc.listen(new AbortController().signal, listener)).toEqual({ ok: true });
  expect(phone.calls).toEqual(["startScanning tag", "startScanning ndef"]);
  phone.hold({ ndefMessage: ntag.ndefMessage });
  expect(nfcScan(readTag(heard[0] as SeenTag))).toMatchObject({
    identifier: compatibilityIdentifier,
    content: "https://example.com/",
  });
});

test("an iPhone that is busy with the session before is asked again, a few times", async () => {
  const { phone, nfc, listener } = setUp("ios");
  const busy = refusal("Failed to start NFC tag session: System resource unavailable", "NO_NFC");
  phone.refuse("startScanning", busy, busy);
  const began = nfc.listen(new AbortController().signal, listener);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await began).toEqual({ ok: true });
  const again = setUp("ios");
  again.phone.refuse("startScanning", busy, busy, busy, busy, busy, busy);
  const never = again.nfc.listen(new AbortController().signal, listener);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await never).toEqual({ ok: false, problem: { kind: "busy" } });
});

test("who closes the iPhone's sheet has ended it for all who waited", async () => {
  const { phone, nfc, heard, listener } = setUp("ios");
  await nfc.listen(new AbortController().signal, listener);
  const written = nfc.write(new AbortController().signal, link);
  await settled();
  phone.end();
  expect(heard).toEqual(["end"]);
  expect(await written).toEqual({ ok: false, problem: { kind: "cancelled" } });
  phone.hold(ntag);
  expect(heard).toEqual(["end"]);
});

test("an iPhone shows its sheet again for the next tag while someone still listens", async () => {
  const { phone, nfc, listener } = setUp("ios");
  await nfc.listen(new AbortController().signal, listener);
  phone.hold(ntag);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(phone.calls).toEqual(["startScanning tag", "startScanning tag"]);
});

test.each(["ios", "android"] as const)(
  "%s: a tag is written while it is held, and found anew to be checked",
  async (system) => {
    const { phone, nfc } = setUp(system);
    const control = new AbortController();
    const result = writeTag(nfc, { records: link, lock: false }, { signal: control.signal });
    await settled();
    phone.hold({ id: ntag.id, ndefMessage: toPluginRecords([textRecord("before")]) });
    await settled();
    expect(phone.written).toEqual(toPluginRecords(link));
    const restart = system === "ios" ? [] : ["stopScanning"];
    expect(phone.calls).toEqual(["startScanning tag", "write", ...restart, "startScanning tag"]);
    phone.hold({ id: ntag.id, ndefMessage: phone.written! });
    await settled();
    expect(await result).toEqual({
      kind: "done",
      uid: "04:A2:7F:1B:5E:80:00",
      lock: { kind: "open" },
    });
  },
);

test("Android locks the tag it has checked; an iPhone says that it cannot", async () => {
  for (const system of ["android", "ios"] as const) {
    const { phone, nfc } = setUp(system);
    phone.refuse(
      "makeReadOnly",
      ...(system === "ios"
        ? [refusal("Making tags read only is not supported on iOS.", "UNSUPPORTED")]
        : []),
    );
    const job = { records: link, lock: true };
    const result = writeTag(nfc, job, { signal: new AbortController().signal });
    await settled();
    phone.hold(ntag);
    await settled();
    phone.hold({ id: ntag.id, ndefMessage: phone.written! });
    await settled();
    const locked = { kind: "locked" };
    const not = { kind: "not-locked", problem: { kind: "not-lockable" } };
    expect(await result).toMatchObject({ kind: "done", lock: system === "ios" ? not : locked });
  }
});

test("an empty message is one empty record", () => {
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
])("the plugin's “%s” (%s) is %s", async (message, code, kind) => {
  const { phone, nfc } = setUp("android");
  phone.refuse("write", refusal(message, code));
  const written = nfc.write(new AbortController().signal, link);
  await settled();
  phone.hold(ntag);
  expect(await written).toMatchObject({ ok: false, problem: { kind } });
});

test("a phone without the chip says so before anybody tries; one that is switched on begins by itself", async () => {
  const { phone, nfc } = setUp("android");
  expect(await nfc.permission()).toBe("granted");
  expect(nfc.missing()).toBeUndefined();
  let changes = 0;
  const stop = nfc.followPermission(() => (changes += 1));
  await settled();
  phone.switchNfc(false);
  phone.switchNfc(true);
  stop();
  await settled();
  phone.switchNfc(true);
  expect(changes).toBe(1);

  const none = fakePhone();
  none.takeChip();
  const without = createNativeNfc(none.plugin, { system: "ios", sheetText: "" });
  expect(await without.permission()).toBe("ask");
  expect(without.missing()).toEqual({ kind: "no-adapter" });
});

test("what was cancelled before it began touches nothing", async () => {
  const { phone, nfc, listener } = setUp("android");
  const signal = AbortSignal.abort();
  expect(await nfc.listen(signal, listener)).toMatchObject({ problem: { kind: "cancelled" } });
  expect(await nfc.write(signal, link)).toMatchObject({ problem: { kind: "cancelled" } });
  expect(phone.calls).toEqual([]);
});
