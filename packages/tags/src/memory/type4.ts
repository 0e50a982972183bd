/** What the capability container of a Type 4 tag says about its NDEF file. */
export type Type4Container = {
  /** The file's identifier, to select it with. */
  ndefFile: Uint8Array;
  /** How many bytes the length at the file's beginning has. */
  lengthBytes: 2 | 4;
  /** The longest message in bytes that fits. */
  capacity: number;
  /** Most bytes in one READ BINARY answer and in one UPDATE BINARY command. */
  maxRead: number;
  maxWrite: number;
  readable: boolean;
  writable: boolean;
};

/** Reads the capability container file, E103 (NFC Forum Type 4 Tag 1.2, section 4.2.1). */
export function readType4Container(
  file: Uint8Array,
): ({ ok: true } & Type4Container) | { ok: false; reason: string } {
  const refuse = (what: string) => ({
    ok: false as const,
    reason: `The tag's capability container is damaged: ${what}. Read the tag again, or take another one.`,
  });
  if (file.length < 7) return refuse("it is too short");
  const length = Math.min(readNumber(file, 0, 2), file.length);
  const maxRead = readNumber(file, 3, 2);
  const maxWrite = readNumber(file, 5, 2);
  if (maxRead === 0 || maxWrite === 0) return refuse("it allows no bytes to be read or written");
  for (let at = 7; at + 2 <= length; at += 2 + file[at + 1]!) {
    const control = controls.find(({ type }) => type === file[at]);
    if (!control) continue;
    const { lengthBytes } = control;
    const accessAt = at + 4 + lengthBytes;
    if (file[at + 1] !== 4 + lengthBytes || accessAt + 2 > length) {
      return refuse("its entry for the NDEF file breaks off");
    }
    const name = readNumber(file, at + 2, 2);
    if (notForNdef.has(name)) return refuse("it names a reserved file for NDEF");
    return {
      ok: true,
      ndefFile: file.slice(at + 2, at + 4),
      lengthBytes,
      capacity: Math.max(0, readNumber(file, at + 4, lengthBytes) - lengthBytes),
      maxRead,
      maxWrite,
      readable: file[accessAt] === 0,
      writable: file[accessAt + 1] === 0,
    };
  }
  return refuse("it names no NDEF file");
}

/** NDEF File Control TLV, and the extended one of mapping version 3. */
const controls = [
  { type: 0x04, lengthBytes: 2 },
  { type: 0x06, lengthBytes: 4 },
] as const;

const notForNdef: ReadonlySet<number> = new Set([0x0000, 0xe102, 0xe103, 0x3f00, 0x3fff, 0xffff]);

function readNumber(bytes: Uint8Array, at: number, count: number): number {
  return bytes.subarray(at, at + count).reduce((value, byte) => value * 256 + byte, 0);
}
