/** The commands that the virtual cards know (ISO/IEC 7816-4, table 4). */
export const instruction = { select: 0xa4, getData: 0xca, read: 0xb0, update: 0xd6 } as const;

export function ok(data: Iterable<number> = []): Uint8Array {
  return Uint8Array.from([...data, 0x90, 0x00]);
}

export function status(code: number): Uint8Array {
  return Uint8Array.from([code >> 8, code & 0xff]);
}
