/**
 * The part of a tag's memory that holds data, from the offset `start` up to `end`. Bytes whose
 * offsets are marked in `reserved` hold no data and are skipped.
 */
export type DataArea = { start: number; end: number; writable: boolean; reserved?: Uint8Array };

/** Returns the first offset at or after `position` that holds data, or the area's end. */
export function findNextUsable({ end, reserved }: DataArea, position: number): number {
  let next = position;
  if (reserved) while (next < end && reserved[next]) next++;
  return next;
}

/**
 * Returns the offset after `count` bytes of data from `start` on. The offset is beyond the area's
 * end if the data does not fit.
 */
export function findPositionAfter(area: DataArea, start: number, count: number): number {
  if (!area.reserved) return start + count;
  let position = start;
  for (let remaining = count; remaining > 0; remaining--) {
    position = findNextUsable(area, position) + 1;
    if (position > area.end) return position;
  }
  return position;
}

/** Returns the number of bytes of data that fit between `start` and the area's end. */
export function countUsable(area: DataArea, start: number): number {
  if (!area.reserved) return area.end - start;
  let count = 0;
  let position = findNextUsable(area, start);
  while (position < area.end) {
    count++;
    position = findNextUsable(area, position + 1);
  }
  return count;
}

/** Reads `count` bytes of data from `start` on. */
export function readData(
  memory: Uint8Array,
  area: DataArea,
  start: number,
  count: number,
): Uint8Array {
  if (!area.reserved) return memory.slice(start, start + count);
  const data = new Uint8Array(count);
  let position = start;
  for (let index = 0; index < count; index++) {
    position = findNextUsable(area, position);
    data[index] = memory[position++]!;
  }
  return data;
}

/** Writes `data` into the memory from `start` on. */
export function writeData(
  memory: Uint8Array,
  area: DataArea,
  start: number,
  data: ArrayLike<number>,
): void {
  let position = start;
  for (let index = 0; index < data.length; index++) {
    position = findNextUsable(area, position);
    memory[position++] = data[index]!;
  }
}
