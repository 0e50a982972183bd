import { expect, test } from "vitest";
import { fromHex, icode, layCard, ntag } from "../tests/laid-card.ts";
import { readTagOnReader } from "./read-tag.ts";

const uri = "d1010c55046578616d706c652e636f6d";
const uid = fromHex("04a27f1b5e8000");
const icodeUid = fromHex("e0040108662f6fbc");
const message = fromHex(uri);

test("a Type 2 tag is read only as far as its message goes", async () => {
  const { card, inside } = layCard({ kind: "t2", uid, memory: ntag(`0103a00c340310${uri}fe`) });
  expect(await readTagOnReader(card)).toEqual({
    technology: "type2",
    uid,
    // The Lock Control TLV takes five bytes, the message's own header two.
    content: { kind: "ndef", message, capacity: 137, writable: true },
  });
  expect(inside.log.filter((command) => command.startsWith("ffb0"))).toHaveLength(3);
});

test("the UID of an ISO 15693 tag is turned when the reader gives it the other way round", async () => {
  const memory = icode(`0310${uri}fe`);
  for (const lsbFirst of [true, false]) {
    const { card } = layCard({ kind: "t5", uid: icodeUid, memory, lsbFirst });
    expect(await readTagOnReader(card)).toEqual({
      technology: "type5",
      uid: icodeUid,
      content: { kind: "ndef", message, capacity: 308, writable: true },
    });
  }
});

test("a Type 4 tag is read in pieces of the length it allows", async () => {
  const long = fromHex(`c1010000012c54${"02656e"}${"61".repeat(297)}`);
  const { card } = layCard({ kind: "t4", uid, ndef: long, maxRead: 59, size: 1024 });
  expect(await readTagOnReader(card)).toEqual({
    technology: "type4",
    uid,
    content: { kind: "ndef", message: long, capacity: 1022, writable: true },
  });
});

test("a reader that gives one block at a time is good enough", async () => {
  const { card } = layCard({ kind: "t2", uid, memory: ntag(`0310${uri}fe`), maxRead: 4 });
  expect((await readTagOnReader(card)).content).toMatchObject({ kind: "ndef", message });
});

test("a tag with blocks of eight bytes is read when the reader gives whole blocks", async () => {
  const memory = icode(`0310${uri}fe`);
  const { card, inside } = layCard({ kind: "t5", uid: icodeUid, memory });
  const eight: typeof card = {
    ...card,
    async transmit(command) {
      if (command[1] !== 0xb0) return card.transmit(command);
      const from = command[3]! * 8;
      const count = Math.max(8, command[4]!);
      return { ok: true, data: inside.memory.slice(from, from + count), status: 0x9000 };
    },
  };
  expect((await readTagOnReader(eight)).content).toMatchObject({ kind: "ndef", message });
});

test("blank, unformatted, read-only and damaged tags are told apart", async () => {
  const contentOf = async (memory: Uint8Array) =>
    (await readTagOnReader(layCard({ kind: "t2", uid, memory }).card)).content;
  expect(await contentOf(ntag("0300fe"))).toEqual({ kind: "blank", capacity: 142, writable: true });
  expect(await contentOf(new Uint8Array(180))).toEqual({ kind: "unformatted" });
  const readOnly = ntag(`0310${uri}fe`);
  readOnly[15] = 0x0f;
  expect(await contentOf(readOnly)).toMatchObject({ kind: "ndef", writable: false });
  expect(await contentOf(ntag("03f0d101"))).toMatchObject({ kind: "damaged" });
});

test("an empty Type 4 tag is blank, one without the NDEF application unformatted", async () => {
  const empty = layCard({ kind: "t4", uid, ndef: new Uint8Array(), size: 256 });
  expect((await readTagOnReader(empty.card)).content).toEqual({
    kind: "blank",
    capacity: 254,
    writable: true,
  });
  const other = layCard({ kind: "t4", uid, ndef: new Uint8Array() });
  other.inside.fail({ instruction: 0xa4, after: 0, status: 0x6a82 });
  expect(await readTagOnReader(other.card)).toEqual({
    technology: "type4",
    uid,
    content: { kind: "unformatted" },
  });
});

test("the UID is kept when the content cannot be read", async () => {
  const { card, inside } = layCard({ kind: "t2", uid, memory: ntag(`0310${uri}fe`) });
  inside.fail({ instruction: 0xb0, after: 0, status: 0x6982 });
  expect(await readTagOnReader(card)).toEqual({
    technology: "type2",
    uid,
    content: { kind: "unreadable", reason: "The tag is protected by a key or password (6982)." },
  });
});

test("a UID that the reader does not tell is taken from the memory when its check bytes are right", async () => {
  const memory = ntag(`0310${uri}fe`);
  const read = (memory: Uint8Array) =>
    readTagOnReader(layCard({ kind: "t2", uid, memory, uidStatus: 0x6a81 }).card);
  expect((await read(memory)).uid).toEqual(uid);
  memory[3]! ^= 1;
  expect((await read(memory)).uid).toBeUndefined();
});

test("MIFARE Classic and FeliCa give their identifier alone", async () => {
  for (const [name, technology] of [
    ["0001", "mifare-classic"],
    ["003b", "felica"],
  ] as const) {
    const atr = fromHex(
      `3b8f8001804f0ca000000306${name === "003b" ? "11" : "03"}${name}0000000068`,
    );
    const { card } = layCard({ kind: "t2", uid, memory: ntag(""), atr });
    const tag = await readTagOnReader(card);
    expect(tag).toMatchObject({ technology, uid, content: { kind: "unreadable" } });
  }
});

test.each(["t2", "t4", "t5"] as const)(
  "a %s tag taken away after any command is gone, not damaged, or was read already",
  async (kind) => {
    const lay = () =>
      kind === "t4"
        ? layCard({ kind, uid, ndef: message })
        : layCard({ kind, uid, memory: (kind === "t2" ? ntag : icode)(`0310${uri}fe`) });
    const whole = lay();
    await readTagOnReader(whole.card);
    for (let after = 0; after < whole.inside.log.length; after++) {
      const { card, inside } = lay();
      inside.fail({ after, leaves: true });
      const tag = await readTagOnReader(card);
      expect(tag.content.kind).toBe("gone");
      expect(tag.uid).toEqual(after === 0 ? undefined : uid);
    }
  },
);

test("a command that failed on its way is tried once more", async () => {
  const { card, inside } = layCard({ kind: "t2", uid, memory: ntag(`0310${uri}fe`) });
  let failures = 0;
  const flaky: typeof card = {
    ...card,
    async transmit(command) {
      if (command[1] === 0xb0 && failures++ === 0) {
        return { ok: true, data: new Uint8Array(), status: 0x6300 };
      }
      return card.transmit(command);
    },
  };
  expect((await readTagOnReader(flaky)).content).toMatchObject({ kind: "ndef", message });
  expect(inside.log.length).toBeGreaterThan(0);
});
