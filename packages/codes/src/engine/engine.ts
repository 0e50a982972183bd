import { prepareZXingModule, purgeZXingModule, type ZXingReaderModule } from "zxing-wasm/reader";
import { findBounds } from "../geometry/box.ts";
import { type Corners, toUprightCorners } from "../geometry/corners.ts";
import { type Point, scalePoint } from "../geometry/point.ts";
import type { Plane } from "../plane.ts";
import { type CodeFormat, type Family, toCodeFormat, toZxingFormats } from "../readings/formats.ts";
import type { Reading } from "../readings/reading.ts";
import { decodeContent, isGs1 } from "./content.ts";
import { isJoined } from "./databar-joins.ts";
import { toLinearCorners } from "./linear-corners.ts";
import type { SequencePosition } from "./structured-append.ts";

/** The effort that zxing-cpp spends on a plane. Omitted options are off. */
export type Effort = {
  family?: Family;
  /** Reads only these formats, as far as the caller of the reader wants them. */
  formats?: readonly CodeFormat[];
  /** Tries more rows and columns, finer steps and several binarizers. */
  tryHarder?: boolean;
  /** Also tries quarter turns. Matrix codes are found at any angle without this. */
  tryTurned?: boolean;
  /** Also reads light codes on dark. */
  tryInverted?: boolean;
  /** Also tries smaller copies of the plane. */
  trySmaller?: boolean;
  /**
   * The number of scan lines of a linear code that must agree, `usualMinLines` by default. More
   * lines mean fewer misreads and fewer hits.
   */
  minLines?: number;
  /** Uses one threshold for the plane instead of one for each neighborhood. */
  globalThreshold?: boolean;
  /** The plane is a clean, upright drawing of one QR code, which is all that is read. */
  isCleanQrCode?: boolean;
  /** Is called for each QR code that was located but could not be read. */
  onUnreadQrCode?: (outline: QrOutline) => void;
};

/** The minimum number of scan lines that agree on a linear code, unless a caller says otherwise. */
const usualMinLines = 2;

/**
 * A reading with the number of scan lines that agree on it, 0 for matrix codes, and its position in
 * a sequence of codes.
 */
export type Found = Reading & { lineCount: number; sequence?: SequencePosition | undefined };

/** A located QR code: its outer corners from the top left on, and its version (1 to 40). */
export type QrOutline = { corners: Corners; version: number };

/** Reads planes with zxing-wasm. */
export type Engine = {
  /** Returns the readings of a plane. Their corners are in pixels of the frame. */
  read(plane: Plane, effort: Effort): Found[];
  /** Whether the caller of the reader wants this format, or any format of this family. */
  isWanted(name: CodeFormat | Family): boolean;
};

/**
 * Starts a separate instance of zxing-wasm. `wasm` holds the bytes of `zxing_reader.wasm` or their
 * URL. Rejects with an Error that says what to do if they cannot be loaded or are another file.
 */
export async function startEngine(
  wasm: string | URL | ArrayBuffer | Uint8Array,
  wantedFormats: readonly CodeFormat[],
): Promise<Engine> {
  const zxing = await startZxing(wasm);
  return {
    isWanted: (name) =>
      name === "linear" || name === "matrix"
        ? toZxingFormats(wantedFormats, name) !== ""
        : wantedFormats.includes(name),
    read(plane, effort) {
      const formats = wantedFormats.filter((name) => effort.formats?.includes(name) ?? true);
      // zxing-cpp reads clean drawings only under the name of the whole family.
      const zxingFormats = effort.isCleanQrCode ? "QRCode" : toZxingFormats(formats, effort.family);
      if (zxingFormats === "") return [];
      const results = readPlane(zxing, plane, toOptions(zxingFormats, effort));
      if (effort.onUnreadQrCode) {
        for (const result of results) {
          const outline = toUnreadQrCode(result, plane.scale);
          if (outline) effort.onUnreadQrCode(outline);
        }
      }
      const valid = results.filter((result) => result.isValid && !isJoinedDataBar(plane, result));
      return removeMisreads(valid, effort.minLines ?? usualMinLines)
        .map((result) => toFound(result, plane.scale, wantedFormats))
        .filter((found) => found !== undefined);
    },
  };
}

