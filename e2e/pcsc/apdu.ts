/** The commands of the virtual cards (ISO/IEC 7816-4, table 4). */
export const instruction = {
  select: 0xa4,
  getData: 0xca,
  readBinary: 0xb0,
  updateBinary: 0xd6,
} as const;

/** Returns the data with the status 9000, which means success. */
export function ok(data: Iterable<number> = []): Uint8Array {
  return Uint8Array.from([...data, 0x90, 0x00]);
}

/** Returns a response without data. */
export function status(code: number): Uint8Array {
  return Uint8Array.from([code >> 8, code & 0xff]);
}
