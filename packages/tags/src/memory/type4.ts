/** The description of a Type 4 tag's NDEF file in its capability container. */
export type Type4Container = {
  /** The identifier that selects the file. */
  ndefFile: Uint8Array;
  /** The size of the length field at the beginning of the file. */
  lengthBytes: 2 | 4;
  /** The length in bytes of the longest message that fits. */
  capacity: number;
  /** The most bytes in one READ BINARY response (MLe). */
  maxRead: number;
  /** The most bytes in one UPDATE BINARY command (MLc). */
  maxWrite: number;
  readable: boolean;
  writable: boolean;
};

/** Parses the capability container file, E103 (NFC Forum Type 4 Tag 1.2, section 4.2.1). */
export function readType4Container(
  file: Uint8Array,
): ({ ok: true } & Type4Container) | { ok: false; reason: string } {
  const refuse = (problem: string) => ({
    ok: false as const,
    reason: `The tag's capability container is damaged: ${problem}. Read the tag again, or use another one.`,
  });
  if (file.length < 7) return refuse("it is too short");
  const length = Math.min(readNumber(file, 0, 2), file.length);
  const maxRead = readNumber(file, 3, 2);
  const maxWrite = readNumber(file, 5, 2);
  if (maxRead === 0 || maxWrite === 0) return refuse("it allows no bytes to be read or written");
  for (let offset = 7; offset + 2 <= length; offset += 2 + file[offset + 1]!) {
    const controlTlv = fileControlTlvs.find(({ type }) => type === file[offset]);
    if (!controlTlv) continue;
    const { lengthBytes } = controlTlv;
    const accessOffset = offset + 4 + lengthBytes;
    if (file[offset + 1] !== 4 + lengthBytes || accessOffset + 2 > length) {
      return refuse("its entry for the NDEF file is incomplete");
    }
    const fileId = readNumber(file, offset + 2, 2);
    if (reservedFileIds.has(fileId)) return refuse("its NDEF file has a reserved identifier");
    return {
      ok: true,
      ndefFile: file.slice(offset + 2, offset + 4),
      lengthBytes,
      capacity: Math.max(0, readNumber(file, offset + 4, lengthBytes) - lengthBytes),
      maxRead,
      maxWrite,
      readable: file[accessOffset] === 0,
      writable: file[accessOffset + 1] === 0,
    };
  }
  return refuse("it has no entry for an NDEF file");
}

/** The NDEF File Control TLV, and its extended form from mapping version 3. */
const fileControlTlvs = [
  { type: 0x04, lengthBytes: 2 },
  { type: 0x06, lengthBytes: 4 },
] as const;

const reservedFileIds: ReadonlySet<number> = new Set([
  0x0000, 0xe102, 0xe103, 0x3f00, 0x3fff, 0xffff,
]);

function readNumber(bytes: Uint8Array, offset: number, count: number): number {
  return bytes.subarray(offset, offset + count).reduce((value, byte) => value * 256 + byte, 0);
}
