/** The bits along each side of a marker, without its black border, which is one bit wide. */
export const bitsAcross = 6;

/**
 * The 36 bits of each marker, row by row from the top left, the first one highest; 1 is white. A
 * seeded random search found them: any two differ in at least 14 bits, turned as they may be, and
 * so does each from its own turns. Each has 16 to 20 white bits.
 */
export const markerCodes: readonly number[] = [
  0x20fb92e41, 0x745483e75, 0x38bbe90a9, 0xa922b0ea6, 0x9bd6934c4, 0xa17e8c3e2, 0x44fe6be94,
  0xaad754b12, 0x932aaf8e1, 0x4c0bbbe64, 0x674fc88d8, 0x5065b687b, 0x1e67b53b1, 0xd858e5627,
  0x3782a626a, 0x16b53ce97, 0xd0dcbd189, 0x337a345de, 0x2e724a299, 0x9ca33c143, 0x0dbc5b869,
  0x5f51c94f3, 0x4b9e3572e, 0x3180ecddb,
];

/** Whether a bit of a code is white. */
export const isWhite = (code: number, row: number, column: number): boolean =>
  Math.floor(code / 2 ** (bitsAcross ** 2 - 1 - row * bitsAcross - column)) % 2 === 1;

/** Returns the code that is read when the marker is turned by 90° clockwise. */
export function turnCode(code: number): number {
  let turned = 0;
  for (let row = 0; row < bitsAcross; row++) {
    for (let column = 0; column < bitsAcross; column++) {
      turned = 2 * turned + (isWhite(code, bitsAcross - 1 - column, row) ? 1 : 0);
    }
  }
  return turned;
}
