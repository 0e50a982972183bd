import fc from "fast-check";
import { expect, test } from "vitest";
import type { CardOptions } from "../../../../e2e/pcsc/card.ts";
import { fromHex, icode, layCard, ntag, transmitTo } from "../tests/laid-card.ts";
import type { Card } from "./card-readers.ts";
import { readTagOnReader } from "./read-tag.ts";
import { writeTagOnReader } from "./write-tag-on-reader.ts";

const uid = fromHex("04a27f1b5e8000");
const uri = fromHex("d1010c55046578616d706c652e636f6d");

const kinds = {
  t2: (data: string): CardOptions => ({ kind: "t2", uid, memory: ntag(data, { size: 496 }) }),
  t5: (data: string): CardOptions => ({ kind: "t5", uid, memory: icode(data) }),
  t4: (data: string): CardOptions => ({ kind: "t4", uid, ndef: fromHex(data.slice(4, -2)) }),
};

test.each(["t2", "t4", "t5"] as const)("what is written to a %s tag is read back", async (kind) => {
  const message = fromHex(`c1010000010d5402656e${"78".repeat(266)}`);
  const { card } = layCard(kinds[kind]("0303d00000fe"));
  const written = await writeTagOnReader(card, message);
  expect(written).toMatchObject({ uid, outcome: { kind: "written", bytes: 276 } });
  const { content } = await readTagOnReader(card);
  expect(content).toMatchObject({ kind: "ndef", message });
  const { outcome } = written;
  expect(content).toHaveProperty("capacity", outcome.kind === "written" && outcome.capacity);
});

test("only blocks that change are written", async () => {
  const { card, inside } = layCard(kinds.t2(`0310${Buffer.from(uri).toString("hex")}fe`));
  await writeTagOnReader(card, uri);
  expect(inside.log.filter((command) => command.startsWith("ffd6"))).toEqual([]);
  const other = uri.with(-1, 0x6e);
  await writeTagOnReader(card, other);
  // The length to 0, the last character, the length.
  const writes = inside.log.filter((command) => command.startsWith("ffd6"));
  expect(writes.map((command) => command.slice(4, 8))).toEqual(["0004", "0008", "0004"]);
});

/** Any message: a text record without a language whose length is given. */
const messages = fc.uint8Array({ maxLength: 280 }).map((text) => {
  const length = text.length + 1;
  const header =
    length < 256 ? [0xd1, 1, length, 0x54, 0] : [0xc1, 1, 0, 0, length >> 8, length & 255, 0x54, 0];
  return Uint8Array.from([...header, ...text]);
});

test.each(["t2", "t4", "t5"] as const)(
  "a %s tag taken away at any moment shows the old message, none, or the new one",
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        messages,
        messages,
        fc.nat(400),
        fc.nat(6),
        async (old, next, cut, nulls) => {
          // Null TLVs before the message move it against the blocks.
          const padding = kind === "t4" ? new Uint8Array() : new Uint8Array(nulls);
          const { card, inside } = layCard(
            kinds[kind](padding.length ? "00".repeat(nulls) : "0300fe"),
          );
          const first = await writeTagOnReader(card, old);
          expect(first.outcome.kind).toBe("written");
          inside.fail({ after: cut, leaves: true });
          const written = await writeTagOnReader(card, next);
          const again: Card = { ...card, transmit: answers(inside) };
          const { content } = await readTagOnReader(again);
          if (written.outcome.kind === "written") {
            expect(content).toMatchObject({ kind: "ndef", message: next });
          } else if (content.kind === "ndef") {
            expect([old, next]).toContainEqual(content.message);
          } else {
            expect(content.kind).toBe("blank");
          }
        },
      ),
    );
  },
);

/** The same card put on again. */
function answers(inside: ReturnType<typeof layCard>["inside"]): Card["transmit"] {
  inside.fail(undefined);
  return transmitTo(inside);
}

test.each(["t2", "t4", "t5"] as const)(
  "a message too large for a %s tag leaves it as it was",
  async (kind) => {
    const { card, inside } = layCard(kinds[kind]("0300fe"));
    const before = inside.memory.slice();
    const { outcome } = await writeTagOnReader(
      card,
      fromHex(`c10100000c005402656e${"78".repeat(3069)}`),
    );
    expect(outcome).toMatchObject({ kind: "too-big" });
    expect(outcome).toHaveProperty("reason", expect.stringMatching(/room for \d+/));
    expect(inside.memory).toEqual(before);
  },
);

