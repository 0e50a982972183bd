import { concatBytes } from "../concat-bytes.ts";
import { encodeHalf, findShortestDecimal, roundToFloat } from "./float.ts";

/** Encodes a safe integer in its shortest form (RFC 8949 section 4.2.1). */
export function encodeInteger(value: number): Uint8Array {
  return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
}

/** The tolerance of OpenPrintTag's tools, in the unit of the field. */
const maxFloatError = 0.001;

/**
 * Encodes a finite number. A safe integer becomes an integer. Any other number becomes the shortest
 * float that decodes to the same decimal and differs from it by less than 0.001.
 */
export function encodeNumber(value: number): Uint8Array {
  if (Number.isSafeInteger(value)) return encodeInteger(value);
  if (isPreserved(value, 16)) {
    return encodeFloat(0xf9, 2, (view) => view.setUint16(1, encodeHalf(value) ?? 0));
  }
  if (isPreserved(value, 32)) return encodeFloat(0xfa, 4, (view) => view.setFloat32(1, value));
  return encodeFloat(0xfb, 8, (view) => view.setFloat64(1, value));
}

export function encodeText(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  return concatBytes([encodeHead(3, bytes.length), bytes]);
}

export function encodeBytes(bytes: Uint8Array): Uint8Array {
  return concatBytes([encodeHead(2, bytes.length), bytes]);
}

/**
 * Encodes an array of encoded items. If `indefinite`, the array ends with a break and has no
 * length.
 */
export function encodeArray(items: readonly Uint8Array[], indefinite: boolean): Uint8Array {
  return indefinite
    ? concatBytes([new Uint8Array([0x9f]), ...items, new Uint8Array([0xff])])
    : concatBytes([encodeHead(4, items.length), ...items]);
}

/**
 * Encodes a map of encoded entries in their order. If `indefinite`, the map ends with a break and
 * has no length.
 */
export function encodeMap(
  entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[],
  indefinite: boolean,
): Uint8Array {
  return indefinite
    ? concatBytes([new Uint8Array([0xbf]), ...entries.flat(), new Uint8Array([0xff])])
    : concatBytes([encodeHead(5, entries.length), ...entries.flat()]);
}

export const encodedNull: Uint8Array = new Uint8Array([0xf6]);

/** Returns whether a float of `bits` bits decodes to the same decimal. */
function isPreserved(value: number, bits: 16 | 32): boolean {
  const rounded = roundToFloat(value, bits);
  return Math.abs(rounded - value) < maxFloatError && findShortestDecimal(rounded, bits) === value;
}

function encodeHead(major: number, argument: number): Uint8Array {
  const initialByte = major << 5;
  if (argument < 24) return new Uint8Array([initialByte | argument]);
  const length = chooseArgumentLength(argument);
  const bytes = new Uint8Array(1 + length);
  bytes[0] = initialByte | (24 + Math.log2(length));
  let remaining = argument;
  for (let index = length; index > 0; index--) {
    bytes[index] = remaining % 256;
    remaining = Math.floor(remaining / 256);
  }
  return bytes;
}

function chooseArgumentLength(argument: number): 1 | 2 | 4 | 8 {
  if (argument < 0x100) return 1;
  if (argument < 0x10000) return 2;
  return argument < 0x100000000 ? 4 : 8;
}

function encodeFloat(
  initialByte: number,
  length: number,
  setValue: (view: DataView) => void,
): Uint8Array {
  const bytes = new Uint8Array(1 + length);
  bytes[0] = initialByte;
  setValue(new DataView(bytes.buffer));
  return bytes;
}
