/**
 * Returns the seven-byte UID in the first pages of a Type 2 tag's memory, or undefined when a check
 * byte is wrong. Each check byte is the exclusive or of the bytes before it; the first includes the
 * cascade tag 88 (ISO/IEC 14443-3, 6.5.3.4).
 */
export function readType2Uid(memory: Uint8Array): Uint8Array | undefined {
  if (memory.length < 9) return undefined;
  const first = memory.slice(0, 3);
  const rest = memory.slice(4, 8);
  const isValid = checkByte(first, 0x88) === memory[3] && checkByte(rest, 0) === memory[8];
  return isValid ? Uint8Array.of(...first, ...rest) : undefined;
}

function checkByte(bytes: Uint8Array, start: number): number {
  return bytes.reduce((check, byte) => check ^ byte, start);
}
