import { joinBytes } from "../join-bytes.ts";
import { nearestHalf, shortestDecimal, storedAs } from "./float.ts";

/** A safe integer in its shortest form (RFC 8949 section 4.2.1). */
export function cborInteger(value: number): Uint8Array {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

/**
 * A finite number: an integer when it is one, else the shortest float that reads back as the same decimal and is less
 * than a thousandth away, which is how near OpenPrintTag's own tools want it.
 */
export function cborNumber(value: number): Uint8Array {
  if (Number.isSafeInteger(value)) return cborInteger(value);
  if (keeps(value, 16)) return float(0xf9, 2, (view) => view.setUint16(1, nearestHalf(value) ?? 0));
  if (keeps(value, 32)) return float(0xfa, 4, (view) => view.setFloat32(1, value));
  return float(0xfb, 8, (view) => view.setFloat64(1, value));
}

export function cborText(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  return joinBytes([head(3, bytes.length), bytes]);
}

export function cborBytes(bytes: Uint8Array): Uint8Array {
  return joinBytes([head(2, bytes.length), bytes]);
}

/** An array of items that are encoded already; `open` ends it with a break instead of counting first. */
export function cborArray(items: readonly Uint8Array[], open: boolean): Uint8Array {
  return open
    ? joinBytes([new Uint8Array([0x9f]), ...items, new Uint8Array([0xff])])
    : joinBytes([head(4, items.length), ...items]);
}

/** A map of entries that are encoded already, in the order given. */
export function cborMap(
  entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[],
  open: boolean,
): Uint8Array {
  return open
    ? joinBytes([new Uint8Array([0xbf]), ...entries.flat(), new Uint8Array([0xff])])
    : joinBytes([head(5, entries.length), ...entries.flat()]);
}

export const cborNull: Uint8Array = new Uint8Array([0xf6]);

function keeps(value: number, bits: 16 | 32): boolean {
  const stored = storedAs(value, bits);
  return Math.abs(stored - value) < 0.001 && shortestDecimal(stored, bits) === value;
}

function head(major: number, argument: number): Uint8Array {
  const first = major << 5;
  if (argument < 24) return new Uint8Array([first | argument]);
  const length = argument < 0x100 ? 1 : argument < 0x10000 ? 2 : argument < 0x100000000 ? 4 : 8;
  const bytes = new Uint8Array(1 + length);
  bytes[0] = first | (24 + Math.log2(length));
  let rest = argument;
  for (let at = length; at > 0; at--) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

function float(first: number, length: number, write: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(1 + length);
  bytes[0] = first;
  write(new DataView(bytes.buffer));
  return bytes;
}
