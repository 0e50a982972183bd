import fc from "fast-check";
import { expect, test } from "vitest";
import type { CardOptions } from "../../../../e2e/pcsc/card.ts";
import { fromHex } from "../tag-content/hex.ts";
import {
  createIcodeMemory,
  createNtagMemory,
  createVirtualCard,
  transmitTo,
  type VirtualCard,
} from "../testing/virtual-card.ts";
import type { Card } from "./card-readers.ts";
import { readTagOnReader } from "./read-tag-on-reader.ts";
import { writeTagOnReader } from "./write-tag-on-reader.ts";

const select = 0xa4;
const updateBinary = 0xd6;
const uid = fromHex("04a27f1b5e8000");
/** An NDEF message with the link https://example.com. */
const uriMessage = fromHex("d1010c55046578616d706c652e636f6d");

/** Creates the options of an empty card whose memory begins with an NDEF TLV. */
const cardOptions = {
  t2: (data: string): CardOptions => ({
    kind: "t2",
    uid,
    memory: createNtagMemory(data, { size: 496 }),
  }),
  t5: (data: string): CardOptions => ({ kind: "t5", uid, memory: createIcodeMemory(data) }),
  t4: (data: string): CardOptions => ({ kind: "t4", uid, ndef: fromHex(data.slice(4, -2)) }),
};

test.each(["t2", "t4", "t5"] as const)(
  "a message written to a %s tag is read back",
  async (kind) => {
    const message = fromHex(`c1010000010d5402656e${"78".repeat(266)}`);
    const { card } = createVirtualCard(cardOptions[kind]("0303d00000fe"));
    const written = await writeTagOnReader(card, message);
    expect(written).toMatchObject({ uid, outcome: { kind: "written", bytes: 276 } });
    const { content } = await readTagOnReader(card);
    expect(content).toMatchObject({ kind: "ndef", message });
    const { outcome } = written;
    expect(content).toHaveProperty("capacity", outcome.kind === "written" && outcome.capacity);
  },
);

test("writing a message writes only the blocks that change", async () => {
  const { card, simulation } = createVirtualCard(
    cardOptions.t2(`0310${Buffer.from(uriMessage).toString("hex")}fe`),
  );
  await writeTagOnReader(card, uriMessage);
  expect(simulation.log.filter((command) => command.startsWith("ffd6"))).toEqual([]);
  const changedMessage = uriMessage.with(-1, 0x6e);
  await writeTagOnReader(card, changedMessage);
  // The length becomes 0, then the last character is written, then the length. The block numbers
  // are in the third and fourth byte.
  const writes = simulation.log.filter((command) => command.startsWith("ffd6"));
  expect(writes.map((command) => command.slice(4, 8))).toEqual(["0004", "0008", "0004"]);
});

/** Any message with one text record without a language code. */
const anyMessage = fc.uint8Array({ maxLength: 280 }).map((text) => {
  const length = text.length + 1;
  const header =
    length < 256 ? [0xd1, 1, length, 0x54, 0] : [0xc1, 1, 0, 0, length >> 8, length & 255, 0x54, 0];
  return Uint8Array.from([...header, ...text]);
});

test.each(["t2", "t4", "t5"] as const)(
  "a %s tag that is removed at any moment has the old message, no message or the new message",
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        anyMessage,
        anyMessage,
        fc.nat(400),
        fc.nat(6),
        async (oldMessage, newMessage, commandCount, nullTlvCount) => {
          // Null TLVs before the message shift it against the block boundaries.
          const padding = kind === "t4" ? new Uint8Array() : new Uint8Array(nullTlvCount);
          const { card, simulation } = createVirtualCard(
            cardOptions[kind](padding.length ? "00".repeat(nullTlvCount) : "0300fe"),
          );
          const prepared = await writeTagOnReader(card, oldMessage);
          expect(prepared.outcome.kind).toBe("written");
          simulation.fail({ after: commandCount, leaves: true });
          const written = await writeTagOnReader(card, newMessage);
          const returnedCard: Card = { ...card, transmit: putOnAgain(simulation) };
          const { content } = await readTagOnReader(returnedCard);
          if (written.outcome.kind === "written") {
            expect(content).toMatchObject({ kind: "ndef", message: newMessage });
          } else if (content.kind === "ndef") {
            expect([oldMessage, newMessage]).toContainEqual(content.message);
          } else {
            expect(content.kind).toBe("blank");
          }
        },
      ),
    );
  },
);

/**
 * Returns the `transmit` function of a reader on which the same card was put again, without its
 * failure.
 */
function putOnAgain(simulation: VirtualCard["simulation"]): Card["transmit"] {
  simulation.fail(undefined);
  return transmitTo(simulation);
}

