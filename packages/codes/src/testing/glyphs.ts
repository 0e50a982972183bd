/**
 * The letters and digits of the usual 5 x 7 dot matrix, five bytes each: a byte is a column, its
 * lowest bit the top dot.
 */
const columns = [
  "3e5149453e 00427f4000 4261514946 2141454b31 1814127f10 2745454539 3c4a494930 0171090503 3649494936 064949291e",
  "7e1111117e 7f49494936 3e41414122 7f4141221c 7f49494941 7f09090901 3e4149497a 7f0808087f 00417f4100 2040413f01",
  "7f08142241 7f40404040 7f020c027f 7f0408107f 3e4141413e 7f09090906 3e4151215e 7f09192946 4649494931 01017f0101",
  "3f4040403f 1f2040201f 3f4038403f 6314081463 0708700807 6151494543 2054545478 7f48444438 3844444420 384444487f",
  "3854545418 087e090102 0c5252523e 7f08040478 00447d4000 2040443d00 7f10284400 00417f4000 7c04180478 7c08040478",
  "3844444438 7c14141408 081414187c 7c08040408 4854545420 043f444020 3c4040207c 1c2040201c 3c4030403c 4428102844",
]
  .join(" ")
  .split(" ");

/** The number of glyphs. The first ten are the digits. */
export const glyphCount = columns.length;

const dots = columns.map((hex) => Uint8Array.from(Buffer.from(hex, "hex")));

/**
 * Whether there is ink at a place of a glyph: `x` from 0 to 5 and `y` from 0 to 7. Outside there is
 * none.
 */
export function hasInk(glyph: number, x: number, y: number): boolean {
  if (x < 0 || x >= 5 || y < 0 || y >= 7) return false;
  return ((dots[glyph]![Math.floor(x)]! >> Math.floor(y)) & 1) === 1;
}
