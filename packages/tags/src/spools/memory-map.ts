const utf8 = new TextDecoder("utf-8");

/** The place of a field in a memory map: its offset and its length in bytes. */
export type Place = readonly [offset: number, length: number];

/**
 * Reads fields of a memory map, all unsigned and big endian. Each function returns undefined if the
 * place is undefined, if the data ends before the end of the field, or if the field is zero, which
 * stands for a value that is not known.
 */
export type MapReader = {
  bytes(place: Place | undefined): Uint8Array | undefined;
  integer(place: Place | undefined): number | undefined;
  /** The integer times `factor`, divided by `divisor`, which avoids errors of binary fractions. */
  scaled(place: Place | undefined, factor: number, divisor?: number): number | undefined;
  /** The UTF-8 before the first NUL, without blanks around it. */
  text(place: Place | undefined): string | undefined;
};

export function readMap(data: Uint8Array): MapReader {
  const readBytes = (place: Place | undefined) => {
    const [offset, length] = place ?? [0, 0];
    const bytes = data.subarray(offset, offset + length);
    return bytes.length === length && bytes.some((byte) => byte !== 0) ? bytes : undefined;
  };
  const readInteger = (place: Place | undefined) =>
    readBytes(place)?.reduce((value, byte) => value * 256 + byte, 0);
  return {
    bytes: readBytes,
    integer: readInteger,
    scaled(place, factor, divisor = 1) {
      const value = readInteger(place);
      return value === undefined ? undefined : (value * factor) / divisor;
    },
    text(place) {
      const bytes = readBytes(place);
      const end = bytes?.indexOf(0) ?? -1;
      return utf8.decode(end < 0 ? bytes : bytes?.subarray(0, end)).trim() || undefined;
    },
  };
}
