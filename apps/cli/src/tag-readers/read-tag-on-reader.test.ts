import { expect, test } from "vitest";
import { fromHex } from "../tag-content/hex.ts";
import { createIcodeMemory, createNtagMemory, createVirtualCard } from "../testing/virtual-card.ts";
import { readTagOnReader } from "./read-tag-on-reader.ts";

/** An NDEF message with the link https://example.com, in hexadecimal. */
const messageHex = "d1010c55046578616d706c652e636f6d";
const uid = fromHex("04a27f1b5e8000");
const icodeUid = fromHex("e0040108662f6fbc");
const message = fromHex(messageHex);

test("a Type 2 tag is read only up to the end of its message", async () => {
  const { card, simulation } = createVirtualCard({
    kind: "t2",
    uid,
    memory: createNtagMemory(`0103a00c340310${messageHex}fe`),
  });
  expect(await readTagOnReader(card)).toEqual({
    technology: "type2",
    uid,
    // 144 bytes, without five for the Lock Control TLV and two for the header of the message.
    content: { kind: "ndef", message, capacity: 137, writable: true },
  });
  expect(simulation.log.filter((command) => command.startsWith("ffb0"))).toHaveLength(3);
});

// The pages of a tag in the tests of suchmememanyskill/OpenRFID. For NDEF they would be a damaged
// block in an NTAG213, and a blank memory in an NTAG215.
test("a TigerTag is read up to its end, whatever its bytes would mean for NDEF", async () => {
  const pages = "5bf59264ffffffff954b68ff8e38e120bcbcbcff0003e81500be00f032082d373162e429";
  const { card, simulation } = createVirtualCard({
    kind: "t2",
    uid,
    memory: createNtagMemory(pages),
  });
  expect(await readTagOnReader(card)).toEqual({
    technology: "type2",
    uid,
    content: { kind: "tigerTag", userMemory: fromHex(pages.padEnd(160, "0")) },
  });
  expect(simulation.log.filter((command) => command.startsWith("ffb0"))).toHaveLength(6);
});

test("the UID of an ISO 15693 tag is reversed when the reader returns it least significant byte first", async () => {
  const memory = createIcodeMemory(`0310${messageHex}fe`);
  for (const lsbFirst of [true, false]) {
    const { card } = createVirtualCard({ kind: "t5", uid: icodeUid, memory, lsbFirst });
    expect(await readTagOnReader(card)).toEqual({
      technology: "type5",
      uid: icodeUid,
      content: { kind: "ndef", message, capacity: 308, writable: true },
    });
  }
});

test("a Type 4 tag is read in parts no longer than the tag allows", async () => {
  const longMessage = fromHex(`c1010000012c54${"02656e"}${"61".repeat(297)}`);
  const { card } = createVirtualCard({
    kind: "t4",
    uid,
    ndef: longMessage,
    maxRead: 59,
    size: 1024,
  });
  expect(await readTagOnReader(card)).toEqual({
    technology: "type4",
    uid,
    content: { kind: "ndef", message: longMessage, capacity: 1022, writable: true },
  });
});

test("a tag is read on a reader that returns one block at a time", async () => {
  const { card } = createVirtualCard({
    kind: "t2",
    uid,
    memory: createNtagMemory(`0310${messageHex}fe`),
    maxRead: 4,
  });
  expect((await readTagOnReader(card)).content).toMatchObject({ kind: "ndef", message });
});

test("a tag with blocks of eight bytes is read when the reader returns whole blocks", async () => {
  const memory = createIcodeMemory(`0310${messageHex}fe`);
  const { card, simulation } = createVirtualCard({ kind: "t5", uid: icodeUid, memory });
  const cardWithEightByteBlocks: typeof card = {
    ...card,
    async transmit(command) {
      if (command[1] !== 0xb0) return card.transmit(command);
      const [, , , block = 0, length = 0] = command;
      const start = block * 8;
      const count = Math.max(8, length);
      return { ok: true, data: simulation.memory.slice(start, start + count), status: 0x9000 };
    },
  };
  expect((await readTagOnReader(cardWithEightByteBlocks)).content).toMatchObject({
    kind: "ndef",
    message,
  });
});

