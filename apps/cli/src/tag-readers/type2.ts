import { layType2, readType2 } from "@scanhook/tags";
import { readBlocks, writeBlock } from "./blocks.ts";
import type { Card } from "./card-readers.ts";
import { type MemoryKind, readMemoryTag, writeMemoryTag } from "./memory-tag.ts";
import type { LockOutcome, TagContent, WriteOutcome } from "./tag-on-reader.ts";
import { unreadable, unwritable } from "./trouble.ts";
import { lockWrites } from "./type2-lock.ts";
import { uidInType2 } from "./type2-uid.ts";

/** Pages of four bytes with one byte of address: readers do not change sectors. */
const blocks = { size: 4, last: 255 };
const kind: MemoryKind = { blocks, read: readType2, lay: layType2 };

/** The first four pages: UID, lock bits, capability container. */
const headerLength = 16;

/** The UID comes along as the memory has it: some readers do not tell it. */
export async function readType2Tag(
  card: Card,
): Promise<{ content: TagContent; uid?: Uint8Array | undefined }> {
  const header = await readBlocks(card, blocks, 0, headerLength);
  if (!header.ok) return { content: await unreadable(card, header) };
  return { content: await readMemoryTag(card, kind, header.data), uid: uidInType2(header.data) };
}

export async function writeType2Tag(card: Card, message: Uint8Array): Promise<WriteOutcome> {
  const header = await readBlocks(card, blocks, 0, headerLength);
  return header.ok ? writeMemoryTag(card, kind, header.data, message) : unwritable(card, header);
}

/** Locks the memory for good where it is known how, and has the tag say that it is read-only in any case. */
export async function lockType2Tag(card: Card): Promise<LockOutcome> {
  const start = await readBlocks(card, blocks, 0, headerLength + 48);
  if (!start.ok) return start;
  const { writes, complete } = lockWrites(start.data);
  for (const { page, bits } of writes) {
    const before = await readBlocks(card, blocks, page * 4, page * 4 + 4);
    if (!before.ok) return before;
    const locked = before.data.map((byte, at) => byte | bits[at]!);
    const written = await writeBlock(card, page, locked);
    if (!written.ok) return written;
    const after = await readBlocks(card, blocks, page * 4, page * 4 + 4);
    if (!after.ok) return after;
    if (!bits.every((bit, at) => (after.data[at]! & bit) === bit)) return notTaken;
  }
  return { ok: true, how: complete ? "memory" : "declared" };
}

export const notTaken: LockOutcome = {
  ok: false,
  reason: "The tag took the command to lock it, but did not change.",
};
