/** RGBA, 8 bits each, rows from the top. An `ImageData` is one. */
export type Picture = { width: number; height: number; data: Uint8ClampedArray | Uint8Array };
