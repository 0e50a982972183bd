/**
 * The UID in the first pages of a Type 2 tag's memory, when the check bytes between its seven bytes are right: each is
 * the exclusive or of the bytes before it, the first with the cascade tag 88 (ISO/IEC 14443-3, 6.5.3.4).
 */
export function uidInType2(memory: Uint8Array): Uint8Array | undefined {
  if (memory.length < 9) return undefined;
  const first = memory.slice(0, 3);
  const rest = memory.slice(4, 8);
  const isRight = checkOf(first, 0x88) === memory[3] && checkOf(rest, 0) === memory[8];
  return isRight ? Uint8Array.of(...first, ...rest) : undefined;
}

function checkOf(bytes: Uint8Array, start: number): number {
  return bytes.reduce((check, byte) => check ^ byte, start);
}
