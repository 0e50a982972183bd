import type { CommandFailure } from "./apdu.ts";
import { type Blocks, readBlocks } from "./blocks.ts";
import type { Card } from "./card-readers.ts";
import { toUnreadable } from "./failure.ts";
import { gainAccess, type TagPassword } from "./ntag21x/password.ts";
import { findTechnology, technologyNames } from "./technology.ts";
import { readFirstBlock } from "./type5.ts";

/**
 * The bytes of a memory from its first block on. `problem` says why blocks at its end are missing.
 */
export type DumpResult =
  | { ok: true; memory: Uint8Array; format: "t2" | "t5"; problem?: string }
  | { ok: false; kind: "gone" | "failed"; reason: string };

/** The largest number of bytes of a tag that a reader reaches: 8 KiB of an ISO 15693 tag. */
const maxLength = 8192;

/** Reads the whole memory of a Type 2 or Type 5 tag, block by block until the tag refuses one. */
export async function dumpMemory(card: Card, password?: TagPassword): Promise<DumpResult> {
  const technology = findTechnology(card.atr);
  if (technology !== "type2" && technology !== "type5") {
    const reason = `Only tags of Type 2 and Type 5 show their memory; this one is ${technologyNames[technology]}.`;
    return { ok: false, kind: "failed", reason };
  }
  return technology === "type2" ? dumpType2(card, password) : dumpType5(card);
}

async function dumpType2(card: Card, password: TagPassword | undefined): Promise<DumpResult> {
  const access = await gainAccess(card, "read", password);
  if (!access.ok) return access;
  const chip = "reason" in access.chip ? undefined : access.chip;
  const read = await readUntilRefused(card, { size: 4, last: chip ? chip.pages - 1 : 255 });
  return toDump(card, "t2", read, chip && chip.pages * 4);
}

async function dumpType5(card: Card): Promise<DumpResult> {
  const first = await readFirstBlock(card);
  const size = first.ok ? first.data.length : 4;
  return toDump(card, "t5", await readUntilRefused(card, { size, last: maxLength / size - 1 }));
}

type ReadPart = { memory: Uint8Array; failure?: CommandFailure };

async function readUntilRefused(card: Card, blocks: Blocks): Promise<ReadPart> {
  const { size, last } = blocks;
  const memory = new Uint8Array((last + 1) * size);
  for (let start = 0; start < memory.length; start += size) {
    const read = await readBlocks(card, blocks, start, start + size);
    if (!read.ok) return { memory: memory.slice(0, start), failure: read };
    memory.set(read.data, start);
  }
  return { memory };
}

/** `length` is that of the memory where the chip is known. */
async function toDump(
  card: Card,
  format: "t2" | "t5",
  { memory, failure }: ReadPart,
  length = endOfData(format, memory),
): Promise<DumpResult> {
  if (failure) {
    const { kind, reason } = await toUnreadable(card, failure);
    if (kind === "gone") return { ok: false, kind, reason };
    if (memory.length === 0) return { ok: false, kind: "failed", reason };
  }
  if (memory.length >= length) return { ok: true, memory, format };
  const problem = `The tag refused to show ${length - memory.length} of its ${length} bytes; it may need a password.`;
  return { ok: true, memory, format, problem };
}

/**
 * Returns the number of bytes that the capability container announces, with itself and what is
 * before it, or 0 without a container (NFC Forum Type 2 Tag 1.2, 6.1; Type 5 Tag 1.0, 4.3).
 */
function endOfData(format: "t2" | "t5", memory: Uint8Array): number {
  if (format === "t2") return memory[12] === 0xe1 ? 16 + 8 * memory[14]! : 0;
  return memory[0] === 0xe1 ? 8 * memory[2]! : 0;
}