/** Whether a DataBar was joined from several symbols. DataBar Limited is read from single lines. */
function isJoinedDataBar(plane: Plane, { format, position }: ZxingResult): boolean {
  return /^DataBar(Omni|Stk|Exp)/.test(format) && isJoined(plane, position);
}

function toUnreadQrCode(result: ZxingResult, scale: number): QrOutline | undefined {
  const version = Number(result.version);
  if (result.isValid || result.format !== "QRCode" || !(version >= 1)) return undefined;
  return { corners: toCorners(result, scale), version };
}

/** The number of scan lines from which a result is certain, in multiples of the minimum. */
const certainLineFactor = 2;
/** The minimum ratio of the scan lines of a result to those of a misread close to it. */
const misreadRatio = 3;

/**
 * Sorts results by certainty and removes likely misreads. Matrix codes (no lines) come first, then
 * linear codes by the number of scan lines that agree. A misread has few lines, and a close result
 * has many more: it comes from a damaged part of that code, or from text below its bars.
 */
function removeMisreads(results: ZxingResult[], minLines: number): ZxingResult[] {
  const sorted = results.toSorted((a, b) => rankCertainty(b) - rankCertainty(a));
  return sorted.filter(
    (result) =>
      result.lineCount === 0 ||
      result.lineCount >= certainLineFactor * minLines ||
      !sorted.some(
        (other) =>
          other.lineCount >= misreadRatio * result.lineCount &&
          isClose(result.position, other.position),
      ),
  );
}

/**
 * Whether the center of `position` is on a code, or beside it by at most half of its longer side.
 */
function isClose(position: Position, code: Position): boolean {
  const x = (position.topLeft.x + position.bottomRight.x) / 2;
  const y = (position.topLeft.y + position.bottomRight.y) / 2;
  const corners = [code.topLeft, code.topRight, code.bottomRight, code.bottomLeft];
  const { left, top, right, bottom } = findBounds(corners);
  const reach = Math.max(right - left, bottom - top) / 2;
  return x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach;
}

type Position = ZxingResult["position"];

function rankCertainty({ lineCount }: ZxingResult): number {
  return lineCount === 0 ? Number.MAX_SAFE_INTEGER : lineCount;
}

/** zxing-wasm's module, with the parts of Emscripten's memory that this file needs. */
type Zxing = ZXingReaderModule & {
  _malloc(size: number): number;
  _free(address: number): void;
  HEAPU8: Uint8Array;
};

async function startZxing(wasm: string | URL | ArrayBuffer | Uint8Array): Promise<Zxing> {
  const isAddress = typeof wasm === "string" || wasm instanceof URL;
  const overrides = isAddress ? { locateFile: () => String(wasm) } : { wasmBinary: wasm };
  const modulePromise = prepareZXingModule({ overrides, fireImmediately: true } as Parameters<
    typeof prepareZXingModule
  >[0]);
  // zxing-wasm caches its last module. Purging it lets this one be freed together with its reader.
  purgeZXingModule();
  try {
    return (await modulePromise) as Zxing;
  } catch (cause) {
    throw new Error(
      isAddress
        ? `The code reader could not be loaded from ${wasm}; check that zxing_reader.wasm of zxing-wasm 3.1 is served there. In Node, pass the bytes that readerWasm() of @scanhook/codes/node returns.`
        : "These bytes are not the code reader; pass zxing_reader.wasm of zxing-wasm 3.1.",
      { cause },
    );
  }
}

type ZxingOptions = Parameters<ZXingReaderModule["readBarcodesFromPixmap"]>[3];
type ZxingResult = NonNullable<
  ReturnType<ReturnType<ZXingReaderModule["readBarcodesFromPixmap"]>["get"]>
