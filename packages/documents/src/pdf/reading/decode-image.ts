import type { Picture } from "../../picture.ts";
import { decodeG4 } from "../g4/decode-g4.ts";
import { undoFilters } from "./filters.ts";
import type { ImageFormat, Palette } from "./image-format.ts";
import { type Dictionary, type Resolve, Stream } from "./values.ts";

/**
 * A picture of a PDF: a JPEG file; rows of bits as in `PdfImage`, 1 for black; or pixels in RGBA.
 */
export type DecodedImage =
  | { kind: "jpeg"; bytes: Uint8Array }
  | { kind: "bits"; bytes: Uint8Array; width: number; height: number }
  | { kind: "pixels"; picture: Picture };

/** Decodes an image of a known format; undefined if its data is damaged. */
export async function decodeImage(
  image: Stream,
  format: ImageFormat,
  resolve: Resolve,
): Promise<DecodedImage | undefined> {
  const { width, height } = format;
  if (format.kind === "jpeg") {
    const undone = await undoFilters(image, resolve, maxJpegBytes);
    return undone.ok ? { kind: "jpeg", bytes: undone.data } : undefined;
  }
  const samples = await readSamples(image, format, resolve);
  if (!samples) return;
  if (format.bits === 1 && format.components === 1 && !format.palette && !format.softMask) {
    // In gray, 0 is black.
    return { kind: "bits", bytes: format.inverted ? samples : invert(samples), width, height };
  }
  const table = await readColorTable(format, resolve);
  if (!table) return;
  const picture = toPixels(samples, format, table);
  if (format.softMask && !(await blend(picture, format.softMask, resolve))) return;
  return { kind: "pixels", picture };
}

type SampleFormat = ImageFormat & { kind: "samples" };

/** The maximum size of a JPEG file that other filters compress, in bytes. */
const maxJpegBytes = 256 * 1024 * 1024;

/** Returns the samples of an image, rows padded to whole bytes; undefined if they are damaged. */
async function readSamples(
  image: Stream,
  { width, height, bits, components }: Omit<SampleFormat, "kind" | "inverted">,
  resolve: Resolve,
): Promise<Uint8Array | undefined> {
  const size = Math.ceil((width * bits * components) / 8) * height;
  const undone = await undoFilters(image, resolve, size);
  if (!undone.ok) return;
  const data = undone.filter
    ? decodeFax(undone.data, undone.parameters, width, height, resolve)
    : undone.data;
  return data?.length === size ? data : undefined;
}

/**
 * Decodes Group 4 with the parameters of CCITTFaxDecode (ISO 32000-1, table 11) into samples of
 * gray.
 */
function decodeFax(
  data: Uint8Array,
  parameters: Dictionary,
  width: number,
  height: number,
  resolve: Resolve,
): Uint8Array | undefined {
  const get = (key: string) => resolve(parameters.get(key));
  if ((get("Columns") ?? 1728) !== width) return;
  const bits = decodeG4(data, width, height, { alignRows: get("EncodedByteAlign") === true });
  return bits && (get("BlackIs1") === true ? bits : invert(bits));
}

const invert = (bits: Uint8Array) => bits.map((byte) => ~byte);

/**
 * Returns red, green and blue for every value of a sample; for samples of RGB, all three are the
 * level of one channel. Undefined if the palette is damaged.
 */
async function readColorTable(
  { bits, palette, inverted }: SampleFormat,
  resolve: Resolve,
): Promise<Uint8Array | undefined> {
  const maxSample = (1 << bits) - 1;
  const table = new Uint8Array((maxSample + 1) * 3);
  const colors = palette && (await readColors(palette, resolve));
  if (palette && !colors) return;
  for (let value = 0; value <= maxSample; value++) {
    const index = inverted ? maxSample - value : value;
    for (let channel = 0; channel < 3; channel++) {
      table[value * 3 + channel] =
        palette && colors
          ? (colors[index * palette.components + (palette.components === 3 ? channel : 0)] ?? 0)
          : Math.round((index / maxSample) * 255);
    }
  }
  return table;
}

async function readColors(palette: Palette, resolve: Resolve): Promise<Uint8Array | undefined> {
  if (!(palette.colors instanceof Stream)) return palette.colors;
  const undone = await undoFilters(palette.colors, resolve, 256 * 3);
  return undone.ok && !undone.filter ? undone.data : undefined;
}

function toPixels(
  samples: Uint8Array,
  { width, height, bits, components }: SampleFormat,
  table: Uint8Array,
): Picture {
  const data = new Uint8Array(width * height * 4).fill(255);
  const stride = Math.ceil((width * bits * components) / 8);
  const maxSample = (1 << bits) - 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const sample = components === 3 ? x * 3 + channel : x;
        const bit = sample * bits;
        const byte = samples[y * stride + (bit >> 3)]!;
        const value = (byte >> (8 - bits - (bit & 7))) & maxSample;
        data[to + channel] = table[value * 3 + channel]!;
      }
    }
  }
  return { width, height, data };
}

/** Blends a picture with white by its soft mask, in place; false if the mask is damaged. */
async function blend(picture: Picture, mask: Stream, resolve: Resolve): Promise<boolean> {
  const { width, height, data } = picture;
  const opacity = await readSamples(mask, { width, height, bits: 8, components: 1 }, resolve);
  if (!opacity) return false;
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      const value = data[pixel * 4 + channel]!;
      data[pixel * 4 + channel] = 255 - ((255 - value) * opacity[pixel]!) / 255;
    }
  }
  return true;
}
