import { toBuffer } from "bwip-js/node";
import sharp from "sharp";

/**
 * A code by bwip-js's name of its symbology (`qrcode`, `ean13`, `datamatrix` …) and bwip-js's
 * options for it.
 */
export type CodeSymbol = {
  symbology: string;
  text: string;
  options?: Record<string, string | number | boolean>;
};

/**
 * A code seen straight on: 0 is ink and 255 paper; `module` is the width of its narrowest bar in
 * pixels. Without a quiet zone.
 */
export type Drawing = { data: Uint8Array; width: number; height: number; module: number };

/** Draws a code. The same code is drawn only once. */
export function drawSymbol(symbol: CodeSymbol): Promise<Drawing> {
  const key = JSON.stringify(symbol);
  const known = drawings.get(key);
  if (known) return known;
  const drawing = draw(symbol);
  drawings.set(key, drawing);
  return drawing;
}

const drawings = new Map<string, Promise<Drawing>>();

async function draw({ symbology, text, options }: CodeSymbol): Promise<Drawing> {
  const module = 4;
  const png = await toBuffer({
    bcid: symbology,
    text,
    scale: module,
    backgroundcolor: "FFFFFF",
    ...options,
  });
  const { data, info } = await sharp(png)
    .flatten({ background: "white" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height, module };
}
