import { code128, type DrawingContext, datamatrix, ean8, ean13, upca } from "bwip-js/generic";
import type { WritableFormat } from "./formats.ts";

/** The formats that bwip-js makes. QR codes come from uqr, which is eight times as fast. */
export type EncodedFormat = Exclude<WritableFormat, "qr">;

/**
 * The functions of bwip-js with the options of each format. These imports leave its other hundred
 * formats out of a page. The height of Code 128 is in millimeters at a module of 0.35 mm; EAN and
 * UPC have their own.
 */
const encoders = {
  datamatrix: { encode: datamatrix, options: {} },
  code128: { encode: code128, options: { height: 15 } },
  ean13: { encode: ean13, options: {} },
  ean8: { encode: ean8, options: {} },
  upca: { encode: upca, options: {} },
};

/** How a code is drawn: with its text below, its size, and its margins in units of `scale`. */
export type EncodeOptions = {
  includetext: boolean;
  scale: number;
  paddingwidth: number;
  paddingheight: number;
};

/**
 * Lets bwip-js draw a code on a context. Throws if the format cannot hold the content, which
 * `checkContent` tells before.
 */
export function encodeOn<T>(
  context: DrawingContext<T>,
  format: EncodedFormat,
  content: string,
  drawing: EncodeOptions,
): T {
  const { encode, options } = encoders[format];
  return encode({ bcid: format, text: content, ...drawing, ...options }, context);
}
