import { printNdef, uriRecord } from "@scanhook/tags";
import { expect, test } from "vitest";
import type { Card, CardReaders, ReaderEvent } from "../tag-readers/card-readers.ts";
import { tagGone } from "../tag-readers/card-readers.ts";
import type { Found, News } from "./news.ts";
import { createResting } from "./resting.ts";
import { followTags } from "./tag-scans.ts";

// Readers that tests plug in and lay tags on: everything above PC/SC is the real thing.
function kioskWith(wanted?: string) {
  const found: Found[] = [];
  const news: News[] = [];
  const clock = { ms: 0 };
  const laid = new Map<string, Transmit>();
  let heard: (event: ReaderEvent) => void = () => undefined;
  const take = async (one: Found) => void found.push(one);
  const tags = followTags(wanted, take, (one) => news.push(one), {
    resting: createResting({ now: () => clock.ms }),
    open: (listener): CardReaders => {
      heard = listener;
      return {
        async use(reader, work) {
          const transmit = laid.get(reader);
          if (!transmit) return tagGone;
          return { ok: true, value: await work({ reader, atr: ntagAtr, transmit }) };
        },
        signal: async () => true,
        close: () => undefined,
      };
    },
  });
  return {
    tags,
    found,
    news,
    clock,
    tell: (event: ReaderEvent) => heard(event),
    lay(reader: string, transmit: Transmit) {
      laid.set(reader, transmit);
      heard({ kind: "card", reader });
    },
    lift(reader: string) {
      laid.delete(reader);
      heard({ kind: "card-gone", reader });
    },
  };
}

type Transmit = Card["transmit"];

const ntagAtr = Uint8Array.from(Buffer.from("3b8f8001804f0ca0000003060300030000000068", "hex"));

/** An NTAG213 with a link. `reads` is how many blocks it gives before it is taken away. */
function ntag({
  uid = "04a27f1b5e8000",
  link = "https://example.org/7",
  reads = 100,
} = {}): Transmit {
  const message = printNdef([uriRecord(link)]);
  const memory = Buffer.alloc(180);
  memory.write("e1101200", 12, "hex");
  memory.set([3, message.length, ...message, 0xfe], 16);
  let left = reads;
  return async ([, order, , block = 0, length]) => {
    const done = { ok: true, status: 0x9000 } as const;
    if (order === 0xca) return { ...done, data: Uint8Array.from(Buffer.from(uid, "hex")) };
    if (order !== 0xb0) return { ok: true, status: 0x6d00, data: new Uint8Array() };
    if (left-- <= 0) return tagGone;
    return {
      ...done,
      data: Uint8Array.from(memory.subarray(block * 4, block * 4 + (length || 16))),
    };
  };
}

const reader = "ACS ACR122U";

test("every tag is a scan with its UID and content; one that rests there is one scan", async () => {
  const kiosk = kioskWith();
  kiosk.tell({ kind: "reader", reader });
  kiosk.lay(reader, ntag());
  await expect.poll(() => kiosk.found).toHaveLength(1);
  expect(kiosk.found[0]).toMatchObject({
    reader,
    scan: { identifier: "04:A2:7F:1B:5E:80:00", content: "https://example.org/7" },
  });
  // At the edge of the field, and then the service is started anew.
  kiosk.lift(reader);
  kiosk.lay(reader, ntag());
  kiosk.lift(reader);
  kiosk.tell({ kind: "reader-gone", reader });
  kiosk.clock.ms += 60_000;
  kiosk.tell({ kind: "reader", reader });
  kiosk.lay(reader, ntag());
  kiosk.lift(reader);
  kiosk.lay(reader, ntag({ uid: "04a27f1b5e8001" }));
  await expect.poll(() => kiosk.found).toHaveLength(2);
  kiosk.lift(reader);
  kiosk.clock.ms += 2000;
  kiosk.lay(reader, ntag({ uid: "04a27f1b5e8001" }));
  await expect.poll(() => kiosk.found).toHaveLength(3);
  expect(kiosk.found.map(({ scan }) => scan.identifier.at(-1))).toEqual(["0", "1", "1"]);
});

test("a tag that is taken away too soon is no scan and is said so; laid down again it is one", async () => {
  const kiosk = kioskWith();
  kiosk.lay(reader, ntag({ reads: 1 }));
  await expect.poll(() => kiosk.news).toEqual([{ kind: "unread", reader, reason: tagGone.reason }]);
  kiosk.lift(reader);
  kiosk.lay(reader, ntag());
  await expect.poll(() => kiosk.found).toHaveLength(1);
  // Lifted off slowly it answers half once more, which is no news.
  kiosk.lift(reader);
  kiosk.lay(reader, ntag({ reads: 0 }));
  kiosk.lift(reader);
  kiosk.tell({ kind: "mute", reader });
  kiosk.clock.ms += 10_000;
  kiosk.tell({ kind: "mute", reader });
  await expect.poll(() => kiosk.news).toHaveLength(2);
  expect(kiosk.news[1]).toMatchObject({ kind: "unread", reason: expect.stringMatching("flat") });
});

test("a tag whose content cannot be read is sent with its UID and a note", async () => {
  const kiosk = kioskWith();
  const whole = ntag();
  kiosk.lay(reader, async (command) =>
    command[1] === 0xca ? whole(command) : { ok: true, status: 0x6300, data: new Uint8Array() },
  );
  await expect.poll(() => kiosk.found).toHaveLength(1);
  expect(kiosk.found[0]).toMatchObject({
    scan: { identifier: "04:A2:7F:1B:5E:80:00", content: "" },
    note: expect.stringMatching(/\S/),
  });
});

test("--reader narrows to the readers with that in their name, and says which others there are", async () => {
  const kiosk = kioskWith("acr122");
  for (const name of [reader, "Other 00"]) kiosk.tell({ kind: "reader", reader: name });
  kiosk.lay("Other 00", ntag());
  kiosk.lay(reader, ntag());
  await expect.poll(() => kiosk.found).toHaveLength(1);
  expect(kiosk.found[0]?.reader).toBe(reader);
  expect(kiosk.news).toEqual([
    { kind: "reader", reader },
    { kind: "ignored", reader: "Other 00" },
  ]);
  expect(await kiosk.tags.signal("Other 00", "good")).toBe(false);
  expect(await kiosk.tags.signal(reader, "good")).toBe(true);
});

test("it is over only when no reader can ever be used", async () => {
  const kiosk = kioskWith();
  let over = false;
  kiosk.tags.over.then(() => {
    over = true;
  });
  kiosk.tell({ kind: "no-service", reason: "Start it.", final: false });
  await Promise.resolve();
  expect(over).toBe(false);
  kiosk.tell({ kind: "no-service", reason: "Install it.", final: true });
  await kiosk.tags.over;
  expect(kiosk.news).toHaveLength(2);
});
