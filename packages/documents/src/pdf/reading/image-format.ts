import { filtersOf } from "./filters.ts";
import { nameOf, type PdfValue, type Resolve, Stream } from "./values.ts";

/** How the picture of an image object is stored; sizes are in pixels. */
export type ImageFormat = { width: number; height: number } & (
  | { kind: "jpeg" }
  | {
      kind: "jpx";
      /** The color space that the PDF states; undefined if only the picture states one. */
      space: ColorSpace | undefined;
      inverted: boolean;
      softMask?: Stream | undefined;
    }
  | {
      kind: "samples";
      /** The number of bits of a sample. */
      bits: 1 | 2 | 4 | 8;
      /** The number of samples of a pixel. */
      components: 1 | 3;
      /** The colors of which the samples are indexes. */
      palette?: Palette | undefined;
      /** Whether the lowest sample is the lightest. */
      inverted: boolean;
      /** An image with the opacity of each pixel. */
      softMask?: Stream | undefined;
    }
);

/** Colors one after another, of one or three bytes each. */
export type Palette = { components: 1 | 3; colors: Uint8Array | Stream };

/** The format of an image, or the name of what is not supported about it. */
export type ImageFormatResult =
  | { ok: true; format: ImageFormat }
  | { ok: false; unsupported: string };

/** The names that users know for the formats of filters that are not supported. */
const formatNames: Record<string, string> = {
  LZWDecode: "LZW",
  RunLengthDecode: "run lengths",
};
/** The filters that are supported without a decoder that is loaded on request. */
const filters = ["FlateDecode", "ASCII85Decode", "ASCIIHexDecode", "CCITTFaxDecode", "DCTDecode"];
/** The filters whose decoder is loaded on request, with the names that users know. */
const codedNames: Record<string, string> = { JPXDecode: "JPEG 2000", JBIG2Decode: "JBIG2" };

/** Returns the name of the format whose decoder a picture or its mask needs, if it needs one. */
export function findCodedName(image: Stream, resolve: Resolve): string | undefined {
  const mask = resolve(image.dictionary.get("SMask"));
  return [image, ...(mask instanceof Stream ? [mask] : [])]
    .flatMap((each) => filtersOf(each, resolve))
    .map(({ name }) => codedNames[name])
    .find((name) => name !== undefined);
}

/** Reads the format of an image from its dictionary (ISO 32000-1, 8.9.5). */
export function readImageFormat(image: Stream, resolve: Resolve): ImageFormatResult {
  const get = (key: string) => resolve(image.dictionary.get(key));
  const [width, height] = [get("Width"), get("Height")];
  if (!isSide(width) || !isSide(height)) return { ok: false, unsupported: "without a size" };
  for (const { name, parameters } of filtersOf(image, resolve)) {
    if (!filters.includes(name) && !(name in codedNames)) {
      return { ok: false, unsupported: formatNames[name] ?? name };
    }
    const k = resolve(parameters.get("K")) ?? 0;
    if (name === "CCITTFaxDecode" && !(typeof k === "number" && k < 0)) {
      return { ok: false, unsupported: "CCITT Group 3" };
    }
    if (name === "DCTDecode") {
      if (get("SMask") || get("Mask")) return { ok: false, unsupported: "transparent JPEG" };
      return { ok: true, format: { kind: "jpeg", width, height } };
    }
  }
  if (get("Mask")) return { ok: false, unsupported: "masked picture" };
  const decode = get("Decode");
  const [low, high] = Array.isArray(decode) ? decode.map(resolve) : [0, 1];
  const inverted = Number(low) > Number(high);
  const maskValue = get("SMask");
  const softMask = maskValue instanceof Stream ? maskValue : undefined;
  const isJpx = filtersOf(image, resolve).some(({ name }) => name === "JPXDecode");
  if (isJpx && !get("ColorSpace")) {
    return {
      ok: true,
      format: { kind: "jpx", width, height, space: undefined, inverted, softMask },
    };
  }
  const isMask = get("ImageMask") === true;
  const space = isMask ? { components: 1 as const } : readColorSpace(get("ColorSpace"), resolve);
  if (!space) return { ok: false, unsupported: "colors other than gray and RGB" };
  if (isJpx) return { ok: true, format: { kind: "jpx", width, height, space, inverted, softMask } };
  const bits = isMask ? 1 : get("BitsPerComponent");
  if (bits !== 1 && bits !== 2 && bits !== 4 && bits !== 8) {
    return { ok: false, unsupported: `${bits ?? "unknown"} bits for a color` };
  }
  return {
    ok: true,
    format: { kind: "samples", width, height, bits, ...space, inverted, softMask },
  };
}

/** The number of samples of a pixel, and the colors of which they are indexes. */
export type ColorSpace = { components: 1 | 3; palette?: Palette };

/** Reads a color space of gray, RGB or indexed such colors (ISO 32000-1, 8.6), else undefined. */
function readColorSpace(value: PdfValue, resolve: Resolve): ColorSpace | undefined {
  const [family, second, , fourth] = (Array.isArray(value) ? value : [value]).map(resolve);
  switch (nameOf(family)) {
    case "DeviceGray":
    case "CalGray":
      return { components: 1 };
    case "DeviceRGB":
    case "CalRGB":
      return { components: 3 };
    case "ICCBased": {
      const count = second instanceof Stream && resolve(second.dictionary.get("N"));
      return count === 1 || count === 3 ? { components: count } : undefined;
    }
    case "Indexed": {
      const base = readColorSpace(second, resolve);
      const isTable = fourth instanceof Uint8Array || fourth instanceof Stream;
      if (!base || base.palette || !isTable) return;
      return { components: 1, palette: { components: base.components, colors: fourth } };
    }
  }
}

function isSide(value: PdfValue): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value < 100_000;
}
