/**
 * Writes into `changes` the columns at which the color of a row changes, the row being preceded by
 * white (ITU-T T.6, 2.2.1), and returns how many there are. Even entries begin black runs, odd ones
 * white runs. `bytes` holds the row from `start`, the first pixel in the high bit, 1 for black;
 * bits after `width` are ignored. `changes` needs room for `width` entries.
 */
export function findChanges(
  bytes: Uint8Array,
  start: number,
  width: number,
  changes: Int32Array,
): number {
  let count = 0;
  let previous = 0;
  const length = (width + 7) >> 3;
  for (let index = 0; index < length; index++) {
    const byte = bytes[start + index]!;
    // A set bit marks a pixel that differs from the one before it.
    let differences = byte ^ ((byte >> 1) | (previous << 7));
    previous = byte & 1;
    while (differences !== 0) {
      const bit = Math.clz32(differences) - 24;
      const column = index * 8 + bit;
      if (column >= width) break;
      changes[count++] = column;
      differences &= ~(0x80 >> bit);
    }
  }
  return count;
}
