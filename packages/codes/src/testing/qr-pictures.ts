// Draws QR codes as a camera would see them: tilted, bent, blurred, with glare or with filled
// finder patterns.
import { project, type Quad } from "../../../../e2e/camera/geometry.ts";
import { createRandom } from "../../../../e2e/camera/random.ts";
import { drawSymbol } from "../../../../e2e/camera/symbol.ts";
import { type Plane, soften } from "../plane.ts";

/** The modules of a code, row by row: 1 dark, 0 light. */
export type QrModules = { bits: Uint8Array; size: number };

/**
 * Encodes a text with bwip-js. `options` are bwip-js's, such as `version`, `eclevel` and `mask`.
 */
export async function encodeQr(
  text: string,
  options: Record<string, string> = {},
): Promise<QrModules> {
  const { data, width } = await drawSymbol({ symbology: "qrcode", text, options });
  // The upper edge of the first finder pattern is 7 modules of ink.
  const modulePixels = data.findIndex((value) => value > 127) / 7;
  const size = width / modulePixels;
  const bits = Uint8Array.from({ length: size * size }, (_, index) => {
    const x = ((index % size) + 0.5) * modulePixels;
    const y = (Math.floor(index / size) + 0.5) * modulePixels;
    return data[Math.floor(y) * width + Math.floor(x)]! < 128 ? 1 : 0;
  });
  return { bits, size };
}

export type Scene = {
  width: number;
  height: number;
  /** Where the corners of the flat code are. */
  corners: Quad;
  seed?: number;
  /** How far waves of cloth shift the middle of the code along its rows and columns, in modules. */
  bend?: number;
  /** The radius of two moving averages, in pixels. */
  blur?: number;
  /** The standard deviation of the noise, of 255. */
  noise?: number;
  ink?: number;
  paper?: number;
  /** A round white reflection, in modules. */
  glare?: { column: number; row: number; radius: number };
  /** Draws the finder patterns as filled squares. */
  filledFinders?: boolean;
  mirrored?: boolean;
};

/** Draws a code with its quiet zone on a table of medium brightness. */
export function drawQrScene({ bits, size }: QrModules, scene: Scene): Plane {
  const { width, height, corners, seed = 1, bend = 0, blur = 0, noise = 0 } = scene;
  const { ink = 35, paper = 225, glare, filledFinders = false, mirrored = false } = scene;
  const random = createRandom(seed);
  const { toCode } = project(corners);
  const brightnessAt = (x: number, y: number): number => {
    const { x: u, y: v } = toCode({ x, y });
    const column = u * size + bend * Math.sin(Math.PI * v);
    const row = v * size + bend * Math.sin(Math.PI * u);
    if (column < -4 || row < -4 || column >= size + 4 || row >= size + 4) return 120;
    if (glare && Math.hypot(column - glare.column, row - glare.row) < glare.radius) return 252;
    const x0 = Math.floor(mirrored ? row : column);
    const y0 = Math.floor(mirrored ? column : row);
    if (x0 < 0 || y0 < 0 || x0 >= size || y0 >= size) return paper;
    if (filledFinders && isInFinder(x0, y0, size)) return ink;
    return bits[y0 * size + x0] ? ink : paper;
  };
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (const dy of [-0.25, 0.25]) {
        for (const dx of [-0.25, 0.25]) sum += brightnessAt(x + dx, y + dy);
      }
      const grain = noise * (random() + random() + random() + random() - 2) * Math.sqrt(3);
      data[y * width + x] = Math.min(255, Math.max(0, Math.round(sum / 4 + grain)));
    }
  }
  const plane = { data, width, height, scale: 1 };
  return blur > 0 ? soften(soften(plane, blur), blur) : plane;
}

function isInFinder(column: number, row: number, size: number): boolean {
  const isEdge = (at: number) => at < 7 || at >= size - 7;
  return isEdge(column) && isEdge(row) && !(column >= size - 7 && row >= size - 7);
}
