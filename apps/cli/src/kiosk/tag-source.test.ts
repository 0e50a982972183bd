import { encodeNdef, uriRecord } from "@scanhook/tags";
import { expect, test } from "vitest";
import { fromHex } from "../tag-content/hex.ts";
import type { Card, CardReaders, ReaderEvent } from "../tag-readers/card-readers.ts";
import { tagGone } from "../tag-readers/card-readers.ts";
import { protectTag } from "../tag-readers/ntag21x/password.ts";
import { createNtag21xMemory, createVirtualCard, transmitTo } from "../testing/virtual-card.ts";
import type { KioskEvent, KioskScan } from "./events.ts";
import { createTagPresence } from "./tag-presence.ts";
import { openTagSource } from "./tag-source.ts";

/**
 * Creates a tag source with readers that the test controls. Everything above PC/SC is the real
 * code.
 */
function createTestSource(wantedReader?: string, password?: Uint8Array) {
  const scans: KioskScan[] = [];
  const events: KioskEvent[] = [];
  const clock = { ms: 0 };
  const tagsOnReaders = new Map<string, Transmit>();
  let onReaderEvent: (event: ReaderEvent) => void = () => undefined;
  const onScan = async (scan: KioskScan) => void scans.push(scan);
  const tagSource = openTagSource(wantedReader, onScan, (event) => events.push(event), {
    password,
    presence: createTagPresence({ now: () => clock.ms }),
    open: (listener): CardReaders => {
      onReaderEvent = listener;
      return {
        async use(reader, work) {
          const transmit = tagsOnReaders.get(reader);
          if (!transmit) return tagGone;
          return { ok: true, value: await work({ reader, atr: ntagAtr, transmit }) };
        },
        giveFeedback: async () => true,
        close: () => undefined,
      };
    },
  });
  return {
    tagSource,
    scans,
    events,
    clock,
    emit: (event: ReaderEvent) => onReaderEvent(event),
    putTag(reader: string, transmit: Transmit) {
      tagsOnReaders.set(reader, transmit);
      onReaderEvent({ kind: "card", reader });
    },
    removeTag(reader: string) {
      tagsOnReaders.delete(reader);
      onReaderEvent({ kind: "card-gone", reader });
    },
  };
}

type Transmit = Card["transmit"];

const getData = 0xca;
const readBinary = 0xb0;

const ntagAtr = Uint8Array.from(Buffer.from("3b8f8001804f0ca0000003060300030000000068", "hex"));

/**
 * Creates an NTAG213 with a link, or with `pages` from page 4 on, in hexadecimal. The tag is
 * removed after `reads` READ BINARY commands.
 */
function createNtag({
  uid = "04a27f1b5e8000",
  link = "https://example.org/7",
  reads = 100,
  pages = "",
} = {}): Transmit {
  const message = encodeNdef([uriRecord(link)]);
  const memory = Buffer.alloc(180);
  memory.write("e1101200", 12, "hex");
  memory.set([3, message.length, ...message, 0xfe], 16);
  memory.write(pages, 16, "hex");
  let readsLeft = reads;
  return async ([, instruction, , block = 0, length]) => {
    const success = { ok: true, status: 0x9000 } as const;
    if (instruction === getData)
      return { ...success, data: Uint8Array.from(Buffer.from(uid, "hex")) };
    if (instruction !== readBinary) return { ok: true, status: 0x6d00, data: new Uint8Array() };
    if (readsLeft-- <= 0) return tagGone;
    return {
      ...success,
      data: Uint8Array.from(memory.subarray(block * 4, block * 4 + (length || 16))),
    };
  };
}

const reader = "ACS ACR122U";

test("a tag that hides its content is sent with it where the kiosk has the password", async () => {
  const uid = fromHex("04a27f1b5e8000");
  const memory = createNtag21xMemory("0310d1010c55046578616d706c652e636f6dfe");
  const password = fromHex("c0ffee42");
  const { card, simulation } = createVirtualCard({ kind: "ntag", uid, memory, channel: "pn532" });
  card.reader = reader;
  await protectTag(card, password, { reading: true });
  const expected = { identifier: "04:A2:7F:1B:5E:80:00", content: "https://example.com" };
  for (const [known, scan] of [
    [password, expected],
    [undefined, { ...expected, content: "" }],
  ] as const) {
    const source = createTestSource(undefined, known);
    source.emit({ kind: "reader", reader });
    source.putTag(reader, transmitTo(simulation));
    await expect.poll(() => source.scans).toHaveLength(1);
    expect(source.scans[0]).toMatchObject({ scan });
    expect(source.scans[0]?.note).toEqual(
      known ? undefined : expect.stringContaining("protected by a password"),
    );
  }
});

