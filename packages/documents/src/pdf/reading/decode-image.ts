import type { Picture } from "../../picture.ts";
import type { DecodeCoded } from "../coded/coded-picture.ts";
import { decodeG4 } from "../g4/decode-g4.ts";
import { undoFilters } from "./filters.ts";
import type { ColorSpace, ImageFormat, Palette } from "./image-format.ts";
import { readJpxSize } from "./jpx-size.ts";
import { type Dictionary, type Resolve, Stream } from "./values.ts";

/**
 * A picture of a PDF: a JPEG file; rows of bits as in `PdfImage`, 1 for black; or pixels in RGBA.
 */
export type DecodedImage =
  | { kind: "jpeg"; bytes: Uint8Array }
  | { kind: "bits"; bytes: Uint8Array; width: number; height: number }
  | { kind: "pixels"; picture: Picture };

/** The reason why a picture cannot be decoded, as in `CodedResult`. */
export type Undecoded = { kind: "undecoded"; reason: "damaged" | "missing" | "slow" };

/** The tools of decoding; `decode` is for pictures in JBIG2 and JPEG 2000. */
export type Means = { resolve: Resolve; decode: DecodeCoded };

type SampleFormat = ImageFormat & { kind: "samples" };

const damaged: Undecoded = { kind: "undecoded", reason: "damaged" };

/** Decodes an image of a known format. */
export async function decodeImage(
  image: Stream,
  format: ImageFormat,
  means: Means,
): Promise<DecodedImage | Undecoded> {
  const { width, height } = format;
  const { resolve } = means;
  if (format.kind === "jpeg") {
    const undone = await undoFilters(image, resolve, maxJpegBytes);
    return undone.ok ? { kind: "jpeg", bytes: undone.data } : damaged;
  }
  const size = { width, height };
  if (format.kind === "jpx") {
    const read = await readJpx(image, { ...size, space: format.space }, means);
    if ("kind" in read) return read;
    const { samples, components } = read;
    const { inverted, softMask, space } = format;
    const layout = { ...size, bits: 8, components, palette: space?.palette, inverted } as const;
    return paint(samples, { kind: "samples", ...layout, softMask }, means);
  }
  const samples = await readSamples(image, format, means);
  if ("kind" in samples) return samples;
  if (format.bits === 1 && format.components === 1 && !format.palette && !format.softMask) {
    // In gray, 0 is black.
    return { kind: "bits", bytes: format.inverted ? samples : invert(samples), width, height };
  }
  return paint(samples, format, means);
}

/** Converts samples to pixels, blended with white by their soft mask. */
async function paint(
  samples: Uint8Array,
  format: SampleFormat,
  means: Means,
): Promise<DecodedImage | Undecoded> {
  const table = await readColorTable(format, means.resolve);
  if (!table) return damaged;
  const picture = toPixels(samples, format, table);
  const failure = format.softMask && (await blend(picture, format.softMask, means));
  return failure ?? { kind: "pixels", picture };
}

/** The maximum size of a JPEG file, or one of JPEG 2000, that other filters compress, in bytes. */
const maxJpegBytes = 256 * 1024 * 1024;

/** Returns the samples of an image, rows padded to whole bytes. */
async function readSamples(
  image: Stream,
  {
    width,
    height,
    bits,
    components,
  }: Pick<SampleFormat, "width" | "height" | "bits" | "components">,
  means: Means,
): Promise<Uint8Array | Undecoded> {
  const { resolve } = means;
  const size = Math.ceil((width * bits * components) / 8) * height;
  const undone = await undoFilters(image, resolve, size);
  if (!undone.ok) return damaged;
  const { data, filter, parameters } = undone;
  if (filter === "JPXDecode") {
    const space = { components };
    const read = await readJpx(image, { width, height, space }, means);
    return "kind" in read ? read : read.samples;
  }
  const samples =
    filter === "JBIG2Decode"
      ? await readJbig2(data, parameters, { width, height }, means)
      : filter === "CCITTFaxDecode"
        ? decodeFax(data, parameters, width, height, resolve)
        : filter === undefined && data;
  if (!samples) return damaged;
  if ("kind" in samples) return samples;
  return samples.length === size ? samples : damaged;
}

type Size = { width: number; height: number };

/** Decodes JBIG2 with the parameters of JBIG2Decode (ISO 32000-1, table 12) into bits of gray. */
async function readJbig2(
  data: Uint8Array,
  parameters: Dictionary,
  size: Size,
  { resolve, decode }: Means,
): Promise<Uint8Array | Undecoded> {
  const stream = resolve(parameters.get("JBIG2Globals"));
  const undone =
    stream instanceof Stream ? await undoFilters(stream, resolve, maxGlobalBytes) : undefined;
  if (undone && (!undone.ok || undone.filter)) return damaged;
  const result = await decode({ kind: "jbig2", data, globals: undone?.data, ...size });
  return result.ok ? result.samples : { kind: "undecoded", reason: result.reason };
}

/** The maximum size of the segments that several pictures of JBIG2 share, in bytes. */
const maxGlobalBytes = 16 * 1024 * 1024;

/** Decodes JPEG 2000 into bytes of gray or RGB, with the color space of the PDF if it has one. */
async function readJpx(
  image: Stream,
  { width, height, space }: Size & { space: ColorSpace | undefined },
  { resolve, decode }: Means,
): Promise<{ samples: Uint8Array; components: 1 | 3 } | Undecoded> {
  const undone = await undoFilters(image, resolve, maxJpegBytes);
  const size = undone.ok && undone.filter === "JPXDecode" && readJpxSize(undone.data);
  // The sizes have to match (ISO 32000-1, table 89), and the one of the PDF was checked.
  if (!size || size.width !== width || size.height !== height) return damaged;
  const { components: wanted, palette } = space ?? {};
  const isIndexed = palette !== undefined;
  const result = await decode({ kind: "jpx", data: undone.data, components: wanted, isIndexed });
  if (!result.ok) return { kind: "undecoded", reason: result.reason };
  const { samples } = result;
  const components = samples.length / (width * height);
  return components === 1 || components === 3 ? { samples, components } : damaged;
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

/** Blends a picture with white by its soft mask, in place; returns why the mask is not decoded. */
async function blend(picture: Picture, mask: Stream, means: Means): Promise<Undecoded | undefined> {
  const { width, height, data } = picture;
  const opacity = await readSamples(mask, { width, height, bits: 8, components: 1 }, means);
  if ("kind" in opacity) return opacity;
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      const value = data[pixel * 4 + channel]!;
      data[pixel * 4 + channel] = 255 - ((255 - value) * opacity[pixel]!) / 255;
    }
  }
}
