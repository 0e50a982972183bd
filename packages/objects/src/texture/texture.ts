/** A square of `size` texels a side, RGBA. While it is baked, alpha shows what is painted. */
export type Texture = { data: Uint8ClampedArray; size: number };

/** The alpha of a texel that views color; 0 is one without a color. */
export const paintedAlpha = 255;