test("reading distinguishes blank, unformatted, read-only and damaged Type 2 tags", async () => {
  const contentOf = async (memory: Uint8Array) =>
    (await readTagOnReader(createVirtualCard({ kind: "t2", uid, memory }).card)).content;
  expect(await contentOf(createNtagMemory("0300fe"))).toEqual({
    kind: "blank",
    capacity: 142,
    writable: true,
  });
  expect(await contentOf(new Uint8Array(180))).toEqual({ kind: "unformatted" });
  const readOnly = createNtagMemory(`0310${messageHex}fe`);
  readOnly[15] = 0x0f;
  expect(await contentOf(readOnly)).toMatchObject({ kind: "ndef", writable: false });
  expect(await contentOf(createNtagMemory("03f0d101"))).toMatchObject({ kind: "damaged" });
});

test("an empty Type 4 tag is blank, and a Type 4 tag without the NDEF application is unformatted", async () => {
  const empty = createVirtualCard({ kind: "t4", uid, ndef: new Uint8Array(), size: 256 });
  expect((await readTagOnReader(empty.card)).content).toEqual({
    kind: "blank",
    capacity: 254,
    writable: true,
  });
  const withoutApplication = createVirtualCard({ kind: "t4", uid, ndef: new Uint8Array() });
  withoutApplication.simulation.fail({ instruction: 0xa4, after: 0, status: 0x6a82 });
  expect(await readTagOnReader(withoutApplication.card)).toEqual({
    technology: "type4",
    uid,
    content: { kind: "unformatted" },
  });
});

test("the UID is returned even when the content cannot be read", async () => {
  const { card, simulation } = createVirtualCard({
    kind: "t2",
    uid,
    memory: createNtagMemory(`0310${messageHex}fe`),
  });
  simulation.fail({ instruction: 0xb0, after: 0, status: 0x6982 });
  expect(await readTagOnReader(card)).toEqual({
    technology: "type2",
    uid,
    content: { kind: "unreadable", reason: "The tag is protected by a key or password (6982)." },
  });
});

test("a UID that the reader does not return is taken from the memory if its check bytes are correct", async () => {
  const memory = createNtagMemory(`0310${messageHex}fe`);
  const readWithoutUid = (memory: Uint8Array) =>
    readTagOnReader(createVirtualCard({ kind: "t2", uid, memory, uidStatus: 0x6a81 }).card);
  expect((await readWithoutUid(memory)).uid).toEqual(uid);
  memory[3]! ^= 1;
  expect((await readWithoutUid(memory)).uid).toBeUndefined();
});

test("only the identifier of MIFARE Classic and FeliCa cards is read", async () => {
  for (const [name, technology] of [
    ["0001", "mifare-classic"],
    ["003b", "felica"],
  ] as const) {
    const atr = fromHex(
      `3b8f8001804f0ca000000306${name === "003b" ? "11" : "03"}${name}0000000068`,
    );
    const { card } = createVirtualCard({ kind: "t2", uid, memory: createNtagMemory(""), atr });
    const tag = await readTagOnReader(card);
    expect(tag).toMatchObject({ technology, uid, content: { kind: "unreadable" } });
  }
});

test.each(["t2", "t4", "t5"] as const)(
  "a %s tag taken away before the last command is reported as gone, not as damaged",
  async (kind) => {
    const create = () =>
      kind === "t4"
        ? createVirtualCard({ kind, uid, ndef: message })
        : createVirtualCard({
            kind,
            uid,
            memory: (kind === "t2" ? createNtagMemory : createIcodeMemory)(`0310${messageHex}fe`),
          });
    const complete = create();
    await readTagOnReader(complete.card);
    for (let after = 0; after < complete.simulation.log.length; after++) {
      const { card, simulation } = create();
      simulation.fail({ after, leaves: true });
      const tag = await readTagOnReader(card);
      expect(tag.content.kind).toBe("gone");
      expect(tag.uid).toEqual(after === 0 ? undefined : uid);
    }
  },
);

test("a READ BINARY command is repeated once after a transmission error", async () => {
  const { card, simulation } = createVirtualCard({
    kind: "t2",
    uid,
    memory: createNtagMemory(`0310${messageHex}fe`),
  });
  let readCount = 0;
  const flaky: typeof card = {
    ...card,
    async transmit(command) {
      if (command[1] === 0xb0 && readCount++ === 0) {
        return { ok: true, data: new Uint8Array(), status: 0x6300 };
      }
      return card.transmit(command);
    },
  };
  expect((await readTagOnReader(flaky)).content).toMatchObject({ kind: "ndef", message });
  expect(simulation.log.length).toBeGreaterThan(0);
});
