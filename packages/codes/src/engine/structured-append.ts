import { toUprightCorners } from "../geometry/corners.ts";
import type { Reading } from "../readings/reading.ts";
import { decodeUtf8 } from "./content.ts";

/**
 * The position of a code in a sequence that holds one content together: structured append of QR
 * (ISO/IEC 18004, 8), Data Matrix, Aztec and MaxiCode, and Macro PDF417. `index` counts from 0.
 * `size` is 0 if only another part states it. Parts with the same `id` belong together.
 */
export type SequencePosition = { index: number; size: number; id: string };

type Part = Reading & { sequence?: SequencePosition | undefined };

/**
 * Joins the parts of each complete sequence, in their order, into one reading at the index of the
 * first that was read. Its corners are the upright box around all parts. Parts of a sequence from
 * which one is missing, or of which one has two different contents, stay as they are.
 */
export function joinSequences<T extends Part>(readings: readonly T[]): T[] {
  const joined: T[] = [];
  const joinedKeys = new Set<string>();
  for (const reading of readings) {
    const key = toKey(reading);
    if (key !== undefined && joinedKeys.has(key)) continue;
    const parts = key === undefined ? undefined : orderParts(readings, key);
    if (key === undefined || !parts) {
      joined.push(reading);
      continue;
    }
    joinedKeys.add(key);
    joined.push(joinParts(reading, parts));
  }
  return joined;
}

/** Whether there is a part of a sequence whose other parts have not all been read. */
export function isPartMissing(readings: readonly Part[]): boolean {
  return readings.some((reading) => {
    const key = toKey(reading);
    return key !== undefined && orderParts(readings, key) === undefined;
  });
}

function toKey({ format, sequence }: Part): string | undefined {
  return sequence && `${format} ${sequence.id}`;
}

/** Returns one reading for each index; undefined if one is missing or two contradict each other. */
function orderParts<T extends Part>(readings: readonly T[], key: string): T[] | undefined {
  const members = readings.filter((reading) => toKey(reading) === key);
  const size = Math.max(...members.map(({ sequence }) => sequence!.size));
  if (members.some(({ sequence }) => sequence!.size !== 0 && sequence!.size !== size)) return;
  const parts: T[] = [];
  for (const member of members) {
    const { index } = member.sequence!;
    if (index >= size || (parts[index] && parts[index].content !== member.content)) return;
    parts[index] ??= member;
  }
  const isComplete = size > 1 && Object.keys(parts).length === size;
  return isComplete ? parts : undefined;
}

function joinParts<T extends Part>(first: T, parts: readonly T[]): T {
  const bytes = Uint8Array.from(parts.flatMap((part) => [...part.bytes]));
  const { sequence: _, ...whole } = first;
  return {
    ...(whole as T),
    content: joinContents(parts, bytes),
    bytes,
    gs1: parts[0]!.gs1,
    corners: toUprightCorners(parts.flatMap((part) => part.corners)),
  };
}

/**
 * A character of UTF-8 can begin in one part and end in the next. Then neither of them is UTF-8,
 * but both together are.
 */
function joinContents(parts: readonly Part[], bytes: Uint8Array): string {
  const isCharacterSplit = parts.some((part) => decodeUtf8(part.bytes) === undefined);
  const text = isCharacterSplit ? decodeUtf8(bytes) : undefined;
  return text ?? parts.map((part) => part.content).join("");
}
