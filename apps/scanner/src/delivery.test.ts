import { codeScan, type Outcome, printScan, type Receiver } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { createDelivery, type DeliveryParts } from "./delivery.ts";
import { type HistoryEntry, stateOf } from "./history/entry.ts";

const scan = codeScan({ content: "A1" });
const receiver: Receiver = { url: "https://hub.example/in/scans?token=secret" };

/** A history that only remembers, and a receiver that answers as told. */
function setUp(
  change: Partial<DeliveryParts> = {},
  outcome: Outcome = { kind: "accepted", status: 204 },
) {
  const written: HistoryEntry[] = [];
  const sent: string[] = [];
  const delivery = createDelivery({
    send: async (body) => {
      sent.push(body);
      return outcome;
    },
    receiver: async () => receiver,
    enabled: () => true,
    put: async (entry) => void written.push(entry),
    online: () => true,
    offlineReason: "offline",
    now: () => 1_000,
    ...change,
  });
  return { ...delivery, written, sent };
}

test("a scan is in the history before it is sent, and its outcome is written beside it", async () => {
  const { deliver, written, sent } = setUp();
  const entry = await deliver("code", scan, { format: "qr", bytes: new Uint8Array([1]) });
  expect(sent).toEqual([printScan(scan)]);
  expect(written.map(({ outcome }) => outcome.kind)).toEqual(["sending", "accepted"]);
  expect(new Set(written.map(({ id }) => id)).size).toBe(1);
  expect(entry).toEqual(written[1]);
  expect(entry).toMatchObject({ source: "code", scan, format: "qr", at: 1_000, resends: 0 });
});

test("the address it went to is kept without its query", async () => {
  expect((await setUp().deliver("code", scan)).sentTo).toBe("https://hub.example/in/scans");
});

test("with the source switched off nothing is sent, and the history says so", async () => {
  const { deliver, sent } = setUp({ enabled: (source) => source === "nfc" });
  expect((await deliver("code", scan)).outcome).toEqual({ kind: "off" });
  expect(sent).toEqual([]);
});

test("a receiver that does not answer keeps no other scan waiting", async () => {
  let release = (_: Outcome) => {};
  const slow = new Promise<Outcome>((resolve) => {
    release = resolve;
  });
  let count = 0;
  const { deliver } = setUp({
    send: () => {
      count += 1;
      return count === 1 ? slow : Promise.resolve<Outcome>({ kind: "accepted", status: 204 });
    },
  });
  const first = deliver("code", scan);
  expect((await deliver("code", scan)).outcome.kind).toBe("accepted");
  release({ kind: "refused", status: 500, reason: "x" });
  expect((await first).outcome.kind).toBe("refused");
});

test("a history that cannot be written does not keep a scan from being sent", async () => {
  const { deliver, sent } = setUp({ put: () => Promise.reject(new Error("quota")) });
  expect((await deliver("code", scan)).outcome.kind).toBe("accepted");
  expect(sent).toHaveLength(1);
});

test("never throws, whatever breaks", async () => {
  const broken = setUp({ receiver: () => Promise.reject(new Error("no database")) });
  expect((await broken.deliver("code", scan)).outcome).toMatchObject({ kind: "unreachable" });
});

test("offline is said when the device is offline and the receiver was not reached, and only then", async () => {
  const failed: Outcome = { kind: "unreachable", cause: "blocked", reason: "x" };
  const offline = { online: () => false };
  expect((await setUp(offline, failed).deliver("code", scan)).outcome).toMatchObject({
    reason: "offline",
  });
  // A receiver on the same machine answers without a network.
  expect((await setUp(offline).deliver("code", scan)).outcome.kind).toBe("accepted");
  expect((await setUp({}, failed).deliver("code", scan)).outcome).toEqual(failed);
});

test("a resend posts the same body under the same entry, whatever the switch, and counts after the first", async () => {
  const { deliver, resend, sent, written } = setUp({ enabled: () => false });
  const entry = await deliver("code", scan);
  const again = await resend(entry);
  expect(again).toMatchObject({ id: entry.id, resends: 0, outcome: { kind: "accepted" } });
  expect(await resend(again)).toMatchObject({ id: entry.id, body: entry.body, resends: 1 });
  expect(written.at(-1)).toMatchObject({ id: entry.id, resends: 1 });
  expect(sent).toEqual([entry.body, entry.body]);
});

test("entries of one millisecond sort as they were made", async () => {
  const { deliver } = setUp();
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () => (await deliver("code", scan)).id),
  );
  expect(ids.toSorted()).toEqual(ids);
});

test("a sending that began before the page did is unknown, not repeated", async () => {
  const { deliver, written } = setUp();
  await deliver("code", scan);
  const [interrupted] = written;
  expect(stateOf(interrupted!, 2_000)).toEqual({ kind: "unknown" });
  expect(stateOf(interrupted!, 500)).toEqual({ kind: "sending" });
});
