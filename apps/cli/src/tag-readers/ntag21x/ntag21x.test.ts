import { expect, test } from "vitest";
import { fromHex } from "../../tag-content/hex.ts";
import { createNtag21xMemory, createVirtualCard, transmitTo } from "../../testing/virtual-card.ts";
import { dumpMemory } from "../dump-memory.ts";
import { readTagOnReader } from "../read-tag-on-reader.ts";
import { writeTagOnReader } from "../write-tag-on-reader.ts";
import { protectTag, unprotectTag } from "./password.ts";

const uid = fromHex("04a27f1b5e8000");
const password = fromHex("c0ffee42");
const wrong = fromHex("00000000");
/** The links https://example.com, and https://example.com/?u= with 21 zeros after it. */
const link = fromHex("d1010c55046578616d706c652e636f6d");
const longLink = "d1012555046578616d706c652e636f6d2f3f753d";
const message = fromHex(longLink + "30".repeat(21));
const mirrorOffset = longLink.length / 2;

type Chip = Parameters<typeof createNtag21xMemory>[1];

function createTag(
  chip: Chip = "NTAG213",
  channel: "transparent" | "pn532" | "none" = "transparent",
) {
  const memory = createNtag21xMemory("0103a00c340310d1010c55046578616d706c652e636f6dfe", chip);
  return createVirtualCard({ kind: "ntag", uid, memory, channel });
}

/** Takes the tag off the reader and puts it on again, which ends its authentication. */
function putOnAgain({ card, simulation }: ReturnType<typeof createTag>): void {
  card.transmit = transmitTo(simulation);
}

test.each(["NTAG213", "NTAG215", "NTAG216"] as const)(
  "an %s with a password is written only with it, read without it, and opened again",
  async (chip) => {
    const tag = createTag(chip);
    expect(await protectTag(tag.card, password)).toMatchObject({ ok: true, chip: { name: chip } });
    putOnAgain(tag);
    expect((await readTagOnReader(tag.card)).content).toMatchObject({
      kind: "ndef",
      message: link,
    });
    const refused = await writeTagOnReader(tag.card, message);
    expect(refused.outcome).toEqual({
      kind: "unwritable",
      reason: expect.stringMatching(/^The tag is protected by a password; give it with --password/),
    });
    putOnAgain(tag);
    const mistaken = await writeTagOnReader(tag.card, message, { password: wrong });
    expect(mistaken.outcome).toMatchObject({
      kind: "unwritable",
      reason: expect.stringContaining("does not accept"),
    });
    putOnAgain(tag);
    const written = await writeTagOnReader(tag.card, message, { password });
    expect(written.outcome).toMatchObject({ kind: "written" });
    putOnAgain(tag);
    expect(await unprotectTag(tag.card, password)).toMatchObject({ ok: true });
    putOnAgain(tag);
    expect((await writeTagOnReader(tag.card, link)).outcome).toMatchObject({ kind: "written" });
  },
);

test("a tag that hides its content shows its UID and says that it needs the password", async () => {
  const tag = createTag();
  await protectTag(tag.card, password, { reading: true });
  putOnAgain(tag);
  expect(await readTagOnReader(tag.card)).toMatchObject({
    uid,
    content: { kind: "unreadable", reason: expect.stringContaining("protected by a password") },
  });
  putOnAgain(tag);
  const { content } = await readTagOnReader(tag.card, password);
  expect(content).toMatchObject({ kind: "ndef", message: link });
});

test("through the PN532 of an ACR122U a password works, too", async () => {
  const tag = createTag("NTAG213", "pn532");
  tag.card.reader = "ACS ACR122U PICC Interface";
  expect(await protectTag(tag.card, password)).toMatchObject({ ok: true });
  putOnAgain(tag);
  expect(await unprotectTag(tag.card, wrong)).toMatchObject({ ok: false, kind: "failed" });
});