test("read-only and unformatted tags are refused with a sentence before anything is written", async () => {
  const readOnly = ntag("0300fe");
  readOnly[15] = 0x0f;
  for (const [options, kind] of [
    [{ kind: "t2", uid, memory: readOnly }, "read-only"],
    [{ kind: "t4", uid, ndef: new Uint8Array(), readOnly: true }, "read-only"],
    [{ kind: "t2", uid, memory: new Uint8Array(180) }, "unformatted"],
    [{ kind: "t5", uid, memory: new Uint8Array(320) }, "unformatted"],
  ] as const) {
    const { card, inside } = layCard(options);
    const { outcome } = await writeTagOnReader(card, uri);
    expect(outcome).toMatchObject({ kind, reason: expect.stringMatching(/\.$/) });
    expect(inside.log.filter((command) => /^(ff|00)d6/.test(command))).toEqual([]);
  }
});

test("a tag that refuses to be written, or forgets what it was given, is told", async () => {
  const refusing = layCard({ kind: "t2", uid, memory: ntag("0300fe"), readOnly: true });
  expect((await writeTagOnReader(refusing.card, uri)).outcome).toMatchObject({
    kind: "failed",
    reason: expect.stringContaining("(6300)"),
  });
  const { card, inside } = layCard(kinds.t2("0300fe"));
  const forgetful: Card = {
    ...card,
    async transmit(command) {
      const answer = await card.transmit(command);
      if (command[1] === 0xd6) inside.memory[30]! ^= 0x10;
      return answer;
    },
  };
  expect((await writeTagOnReader(forgetful, uri)).outcome.kind).toBe("different");
});

test("a Type 2 tag is locked for good: container, later pages, first pages", async () => {
  const { card, inside } = layCard({ kind: "t2", uid, memory: ntag("0103a00c340300fe") });
  const { outcome } = await writeTagOnReader(card, uri, { lock: true });
  expect(outcome).toMatchObject({ kind: "written", lock: { ok: true, how: "memory" } });
  expect(inside.memory[15]).toBe(0x0f);
  expect(inside.memory.slice(10, 12)).toEqual(fromHex("ffff"));
  // NTAG213's page 28h, 12 bits.
  expect(inside.memory.slice(0xa0, 0xa4)).toEqual(fromHex("ff0f0000"));
  const again = await writeTagOnReader(card, uri.with(-1, 0x6e));
  expect(again.outcome.kind).toBe("read-only");
});

test("a Type 5 tag is declared read-only", async () => {
  const { card, inside } = layCard(kinds.t5("0300fe"));
  const { outcome } = await writeTagOnReader(card, uri, { lock: true });
  expect(outcome).toMatchObject({ kind: "written", lock: { ok: true, how: "declared" } });
  expect(inside.memory.slice(0, 4)).toEqual(fromHex("e1432701"));
  expect((await writeTagOnReader(card, uri.with(-1, 0x6e))).outcome.kind).toBe("read-only");
});

test("a Type 4 tag that keeps its container for itself is written and says that it is not locked", async () => {
  const { card } = layCard(kinds.t4("0300fe"));
  const { outcome } = await writeTagOnReader(card, uri, { lock: true });
  expect(outcome).toMatchObject({
    kind: "written",
    lock: { ok: false, reason: expect.stringContaining("(6982)") },
  });
});

test("a Type 4 tag that allows it is locked in its container", async () => {
  const { card } = layCard(kinds.t4("0300fe"));
  let container = false;
  let access = 0;
  const open: Card = {
    ...card,
    async transmit(command) {
      if (command[1] === 0xa4) container = command.at(-1) === 0x03;
      const isAccess = container && command[3] === 14;
      if (command[1] === 0xd6 && isAccess) access = command.at(-1)!;
      if (isAccess) return { ok: true, data: Uint8Array.of(access), status: 0x9000 };
      return card.transmit(command);
    },
  };
  const { outcome } = await writeTagOnReader(open, uri, { lock: true });
  expect(outcome).toMatchObject({ kind: "written", lock: { ok: true, how: "memory" } });
  expect(access).toBe(0xff);
});
