import type { Laid, NdefPlace } from "@scanhook/tags";
import { type Blocks, readBlocks, writeBlock } from "./blocks.ts";
import type { Card } from "./card-readers.ts";
import type { TagContent, WriteOutcome } from "./tag-on-reader.ts";
import { isEqual, orderWrites } from "./torn-writes.ts";
import { halfWritten, type Trouble, unreadable, unwritable } from "./trouble.ts";

/** What tells a kind of tag whose memory is read and written by blocks from another. */
export type MemoryKind = {
  blocks: Blocks;
  read(memory: Uint8Array): NdefPlace;
  lay(memory: Uint8Array, message: Uint8Array): Laid;
};

/** Reads on behind `start`, the memory known so far, only as far as the message needs. */
export async function readMemoryTag(
  card: Card,
  kind: MemoryKind,
  start: Uint8Array,
): Promise<TagContent> {
  const found = await findMessage(card, kind, start);
  return "trouble" in found ? unreadable(card, found.trouble) : found.place;
}

/** Lays the message into the memory, writes the blocks that change, reads them back and compares. */
export async function writeMemoryTag(
  card: Card,
  kind: MemoryKind,
  start: Uint8Array,
  message: Uint8Array,
): Promise<WriteOutcome> {
  const { blocks } = kind;
  const found = await findMessage(card, kind, start);
  if ("trouble" in found) return unwritable(card, found.trouble);
  let { memory } = found;
  let laid = kind.lay(memory, message);
  while (!laid.ok && laid.more !== undefined) {
    const rest = await readBlocks(card, blocks, memory.length, laid.more);
    if (!rest.ok) return unwritable(card, rest);
    memory = join(memory, rest.data);
    laid = kind.lay(memory, message);
  }
  if (!laid.ok) return { kind: whyNotLaid(found.place), reason: laid.reason };
  const empty = kind.lay(memory, new Uint8Array());
  // Where a message can be laid, an empty one can.
  const nothing = empty.ok ? empty.memory : memory;
  const writes = orderWrites(blocks.size, { old: memory, empty: nothing, full: laid.memory });
  for (const { block, data } of writes) {
    const written = await writeBlock(card, block, data);
    if (!written.ok) return halfWritten(card, written);
  }
  const changed = writes.map(({ block }) => block);
  if (changed.length > 0) {
    const from = Math.min(...changed) * blocks.size;
    const to = (Math.max(...changed) + 1) * blocks.size;
    const again = await readBlocks(card, blocks, from, to);
    if (!again.ok) return halfWritten(card, again);
    if (!isEqual(again.data, laid.memory.subarray(from, to))) return different;
  }
  const place = kind.read(laid.memory);
  const capacity = "capacity" in place ? place.capacity : message.length;
  return { kind: "written", bytes: message.length, capacity };
}

type Found =
  | { memory: Uint8Array; place: Exclude<NdefPlace, { kind: "more" }> }
  | { trouble: Trouble };

async function findMessage(card: Card, kind: MemoryKind, start: Uint8Array): Promise<Found> {
  let memory = start;
  for (;;) {
    const place = kind.read(memory);
    if (place.kind !== "more") return { memory, place };
    const rest = await readBlocks(card, kind.blocks, memory.length, place.length);
    if (!rest.ok) return { trouble: rest };
    memory = join(memory, rest.data);
  }
}

export const different: WriteOutcome = {
  kind: "different",
  reason: "The tag reads back differently from what was written; write it again, or take another.",
};

function whyNotLaid(place: NdefPlace): "unformatted" | "read-only" | "too-big" {
  if (place.kind === "unformatted") return "unformatted";
  return "writable" in place && !place.writable ? "read-only" : "too-big";
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
