import { prepareZXingModule, purgeZXingModule, type ZXingReaderModule } from "zxing-wasm/reader";
import { isGs1, toContent } from "./content.ts";
import { toBox, toLinearCorners } from "./corners.ts";
import { type CodeFormat, type Family, toCodeFormat, toZxingFormats } from "./formats.ts";
import type { Plane } from "./plane.ts";
import type { Point, Reading } from "./reading.ts";

/** How hard zxing-cpp looks at a plane. What is left out is off. */
export type Effort = {
  family?: Family;
  /** More rows and columns, finer steps, several binarizers. */
  harder?: boolean;
  /** Quarter turns too; matrix codes are found at any angle without. */
  turned?: boolean;
  /** Light on dark too. */
  inverted?: boolean;
  /** Smaller copies of the plane too. */
  smaller?: boolean;
  /** How many scan lines of a linear code have to agree; 2 when left out. More means fewer misreads, and fewer hits. */
  lines?: number;
  /** One threshold for the plane instead of one for each neighbourhood. */
  globalThreshold?: boolean;
};

/** Reads a plane with zxing-wasm; corners come back in pixels of the frame. */
export type Engine = (plane: Plane, effort: Effort) => Reading[];

/**
 * Starts a zxing-wasm of our own. `wasm`: the bytes of `zxing_reader.wasm` or where to fetch them. Rejects with an
 * Error that says what to do when they cannot be had or are not that file.
 */
export async function startEngine(
  wasm: string | URL | ArrayBuffer | Uint8Array,
  formats: readonly CodeFormat[],
): Promise<Engine> {
  const zxing = await startZxing(wasm);
  return (plane, effort) => {
    const asked = toZxingFormats(formats, effort.family);
    if (asked === "") return [];
    return withoutGhosts(readPlane(zxing, plane, toOptions(asked, effort)))
      .map((result) => toReading(result, plane.scale, formats))
      .filter((reading) => reading !== undefined);
  };
}

/**
 * The surest first: matrix codes (no lines), then linear ones by the scan lines that agree. Where most of a linear code
 * is read well, two or three lines that say something else are a misread of its damaged or printed-under part.
 */
function withoutGhosts(results: Result[]): Result[] {
  const sure = results.toSorted((a, b) => rank(b) - rank(a));
  const most = Math.max(0, ...results.map((result) => result.lineCount));
  return sure.filter(({ lineCount }) => lineCount === 0 || lineCount > 3 || lineCount * 3 > most);
}

function rank({ lineCount }: Result): number {
  return lineCount === 0 ? Number.MAX_SAFE_INTEGER : lineCount;
}

/** zxing-wasm's module with the part of Emscripten's memory that is needed here. */
type Zxing = ZXingReaderModule & {
  _malloc(size: number): number;
  _free(address: number): void;
  HEAPU8: Uint8Array;
};

async function startZxing(wasm: string | URL | ArrayBuffer | Uint8Array): Promise<Zxing> {
  const isAddress = typeof wasm === "string" || wasm instanceof URL;
  const overrides = isAddress ? { locateFile: () => String(wasm) } : { wasmBinary: wasm };
  const starting = prepareZXingModule({ overrides, fireImmediately: true } as Parameters<
    typeof prepareZXingModule
  >[0]);
  // zxing-wasm holds on to its last module for callers without one; ours is kept by its reader and goes with it.
  purgeZXingModule();
  try {
    return (await starting) as Zxing;
  } catch (cause) {
    throw new Error(
      isAddress
        ? `The code reader could not be loaded from ${wasm}; check that zxing_reader.wasm of zxing-wasm 3.1 is served there. In Node, pass the bytes that readerWasm() of @scanhook/codes/node gives.`
        : "These bytes are not the code reader; pass zxing_reader.wasm of zxing-wasm 3.1.",
      { cause },
    );
  }
}

type Options = Parameters<ZXingReaderModule["readBarcodesFromPixmap"]>[3];
type Result = NonNullable<
  ReturnType<ReturnType<ZXingReaderModule["readBarcodesFromPixmap"]>["get"]>
>;

function toOptions(formats: string, effort: Effort): Options {
  const { harder, turned, inverted, smaller, lines, globalThreshold } = effort;
  return {
    formats,
    tryHarder: harder ?? false,
    tryRotate: turned ?? false,
    tryInvert: inverted ?? false,
    tryDownscale: smaller ?? false,
    tryDenoise: false,
    binarizer: globalThreshold ? 1 : 0,
    isPure: false,
    downscaleFactor: 3,
    downscaleThreshold: 500,
    minLineCount: lines ?? 2,
    maxNumberOfSymbols: 255,
    validateOptionalChecksum: false,
    returnErrors: false,
    eanAddOnSymbol: 0,
    textMode: 0,
    characterSet: 0,
    tryCode39ExtendedMode: true,
  };
}

/**
 * zxing-wasm's own `readBarcodes` wants RGBA and never frees its result list; a camera asks thirty times a second, so
 * the module is called directly and both are freed.
 */
function readPlane(zxing: Zxing, plane: Plane, options: Options): Result[] {
  const { data, width, height } = plane;
  const address = zxing._malloc(data.length);
  if (address === 0) {
    throw new Error(
      `There is not enough memory to read a picture of ${width} x ${height} pixels; make it smaller.`,
    );
  }
  try {
    zxing.HEAPU8.set(data, address);
    const list = zxing.readBarcodesFromPixmap(address, width, height, options);
    try {
      return Array.from({ length: list.size() }, (_, i) => list.get(i)).filter(
        (result) => result?.isValid === true,
      ) as Result[];
    } finally {
      (list as typeof list & { delete(): void }).delete();
    }
  } finally {
    zxing._free(address);
  }
}

function toReading(
  result: Result,
  scale: number,
  wanted: readonly CodeFormat[],
): Reading | undefined {
  const format = toWantedFormat(result.format, result.text, wanted);
  if (!format) return undefined;
  return {
    ...toContent({ ...result, format }),
    format,
    gs1: isGs1(result),
    corners: toCorners(result, scale),
  };
}

function toCorners({ position, format, lineCount }: Result, scale: number): Reading["corners"] {
  const toPoint = ({ x, y }: Point): Point => ({
    x: (x + 0.5) * scale - 0.5,
    y: (y + 0.5) * scale - 0.5,
  });
  const corners: Reading["corners"] = [
    toPoint(position.topLeft),
    toPoint(position.topRight),
    toPoint(position.bottomRight),
    toPoint(position.bottomLeft),
  ];
  if (lineCount === 0) return corners;
  return format.includes("Stk") ? toBox(corners) : toLinearCorners(corners);
}

/**
 * The format to report, undefined when it is not wanted. An EAN-13 with a leading zero is the symbol of a UPC-A (GS1
 * General Specifications 5.2.1.3); zxing-cpp always calls it EAN-13 when it may.
 */
function toWantedFormat(
  zxingName: string,
  text: string,
  wanted: readonly CodeFormat[],
): CodeFormat | undefined {
  const format = toCodeFormat(zxingName);
  if (format === "ean13" && text.startsWith("0") && wanted.includes("upca")) return "upca";
  return format && wanted.includes(format) ? format : undefined;
}
