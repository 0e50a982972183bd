import { blackRuns, modes, type RunCodes, whiteRuns } from "./run-codes.ts";

/**
 * Decodes a picture that was coded as CCITT Group 4 (ITU-T T.6, without the uncompressed mode) into
 * rows padded to whole bytes, the first pixel in the high bit, 1 for black. Returns undefined if
 * the data is damaged or ends too soon. With `alignRows`, every row starts at a whole byte
 * (EncodedByteAlign in PDF).
 */
export function decodeG4(
  data: Uint8Array,
  width: number,
  height: number,
  { alignRows = false }: { alignRows?: boolean } = {},
): Uint8Array | undefined {
  const stride = (width + 7) >> 3;
  const bits = new Uint8Array(stride * height);
  const reader = createBitReader(data);
  let reference = new Int32Array(width + 4).fill(width);
  let current = new Int32Array(width + 4);
  for (let row = 0; row < height; row++) {
    if (alignRows) reader.align();
    const count = decodeRow(reader, reference, current, width);
    if (count === undefined) return;
    for (let index = 0; index < count; index += 2) {
      blacken(bits, row * stride, current[index]!, current[index + 1]!);
    }
    [reference, current] = [current, reference];
  }
  return bits;
}

type Mode = "pass" | "horizontal" | number;

const modeTable = makeTable<Mode>(7, [
  [modes.pass, "pass"],
  [modes.horizontal, "horizontal"],
  ...modes.vertical.map((code, index): [string, Mode] => [code, index - 3]),
]);
const whiteTable = makeTable(13, runEntries(whiteRuns));
const blackTable = makeTable(13, runEntries(blackRuns));

/**
 * Decodes one row (ITU-T T.6, 2.2.5) into its changing columns, followed by columns at `width`, and
 * returns how many there are; undefined if the data is damaged.
 */
function decodeRow(
  reader: BitReader,
  reference: Int32Array,
  changes: Int32Array,
  width: number,
): number | undefined {
  let a0 = -1;
  let count = 0;
  let referenceIndex = 0;
  while (a0 < width) {
    const mode = reader.read(modeTable);
    if (mode === undefined) return;
    if (mode === "horizontal") {
      const first = readRun(reader, count & 1 ? blackTable : whiteTable);
      const second = readRun(reader, count & 1 ? whiteTable : blackTable);
      if (first === undefined || second === undefined) return;
      const a1 = Math.max(a0, 0) + first;
      a0 = a1 + second;
      if (a0 > width) return;
      changes[count++] = a1;
      changes[count++] = a0;
    } else {
      if ((referenceIndex & 1) !== (count & 1)) referenceIndex += referenceIndex > 0 ? -1 : 1;
      while (reference[referenceIndex]! <= a0 && reference[referenceIndex]! < width) {
        referenceIndex += 2;
      }
      const b1 = reference[referenceIndex]!;
      if (mode === "pass") {
        a0 = reference[referenceIndex + 1]!;
      } else {
        const a1 = b1 + mode;
        if (a1 < Math.max(a0, 0) || a1 > width) return;
        a0 = a1;
        changes[count++] = a1;
      }
    }
    // Every step but the first moves on by a pixel, so more changes than pixels are damage.
    if (count > width + 1) return;
  }
  changes.fill(width, count);
  return count;
}

/** Reads the codes of a run and returns its length in pixels; undefined if the data is damaged. */
function readRun(reader: BitReader, table: Table<number>): number | undefined {
  let length = 0;
  for (;;) {
    const partLength = reader.read(table);
    if (partLength === undefined) return;
    length += partLength;
    // Make-up codes are of 64 pixels or more, and a terminating code ends the run.
    if (partLength < 64) return length;
  }
}

function runEntries({ terminating, makeUp }: RunCodes): [string, number][] {
  return [
    ...terminating.map((code, index): [string, number] => [code, index]),
    ...makeUp.map((code, index): [string, number] => [code, 64 * (index + 1)]),
  ];
}

/** Maps each value of the next `length` bits to the entry whose code they start with. */
type Table<T> = { length: number; entries: ({ value: T; codeLength: number } | undefined)[] };

function makeTable<T>(length: number, codes: [string, T][]): Table<T> {
  const entries: Table<T>["entries"] = new Array(1 << length).fill(undefined);
  for (const [code, value] of codes) {
    const restLength = length - code.length;
    const first = Number.parseInt(code, 2) << restLength;
    entries.fill({ value, codeLength: code.length }, first, first + (1 << restLength));
  }
  return { length, entries };
}

type BitReader = { read<T>(table: Table<T>): T | undefined; align(): void };

function createBitReader(data: Uint8Array): BitReader {
  let position = 0;
  return {
    read(table) {
      const index = position >> 3;
      const nextBits =
        ((data[index] ?? 0) << 16) | ((data[index + 1] ?? 0) << 8) | (data[index + 2] ?? 0);
      const bits = (nextBits >> (24 - (position & 7) - table.length)) & ((1 << table.length) - 1);
      const entry = table.entries[bits];
      if (!entry || position + entry.codeLength > data.length * 8) return;
      position += entry.codeLength;
      return entry.value;
    },
    align() {
      position = (position + 7) & ~7;
    },
  };
}

/** Sets the pixels from column `from` to before `to`, in the row whose first byte is at `start`. */
function blacken(bits: Uint8Array, start: number, from: number, to: number): void {
  for (let x = from; x < to; x++) {
    if ((x & 7) === 0 && to - x >= 8) {
      const byteCount = (to - x) >> 3;
      bits.fill(0xff, start + (x >> 3), start + (x >> 3) + byteCount);
      x += byteCount * 8 - 1;
    } else {
      bits[start + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
}
