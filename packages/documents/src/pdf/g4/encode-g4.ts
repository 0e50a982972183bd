import { findChanges } from "./changing-pixels.ts";
import { blackRuns, endOfBlock, modes, type RunCodes, whiteRuns } from "./run-codes.ts";

/**
 * Encodes a black-and-white picture without loss as CCITT Group 4 (ITU-T T.6), ended by an
 * end-of-block code: in PDF, a CCITTFaxDecode filter with K −1. `bits` holds rows from the top,
 * each padded to whole bytes, the first pixel in the high bit, 1 for black.
 */
export function encodeG4(bits: Uint8Array, width: number, height: number): Uint8Array {
  const stride = (width + 7) >> 3;
  const out = createBitWriter(bits.length >> 3);
  // Columns after the last change read as the imaginary change just after the row.
  let reference = new Int32Array(width + 4).fill(width);
  let current = new Int32Array(width + 4);
  for (let row = 0; row < height; row++) {
    const count = findChanges(bits, row * stride, width, current);
    current.fill(width, count, count + 4);
    encodeRow(reference, current, width, out);
    [reference, current] = [current, reference];
  }
  out.write(endOfBlockCode);
  return out.finish();
}

/** A code as its value and its length in bits. */
type Code = { value: number; length: number };

const toCode = (digits: string): Code => ({
  value: Number.parseInt(digits, 2),
  length: digits.length,
});
const toCodes = ({ terminating, makeUp }: RunCodes) => ({
  terminating: terminating.map(toCode),
  makeUp: makeUp.map(toCode),
});
type Codes = ReturnType<typeof toCodes>;

const white = toCodes(whiteRuns);
const black = toCodes(blackRuns);
const pass = toCode(modes.pass);
const horizontal = toCode(modes.horizontal);
const vertical = modes.vertical.map(toCode);
const endOfBlockCode = toCode(endOfBlock);

/** Codes one row by the procedure of ITU-T T.6, 2.2.5, which defines a0, a1, a2, b1 and b2. */
function encodeRow(
  reference: Int32Array,
  current: Int32Array,
  width: number,
  out: BitWriter,
): void {
  // The first pixel is coded from an imaginary white pixel before the row.
  let a0 = -1;
  let index = 0;
  let referenceIndex = 0;
  while (a0 < width) {
    const a1 = current[index]!;
    // Changes to black have even indexes, so the indexes of a1 and b1 have the same parity.
    if ((referenceIndex & 1) !== (index & 1)) referenceIndex += referenceIndex > 0 ? -1 : 1;
    while (reference[referenceIndex]! <= a0 && reference[referenceIndex]! < width) {
      referenceIndex += 2;
    }
    const b1 = reference[referenceIndex]!;
    const b2 = reference[referenceIndex + 1]!;
    if (b2 < a1) {
      out.write(pass);
      a0 = b2;
    } else if (a1 - b1 <= 3 && a1 - b1 >= -3) {
      out.write(vertical[a1 - b1 + 3]!);
      a0 = a1;
      index++;
    } else {
      const a2 = current[index + 1]!;
      const [first, second] = index & 1 ? [black, white] : [white, black];
      out.write(horizontal);
      writeRun(a1 - Math.max(a0, 0), first, out);
      writeRun(a2 - a1, second, out);
      a0 = a2;
      index += 2;
    }
  }
}

/** Writes the make-up codes and the terminating code of a run (ITU-T T.4, 4.1.1). */
function writeRun(length: number, { terminating, makeUp }: Codes, out: BitWriter): void {
  let remaining = length;
  for (; remaining >= 64 * (makeUp.length + 1); remaining -= 64 * makeUp.length) {
    out.write(makeUp.at(-1)!);
  }
  if (remaining >= 64) out.write(makeUp[(remaining >> 6) - 1]!);
  out.write(terminating[remaining & 63]!);
}

type BitWriter = { write(code: Code): void; finish(): Uint8Array };

/** Collects codes, the high bit first, in a buffer that grows. */
function createBitWriter(capacity: number): BitWriter {
  let bytes = new Uint8Array(Math.max(capacity, 64));
  let size = 0;
  let pending = 0;
  let pendingLength = 0;
  return {
    write({ value, length }) {
      pending = (pending << length) | value;
      pendingLength += length;
      if (size + 4 > bytes.length) {
        const larger = new Uint8Array(bytes.length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      while (pendingLength >= 8) {
        pendingLength -= 8;
        bytes[size++] = pending >>> pendingLength;
      }
      pending &= (1 << pendingLength) - 1;
    },
    finish() {
      if (pendingLength > 0) bytes[size++] = pending << (8 - pendingLength);
      return bytes.slice(0, size);
    },
  };
}