test("a reader that does not pass on commands of chips writes links, and says what it cannot", async () => {
  const tag = createTag("NTAG213", "none");
  expect((await writeTagOnReader(tag.card, link)).outcome).toMatchObject({ kind: "written" });
  const reason = expect.stringContaining("does not pass on the commands of the chip");
  expect(await protectTag(tag.card, password)).toEqual({ ok: false, kind: "failed", reason });
  const mirror = { what: "uid", offset: mirrorOffset } as const;
  const { outcome } = await writeTagOnReader(tag.card, message, { mirror });
  expect(outcome).toEqual({ kind: "unwritable", reason });
});

test.each([
  ["uid", "04A27F1B5E8000"],
  ["counter", "000002"],
  ["both", "04A27F1B5E8000x000002"],
] as const)("the mirror of %s is read as %s after a second touch", async (what, expected) => {
  const tag = createTag("NTAG215");
  const { outcome } = await writeTagOnReader(tag.card, message, {
    mirror: { what, offset: mirrorOffset },
  });
  expect(outcome).toMatchObject({ kind: "written", mirror: what });
  // The chip counted the touch that switched the mirror on, if it counted at all.
  putOnAgain(tag);
  const { content } = await readTagOnReader(tag.card);
  const shown = content.kind === "ndef" ? Buffer.from(content.message).toString("latin1") : "";
  expect(shown.slice(mirrorOffset, mirrorOffset + expected.length)).toMatch(
    what === "uid" ? expected : new RegExp(`${expected.slice(0, -1)}[12]$`),
  );
  putOnAgain(tag);
  expect((await writeTagOnReader(tag.card, link)).outcome).toMatchObject({ kind: "written" });
  putOnAgain(tag);
  expect((await readTagOnReader(tag.card)).content).toMatchObject({ message: link });
});

test("a tag that is taken away at any step of protecting it is protected by the next try", async () => {
  for (let after = 0; ; after++) {
    const tag = createTag();
    tag.simulation.fail({ after, leaves: true });
    const first = await protectTag(tag.card, password, { reading: true });
    if (first.ok) break;
    expect(first).toMatchObject({ kind: "gone" });
    tag.simulation.fail(undefined);
    putOnAgain(tag);
    expect(await protectTag(tag.card, password, { reading: true })).toMatchObject({ ok: true });
    putOnAgain(tag);
    expect(await unprotectTag(tag.card, password)).toMatchObject({ ok: true });
    expect(after).toBeLessThan(40);
  }
});

test("a tag that is taken away at any step of writing a mirror is repaired by the next try", async () => {
  const mirror = { what: "uid", offset: mirrorOffset } as const;
  for (let after = 0; ; after++) {
    const tag = createTag();
    tag.simulation.fail({ after, leaves: true });
    const { outcome } = await writeTagOnReader(tag.card, message, { mirror });
    if (outcome.kind === "written") break;
    expect(outcome).toMatchObject({ kind: "gone" });
    tag.simulation.fail(undefined);
    putOnAgain(tag);
    expect(await writeTagOnReader(tag.card, message, { mirror })).toMatchObject({
      outcome: { kind: "written", mirror: "uid" },
    });
    expect(after).toBeLessThan(80);
  }
});

test("settings that were fixed for good are not changed, and the tag says so", async () => {
  const tag = createTag();
  tag.simulation.memory[0x2a * 4] = 0x40;
  expect(await protectTag(tag.card, password)).toMatchObject({
    ok: false,
    reason: expect.stringContaining("fixed for good"),
  });
});

test("a dump has the whole memory of a chip, and says what a password hides", async () => {
  const tag = createTag("NTAG216");
  const whole = await dumpMemory(tag.card);
  expect(whole).toEqual({
    ok: true,
    format: "t2",
    memory: tag.simulation.memory.fill(0, 916, 922),
  });
  putOnAgain(tag);
  await protectTag(tag.card, password, { reading: true });
  putOnAgain(tag);
  expect(await dumpMemory(tag.card)).toMatchObject({ ok: false, kind: "failed" });
  putOnAgain(tag);
  const opened = await dumpMemory(tag.card, password);
  expect(opened.ok && opened.memory.length).toBe(924);
});