test("every tag gives a scan with its UID and content, and a tag that stays on its reader gives one scan", async () => {
  const source = createTestSource();
  source.emit({ kind: "reader", reader });
  source.putTag(reader, createNtag());
  await expect.poll(() => source.scans).toHaveLength(1);
  expect(source.scans[0]).toMatchObject({
    reader,
    scan: { identifier: "04:A2:7F:1B:5E:80:00", content: "https://example.org/7" },
  });
  // The tag is at the edge of the field, and then the service restarts.
  source.removeTag(reader);
  source.putTag(reader, createNtag());
  source.removeTag(reader);
  source.emit({ kind: "reader-gone", reader });
  // The tag stayed on the reader, so this time does not count as absence.
  source.clock.ms += 60_000;
  source.emit({ kind: "reader", reader });
  source.putTag(reader, createNtag());
  source.removeTag(reader);
  source.putTag(reader, createNtag({ uid: "04a27f1b5e8001" }));
  await expect.poll(() => source.scans).toHaveLength(2);
  source.removeTag(reader);
  source.clock.ms += 2000;
  source.putTag(reader, createNtag({ uid: "04a27f1b5e8001" }));
  await expect.poll(() => source.scans).toHaveLength(3);
  expect(source.scans.map(({ scan }) => scan.identifier.at(-1))).toEqual(["0", "1", "1"]);
});

// The pages of a tag in the tests of suchmememanyskill/OpenRFID.
test("a TigerTag gives a scan with its UID, and the spool", async () => {
  const source = createTestSource();
  const pages = "5bf59264ffffffff954b68ff8e38e120bcbcbcff0003e81500be00f032082d373162e429";
  source.putTag(reader, createNtag({ pages: pages.padEnd(288, "0") }));
  await expect.poll(() => source.scans).toHaveLength(1);
  expect(source.scans[0]).toMatchObject({
    scan: { identifier: "04:A2:7F:1B:5E:80:00", content: "" },
    note: undefined,
    spool: { format: "TigerTag", brand: "ELEGOO", material: "PLA" },
  });
});

test("a tag that is removed too soon is reported as unread, and is scanned when it is put on again", async () => {
  const source = createTestSource();
  source.putTag(reader, createNtag({ reads: 1 }));
  await expect
    .poll(() => source.events)
    .toEqual([{ kind: "unread", reader, reason: tagGone.reason }]);
  source.removeTag(reader);
  source.putTag(reader, createNtag());
  await expect.poll(() => source.scans).toHaveLength(1);
  // A tag that is lifted off slowly responds in part once more, which is not reported.
  source.removeTag(reader);
  source.putTag(reader, createNtag({ reads: 0 }));
  source.removeTag(reader);
  source.emit({ kind: "mute", reader });
  source.clock.ms += 10_000;
  source.emit({ kind: "mute", reader });
  await expect.poll(() => source.events).toHaveLength(2);
  expect(source.events[1]).toMatchObject({ kind: "unread", reason: expect.stringMatching("flat") });
});

test("a tag with unreadable content gives a scan with its UID, no content and a note", async () => {
  const source = createTestSource();
  const readable = createNtag();
  source.putTag(reader, async (command) =>
    command[1] === getData
      ? readable(command)
      : { ok: true, status: 0x6300, data: new Uint8Array() },
  );
  await expect.poll(() => source.scans).toHaveLength(1);
  expect(source.scans[0]).toMatchObject({
    scan: { identifier: "04:A2:7F:1B:5E:80:00", content: "" },
    note: expect.stringMatching(/\S/),
  });
});

test("--reader uses only the readers whose name contains its value, and reports the other readers as ignored", async () => {
  const source = createTestSource("acr122");
  for (const name of [reader, "Other 00"]) source.emit({ kind: "reader", reader: name });
  source.putTag("Other 00", createNtag());
  source.putTag(reader, createNtag());
  await expect.poll(() => source.scans).toHaveLength(1);
  expect(source.scans[0]?.reader).toBe(reader);
  expect(source.events).toEqual([
    { kind: "reader", reader },
    { kind: "ignored", reader: "Other 00" },
  ]);
  expect(await source.tagSource.giveFeedback("Other 00", "good")).toBe(false);
  expect(await source.tagSource.giveFeedback(reader, "good")).toBe(true);
});

test("the tag source ends only when a missing service is final", async () => {
  const source = createTestSource();
  let isEnded = false;
  source.tagSource.ended.then(() => {
    isEnded = true;
  });
  source.emit({ kind: "no-service", reason: "Start it.", final: false });
  await Promise.resolve();
  expect(isEnded).toBe(false);
  source.emit({ kind: "no-service", reason: "Install it.", final: true });
  await source.tagSource.ended;
  expect(source.events).toHaveLength(2);
});