>;

function toOptions(formats: string, effort: Effort): ZxingOptions {
  const { tryHarder, tryTurned, tryInverted, trySmaller, globalThreshold } = effort;
  const { isCleanQrCode, onUnreadQrCode } = effort;
  return {
    formats,
    tryHarder: tryHarder ?? false,
    tryRotate: tryTurned ?? false,
    tryInvert: tryInverted ?? false,
    tryDownscale: trySmaller ?? false,
    tryDenoise: false,
    binarizer: globalThreshold ? 1 : 0,
    isPure: isCleanQrCode ?? false,
    downscaleFactor: 3,
    downscaleThreshold: 500,
    minLineCount: effort.minLines ?? usualMinLines,
    maxNumberOfSymbols: 255,
    validateOptionalChecksum: false,
    returnErrors: onUnreadQrCode !== undefined,
    eanAddOnSymbol: 0,
    textMode: 0,
    characterSet: 0,
    // Without effect: the format Code39Std, which is requested, gives plain characters.
    tryCode39ExtendedMode: false,
  };
}

/**
 * Calls the module directly, because zxing-wasm's `readBarcodes` requires RGBA and never frees its
 * result list, and a camera calls this thirty times a second.
 */
function readPlane(zxing: Zxing, plane: Plane, options: ZxingOptions): ZxingResult[] {
  const { data, width, height } = plane;
  const address = zxing._malloc(data.length);
  if (address === 0) {
    throw new Error(
      `There is not enough memory to read a picture of ${width} x ${height} pixels; make it smaller.`,
    );
  }
  try {
    zxing.HEAPU8.set(data, address);
    const resultList = zxing.readBarcodesFromPixmap(address, width, height, options);
    try {
      return Array.from({ length: resultList.size() }, (_, i) => resultList.get(i)!);
    } finally {
      (resultList as typeof resultList & { delete(): void }).delete();
    }
  } finally {
    zxing._free(address);
  }
}

function toFound(
  result: ZxingResult,
  scale: number,
  wantedFormats: readonly CodeFormat[],
): Found | undefined {
  const format = toWantedFormat(result.format, result.text, wantedFormats);
  if (!format) return undefined;
  return {
    ...decodeContent({ ...result, format }),
    format,
    gs1: isGs1(result),
    corners: toCorners(result, scale),
    lineCount: result.lineCount,
    sequence: toSequence(result),
  };
}

/**
 * Returns the position of a code in its sequence, or undefined if it is in none: zxing-cpp then
 * reports a size of -1. It reports 0 for a code that does not tell the size.
 */
function toSequence(result: ZxingResult): SequencePosition | undefined {
  const { sequenceIndex: index, sequenceSize: size, sequenceId: id } = result;
  return size < 0 || index < 0 ? undefined : { index, size, id };
}

function toCorners({ position, format, lineCount }: ZxingResult, scale: number): Corners {
  const toPoint = (point: Point): Point => scalePoint(point, scale);
  const corners: Corners = [
    toPoint(position.topLeft),
    toPoint(position.topRight),
    toPoint(position.bottomRight),
    toPoint(position.bottomLeft),
  ];
  if (lineCount === 0) return corners;
  return format.includes("Stk") ? toUprightCorners(corners) : toLinearCorners(corners);
}

/**
 * Returns the format to report, or undefined if it is not wanted. An EAN-13 with a leading zero is
 * the symbol of a UPC-A (GS1 General Specifications 5.2.1.3), and zxing-cpp reports it as EAN-13
 * whenever EAN-13 is wanted.
 */
function toWantedFormat(
  zxingName: string,
  text: string,
  wantedFormats: readonly CodeFormat[],
): CodeFormat | undefined {
  const format = toCodeFormat(zxingName);
  if (format === "ean13" && text.startsWith("0") && wantedFormats.includes("upca")) return "upca";
  return format && wantedFormats.includes(format) ? format : undefined;
}
