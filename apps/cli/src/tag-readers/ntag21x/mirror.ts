import { readBlocks } from "../blocks.ts";
import type { Card } from "../card-readers.ts";
import type { MirroredValue } from "../tag-on-reader.ts";
import { accessBits, changeConfig, type Ntag21x, pages, readConfig } from "./chip.ts";
import { type TagFailure, toTagFailure } from "./tag-failure.ts";

/**
 * What the chip writes over its content whenever it is read, and from which byte of the message on:
 * its UID in 14 hexadecimal digits, the number of times it was put on a reader in six, or both with
 * an x between them (NXP, NTAG213/215/216 data sheet, rev. 3.2, 8.7).
 */
export type Mirror = { what: MirroredValue; offset: number };

/** The values in the upper two bits of MIRROR, and what they look like when they are read. */
const mirrored: Readonly<Record<MirroredValue, { bits: number; shape: RegExp }>> = {
  uid: { bits: 1, shape: /^04[0-9A-F]{12}$/ },
  counter: { bits: 2, shape: /^[0-9A-F]{6}$/ },
  both: { bits: 3, shape: /^04[0-9A-F]{12}x[0-9A-F]{6}$/ },
};

/** The number of characters that a value takes. */
export const mirroredLength: Readonly<Record<MirroredValue, number>> = {
  uid: 14,
  counter: 6,
  both: 21,
};

/** Switches the mirror off, so that what is written is what is read. */
export async function clearMirror(card: Card, chip: Ntag21x): Promise<{ ok: true } | TagFailure> {
  const config = await readConfig(card, chip);
  if (!config.ok) return toTagFailure(card, config);
  const changed = await changeConfig(card, chip, {
    mirror: config.value.mirror & 0x0f,
    mirrorPage: 0,
  });
  return changed.ok ? changed : toTagFailure(card, changed);
}

/** Switches the mirror on over the message that the tag holds, and reads what it shows. */
export async function setMirror(
  card: Card,
  chip: Ntag21x,
  message: Uint8Array,
  { what, offset }: Mirror,
): Promise<{ ok: true } | TagFailure> {
  const memory = await readBlocks(card, pages, 0, chip.endOfData * 4);
  if (!memory.ok) return toTagFailure(card, memory);
  const start = Buffer.from(memory.data).indexOf(message);
  if (start === -1) return notMirrored;
  const first = start + offset;
  const config = await readConfig(card, chip);
  if (!config.ok) return toTagFailure(card, config);
  const { mirror, access } = config.value;
  const changed = await changeConfig(card, chip, {
    mirror: (mirrored[what].bits << 6) | ((first % 4) << 4) | (mirror & 0x0f),
    mirrorPage: first >> 2,
    access: what === "uid" ? access : access | accessBits.counts,
  });
  if (!changed.ok) return toTagFailure(card, changed);
  const from = first - (first % 4);
  const shown = await readBlocks(card, pages, from, first + mirroredLength[what]);
  if (!shown.ok) return toTagFailure(card, shown);
  const text = Buffer.from(shown.data.subarray(first - from, first - from + mirroredLength[what]));
  return mirrored[what].shape.test(text.toString("latin1")) ? { ok: true } : notMirrored;
}

const notMirrored: TagFailure = {
  ok: false,
  kind: "failed",
  reason: "The tag has its content, but does not show its UID or counter in it; take another tag.",
};
