import { layType5, readType5 } from "@scanhook/tags";
import { type Asked, ask } from "./apdu.ts";
import { gaveTooLittle, readBlocks, writeBlock } from "./blocks.ts";
import type { Card } from "./card-readers.ts";
import { type MemoryKind, readMemoryTag, writeMemoryTag } from "./memory-tag.ts";
import type { LockOutcome, TagContent, WriteOutcome } from "./tag-on-reader.ts";
import { unreadable, unwritable } from "./trouble.ts";
import { notTaken } from "./type2.ts";

export async function readType5Tag(card: Card): Promise<{ content: TagContent }> {
  const first = await readFirstBlock(card);
  const content = first.ok
    ? await readMemoryTag(card, kindOf(first.data), first.data)
    : await unreadable(card, first);
  return { content };
}

export async function writeType5Tag(card: Card, message: Uint8Array): Promise<WriteOutcome> {
  const first = await readFirstBlock(card);
  return first.ok
    ? writeMemoryTag(card, kindOf(first.data), first.data, message)
    : unwritable(card, first);
}

/**
 * Has the tag say that it is read-only: write access "never" in its capability container. The command that locks blocks
 * for good (ISO/IEC 15693-3, 10.4.3) has no place in PC/SC, so that programs that do not ask could still write.
 */
export async function lockType5Tag(card: Card): Promise<LockOutcome> {
  const first = await readFirstBlock(card);
  if (!first.ok) return first;
  const locked = first.data.map((byte, at) => (at === 1 ? byte | 0x03 : byte));
  const written = await writeBlock(card, 0, locked);
  if (!written.ok) return written;
  const { blocks } = kindOf(first.data);
  const after = await readBlocks(card, blocks, 0, blocks.size);
  if (!after.ok) return after;
  return after.data[1] === locked[1] ? { ok: true, how: "declared" } : notTaken;
}

/** Nearly all tags have blocks of four bytes; of larger ones readers name the size, or give all of them. */
async function readFirstBlock(card: Card): Promise<Asked> {
  const first = await ask(card, [0xff, 0xb0, 0, 0, 4]);
  return first.ok && first.data.length < 4 ? gaveTooLittle : first;
}

function kindOf(firstBlock: Uint8Array): MemoryKind {
  const blocks = { size: firstBlock.length, last: 0xffff };
  return { blocks, read: readType5, lay: layType5 };
}