test.each(["t2", "t4", "t5"] as const)(
  "a message that is too large for a %s tag is refused with the room on the tag and leaves the tag unchanged",
  async (kind) => {
    const { card, simulation } = createVirtualCard(cardOptions[kind]("0300fe"));
    const memoryBefore = simulation.memory.slice();
    const { outcome } = await writeTagOnReader(
      card,
      fromHex(`c10100000c005402656e${"78".repeat(3069)}`),
    );
    expect(outcome).toMatchObject({ kind: "too-big" });
    expect(outcome).toHaveProperty("reason", expect.stringMatching(/room for \d+/));
    expect(simulation.memory).toEqual(memoryBefore);
  },
);

test("read-only and unformatted tags are refused before anything is written", async () => {
  const readOnly = createNtagMemory("0300fe");
  readOnly[15] = 0x0f;
  for (const [options, kind] of [
    [{ kind: "t2", uid, memory: readOnly }, "read-only"],
    [{ kind: "t4", uid, ndef: new Uint8Array(), readOnly: true }, "read-only"],
    [{ kind: "t2", uid, memory: new Uint8Array(180) }, "unformatted"],
    [{ kind: "t5", uid, memory: new Uint8Array(320) }, "unformatted"],
  ] as const) {
    const { card, simulation } = createVirtualCard(options);
    const { outcome } = await writeTagOnReader(card, uriMessage);
    expect(outcome).toMatchObject({ kind, reason: expect.stringMatching(/\.$/) });
    expect(simulation.log.filter((command) => /^(ff|00)d6/.test(command))).toEqual([]);
  }
});

test("writing reports a tag that refuses the data and a tag that stores different data", async () => {
  const refusing = createVirtualCard({
    kind: "t2",
    uid,
    memory: createNtagMemory("0300fe"),
    readOnly: true,
  });
  expect((await writeTagOnReader(refusing.card, uriMessage)).outcome).toMatchObject({
    kind: "failed",
    reason: expect.stringContaining("(6300)"),
  });
  const { card, simulation } = createVirtualCard(cardOptions.t2("0300fe"));
  const forgetful: Card = {
    ...card,
    async transmit(command) {
      const response = await card.transmit(command);
      if (command[1] === updateBinary) simulation.memory[30]! ^= 0x10;
      return response;
    },
  };
  expect((await writeTagOnReader(forgetful, uriMessage)).outcome.kind).toBe("different");
});

test("a Type 2 tag is locked permanently, with its container and all lock bits", async () => {
  const { card, simulation } = createVirtualCard({
    kind: "t2",
    uid,
    memory: createNtagMemory("0103a00c340300fe"),
  });
  const { outcome } = await writeTagOnReader(card, uriMessage, { lock: true });
  expect(outcome).toMatchObject({ kind: "written", lock: { ok: true, how: "memory" } });
  expect(simulation.memory[15]).toBe(0x0f);
  expect(simulation.memory.slice(10, 12)).toEqual(fromHex("ffff"));
  // NTAG213's page 28h, 12 bits.
  expect(simulation.memory.slice(0xa0, 0xa4)).toEqual(fromHex("ff0f0000"));
  const again = await writeTagOnReader(card, uriMessage.with(-1, 0x6e));
  expect(again.outcome.kind).toBe("read-only");
});

test("a Type 5 tag is declared read-only", async () => {
  const { card, simulation } = createVirtualCard(cardOptions.t5("0300fe"));
  const { outcome } = await writeTagOnReader(card, uriMessage, { lock: true });
  expect(outcome).toMatchObject({ kind: "written", lock: { ok: true, how: "declared" } });
  expect(simulation.memory.slice(0, 4)).toEqual(fromHex("e1432701"));
  expect((await writeTagOnReader(card, uriMessage.with(-1, 0x6e))).outcome.kind).toBe("read-only");
});

test("a Type 4 tag with a protected container is written and reported as not locked", async () => {
  const { card } = createVirtualCard(cardOptions.t4("0300fe"));
  const { outcome } = await writeTagOnReader(card, uriMessage, { lock: true });
  expect(outcome).toMatchObject({
    kind: "written",
    lock: { ok: false, reason: expect.stringContaining("(6982)") },
  });
});

test("a Type 4 tag that allows it is locked through its container", async () => {
  const { card } = createVirtualCard(cardOptions.t4("0300fe"));
  let isContainerSelected = false;
  let writeAccess = 0;
  const unprotected: Card = {
    ...card,
    async transmit(command) {
      const [, instruction, , offset] = command;
      if (instruction === select) isContainerSelected = command.at(-1) === 0x03;
      const isWriteAccess = isContainerSelected && offset === 14;
      if (instruction === updateBinary && isWriteAccess) writeAccess = command.at(-1)!;
      if (isWriteAccess) return { ok: true, data: Uint8Array.of(writeAccess), status: 0x9000 };
      return card.transmit(command);
    },
  };
  const { outcome } = await writeTagOnReader(unprotected, uriMessage, { lock: true });
  expect(outcome).toMatchObject({ kind: "written", lock: { ok: true, how: "memory" } });
  expect(writeAccess).toBe(0xff);
});
