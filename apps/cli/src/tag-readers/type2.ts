import { readType2, writeType2 } from "@scanhook/tags";
import { readBlocks, writeBlock } from "./blocks.ts";
import type { Card } from "./card-readers.ts";
import { lockIgnored, toUnreadable, toUnwritable } from "./failure.ts";
import { type MemoryFormat, readMemoryTag, writeMemoryTag } from "./memory-tag.ts";
import type { LockOutcome, TagContent, WriteOutcome } from "./tag-on-reader.ts";
import { listLockWrites } from "./type2-lock.ts";
import { readType2Uid } from "./type2-uid.ts";

/**
 * Pages of four bytes. Readers do not select sectors, so only the 256 pages of the first one are
 * reachable.
 */
const blocks = { size: 4, last: 255 };
const format: MemoryFormat = { blocks, read: readType2, write: writeType2 };

/** The first four pages in bytes: UID, lock bits and capability container. */
const headerLength = 16;

/** The static memory in bytes, whose data may begin with a Lock Control TLV. */
const staticLength = 64;

/**
 * Reads the content of a Type 2 tag, and the UID from its memory, because some readers do not
 * return it.
 */
export async function readType2Tag(
  card: Card,
): Promise<{ content: TagContent; uid?: Uint8Array | undefined }> {
  const header = await readBlocks(card, blocks, 0, headerLength);
  if (!header.ok) return { content: await toUnreadable(card, header) };
  const content = await readMemoryTag(card, format, header.data);
  return { content, uid: readType2Uid(header.data) };
}

export async function writeType2Tag(card: Card, message: Uint8Array): Promise<WriteOutcome> {
  const header = await readBlocks(card, blocks, 0, headerLength);
  return header.ok
    ? writeMemoryTag(card, format, header.data, message)
    : toUnwritable(card, header);
}

/**
 * Declares the tag read-only, and locks its memory permanently when the positions of all lock bits
 * are known. Lock bits can only be set. Reads them back, because some tags ignore the write.
 */
export async function lockType2Tag(card: Card): Promise<LockOutcome> {
  const memory = await readBlocks(card, blocks, 0, staticLength);
  if (!memory.ok) return memory;
  const { writes, isComplete } = listLockWrites(memory.data);
  for (const { page, bits } of writes) {
    const lockPage = await readBlocks(card, blocks, page * 4, page * 4 + 4);
    if (!lockPage.ok) return lockPage;
    const locked = lockPage.data.map((byte, index) => byte | bits[index]!);
    const written = await writeBlock(card, page, locked);
    if (!written.ok) return written;
    const after = await readBlocks(card, blocks, page * 4, page * 4 + 4);
    if (!after.ok) return after;
    if (!bits.every((bit, index) => (after.data[index]! & bit) === bit)) return lockIgnored;
  }
  return { ok: true, how: isComplete ? "memory" : "declared" };
}
