import { readType5, writeType5 } from "@scanhook/tags";
import { type CommandResult, readBinary, sendCommand } from "./apdu.ts";
import { incompleteBlock, readBlocks, writeBlock } from "./blocks.ts";
import type { Card } from "./card-readers.ts";
import { lockIgnored, toUnreadable, toUnwritable } from "./failure.ts";
import { type MemoryFormat, readMemoryTag, writeMemoryTag } from "./memory-tag.ts";
import type { LockOutcome, TagContent, WriteOutcome } from "./tag-on-reader.ts";

export async function readType5Tag(card: Card): Promise<{ content: TagContent }> {
  const firstBlock = await readFirstBlock(card);
  const content = firstBlock.ok
    ? await readMemoryTag(card, formatOf(firstBlock.data), firstBlock.data)
    : await toUnreadable(card, firstBlock);
  return { content };
}

export async function writeType5Tag(card: Card, message: Uint8Array): Promise<WriteOutcome> {
  const firstBlock = await readFirstBlock(card);
  return firstBlock.ok
    ? writeMemoryTag(card, formatOf(firstBlock.data), firstBlock.data, message)
    : toUnwritable(card, firstBlock);
}

/**
 * Declares a Type 5 tag read-only: sets the write access in its capability container to "never".
 * PC/SC has no command for LOCK BLOCK (ISO/IEC 15693-3, 10.4.3), so a program that ignores the
 * container can still write.
 */
export async function lockType5Tag(card: Card): Promise<LockOutcome> {
  const firstBlock = await readFirstBlock(card);
  if (!firstBlock.ok) return firstBlock;
  const locked = firstBlock.data.map((byte, index) => (index === 1 ? byte | 0x03 : byte));
  const written = await writeBlock(card, 0, locked);
  if (!written.ok) return written;
  const { blocks } = formatOf(firstBlock.data);
  const readBack = await readBlocks(card, blocks, 0, blocks.size);
  if (!readBack.ok) return readBack;
  return readBack.data[1] === locked[1] ? { ok: true, how: "declared" } : lockIgnored;
}

/**
 * Reads block 0. Asks for four bytes, which is the block size of nearly all tags. If blocks are
 * larger, the reader reports their size in its status word, or returns the complete block.
 */
export async function readFirstBlock(card: Card): Promise<CommandResult> {
  const firstBlock = await sendCommand(card, readBinary("reader", 0, 4));
  return firstBlock.ok && firstBlock.data.length < 4 ? incompleteBlock : firstBlock;
}

function formatOf(firstBlock: Uint8Array): MemoryFormat {
  const blocks = { size: firstBlock.length, last: 0xffff };
  return { blocks, read: readType5, write: writeType5 };
}
