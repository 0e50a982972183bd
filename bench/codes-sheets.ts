// Seeded clean sheets of many codes of one symbology, as a printer prints them.
import sharp from "sharp";
import { createRandom } from "../e2e/camera/random.ts";
import { drawSymbol } from "../e2e/camera/symbol.ts";
import type { CodeFormat } from "../packages/codes/src/readings/formats.ts";
import { type Random, toGtin, toWord } from "./codes-contents.ts";
import { type SharedPicture, sharePicture } from "./codes-corpus.ts";
import type { SeveralPicture } from "./codes-several.ts";

/**
 * How bwip-js draws a symbology: `pitch` is the width of a module at scale 1. `quiet` is the quiet
 * zone at each side, in modules.
 */
type Style = {
  pitch: number;
  quiet: number;
  options?: Record<string, string | number | boolean>;
};

type Kind = Style & {
  format: CodeFormat;
  symbology: string;
  toText(random: Random): string;
};

const matrix: Style = { pitch: 2, quiet: 2 };
const stacked: Style = { pitch: 1, quiet: 2 };
const linear: Style = { pitch: 1, quiet: 10, options: { height: 10 } };
const retail: Style = { pitch: 1, quiet: 11, options: { height: 16 } };

const toKind = (
  format: CodeFormat,
  symbology: string,
  style: Style,
  toText: Kind["toText"],
): Kind => ({ ...style, format, symbology, toText });

const toCapitals = (random: Random, min: number, max: number) =>
  toWord(random, min, max).toUpperCase();
const toDigits = (random: Random, length: number) =>
  Array.from({ length }, () => Math.floor(random() * 10)).join("");
/** A GTIN-14 with its AI. Limited DataBar takes only those that begin with 0 or 1. */
const toItem = (random: Random) => `(01)0${toGtin(random, 12)}`;

/** The symbologies that bwip-js draws and we read among others: MaxiCode has to be alone. */
const kinds: readonly Kind[] = [
  toKind("qr", "qrcode", { ...matrix, quiet: 4 }, (random) => {
    return `https://example.org/${toWord(random, 4, 30)}`;
  }),
  toKind("microqr", "microqrcode", matrix, (random) => toCapitals(random, 5, 9)),
  toKind(
    "rmqr",
    "rectangularmicroqrcode",
    { ...matrix, options: { version: "R11x59" } },
    (random) => toWord(random, 5, 9),
  ),
  toKind("datamatrix", "datamatrix", matrix, (random) => toWord(random, 6, 24)),
  toKind("aztec", "azteccode", matrix, (random) => toWord(random, 8, 30)),
  toKind("pdf417", "pdf417", stacked, (random) => toWord(random, 8, 24)),
  toKind("micropdf417", "micropdf417", stacked, (random) => toWord(random, 6, 12)),
  toKind("ean13", "ean13", retail, (random) => toGtin(random, 12)),
  toKind("ean8", "ean8", retail, (random) => toGtin(random, 7)),
  toKind("upca", "upca", retail, (random) => toGtin(random, 11)),
  toKind("upce", "upce", retail, (random) => `0${toDigits(random, 6)}`),
  toKind("code128", "code128", linear, (random) => toCapitals(random, 5, 10)),
  toKind("code39", "code39", linear, (random) => toCapitals(random, 4, 7)),
  toKind(
    "code93",
    "code93",
    { ...linear, options: { ...linear.options!, includecheck: true } },
    (random) => toCapitals(random, 5, 10),
  ),
  toKind("codabar", "rationalizedCodabar", linear, (random) => `A${toDigits(random, 8)}B`),
  toKind("itf", "interleaved2of5", linear, (random) => toGtin(random, 13)),
  toKind("telepen", "telepen", linear, (random) => toWord(random, 5, 9)),
  toKind("databar", "databaromni", stacked, toItem),
  toKind("databar-limited", "databarlimited", stacked, toItem),
  toKind("databar-expanded", "databarexpanded", stacked, (random) => {
    return `${toItem(random)}(10)${toCapitals(random, 4, 8)}`;
  }),
];

/** The blank paper at each side of a sheet, in modules. */
const margin = 10;
/** The paper between the quiet zones of two codes, in modules. */
const gap = 6;

/**
 * How the codes of a sheet lie: `turn` in degrees, clockwise, `module` in pixels. `isPaired`: each
 * content twice, with one quiet zone between the two.
 */
type Layout = { count: number; turn: number; module: number; isPaired?: boolean };

/** As printed, on its side, upside down, and as a sheet lies on a table. */
const turns = [0, 90, 180, 7, 20];

const layouts: readonly Layout[] = [
  ...turns.map((turn, i) => ({ count: 16, turn, module: 2 + (i % 3) })),
  ...turns.map((turn, i) => ({ count: 65, turn, module: 2 + ((i + 1) % 3) })),
  ...turns.map((turn, i) => ({ count: 160, turn, module: 2 + ((i + 2) % 3) })),
  ...[0, 20].map((turn) => ({ count: 16, turn, module: 3, isPaired: true })),
];

/** The formats of the sheets. */
export const sheetFormats: readonly CodeFormat[] = kinds.map(({ format }) => format);

/** Lists the sheets of a seed, grouped by symbology, by number of codes, and by turn. */
export function listSheets(seed: number, formats: readonly string[]): SeveralPicture[] {
  return kinds
    .filter(({ format }) => formats.includes(format))
    .flatMap((kind) => layouts.map((layout) => createSheet(kind, layout, seed)));
}

function createSheet(kind: Kind, layout: Layout, seed: number): SeveralPicture {
  const { count, turn, module, isPaired = false } = layout;
  const texts = listTexts(kind, layout, seed);
  const arrangement = isPaired ? "16 in pairs" : String(count);
  return {
    name: `${kind.format}, ${arrangement}, ${turn} degrees, ${module} pixels a module`,
    groups: [kind.format, arrangement, `${turn}°`],
    codes: texts.map((text) => ({ format: kind.format, text })),
    open: () => drawSheet(kind, layout, texts),
  };
}

/** The sheets of all turns have the same contents. No two are equal but those of a pair. */
function listTexts(kind: Kind, { count, isPaired }: Layout, seed: number): string[] {
  const random = createRandom(seed * 1009 + count);
  const texts = new Set<string>();
  while (texts.size < (isPaired ? count / 2 : count)) texts.add(kind.toText(random));
  return isPaired ? [...texts].flatMap((text) => [text, text]) : [...texts];
}

/** One byte for each module: 0 is ink. */
type Modules = { data: Uint8Array; width: number; height: number };

async function drawSheet(
  kind: Kind,
  { turn, module, isPaired = false }: Layout,
  texts: readonly string[],
): Promise<SharedPicture> {
  const drawings: Modules[] = [];
  for (const text of texts) drawings.push(await drawModules(kind, text));
  const { quiet } = kind;
  const cell = {
    width: Math.max(...drawings.map(({ width }) => width)) + 2 * quiet + gap,
    height: Math.max(...drawings.map(({ height }) => height)) + 2 * quiet + gap,
  };
  // About as wide as high. A pair stays in its row.
  const wanted = Math.ceil(Math.sqrt((texts.length * cell.height) / cell.width));
  const columns = isPaired ? wanted + (wanted % 2) : wanted;
  const sheet: Modules = createPaper(
    columns * cell.width + 2 * margin,
    Math.ceil(texts.length / columns) * cell.height + 2 * margin,
  );
  for (const [i, drawing] of drawings.entries()) {
    const x = margin + (i % columns) * cell.width;
    const y = margin + Math.floor(i / columns) * cell.height + quiet;
    // The second of a pair begins one quiet zone after the first.
    const isSecond = isPaired && i % 2 === 1;
    paste(sheet, drawing, isSecond ? x - cell.width + 2 * quiet + drawing.width : x + quiet, y);
  }
  return turnSheet(enlarge(sheet, module), turn);
}

async function drawModules({ symbology, pitch, options }: Kind, text: string): Promise<Modules> {
  const drawing = await drawSymbol({ symbology, text, options: { scale: 1, ...options } });
  const width = Math.floor(drawing.width / pitch);
  const height = Math.floor(drawing.height / pitch);
  const modules = createPaper(width, height);
  for (let i = 0; i < modules.data.length; i++) {
    const [x, y] = [(i % width) * pitch, Math.floor(i / width) * pitch];
    modules.data[i] = drawing.data[y * drawing.width + x]! < 128 ? 0 : 255;
  }
  return modules;
}

function createPaper(width: number, height: number): Modules {
  return { data: new Uint8Array(width * height).fill(255), width, height };
}

function paste(sheet: Modules, { data, width, height }: Modules, left: number, top: number): void {
  for (let y = 0; y < height; y++) {
    sheet.data.set(data.subarray(y * width, (y + 1) * width), (top + y) * sheet.width + left);
  }
}

function enlarge({ data, width, height }: Modules, factor: number): Modules {
  const large = createPaper(width * factor, height * factor);
  for (let y = 0; y < large.height; y++) {
    const row = Math.floor(y / factor) * width;
    for (let x = 0; x < large.width; x++) {
      large.data[y * large.width + x] = data[row + Math.floor(x / factor)]!;
    }
  }
  return large;
}

async function turnSheet({ data, width, height }: Modules, turn: number): Promise<SharedPicture> {
  const turned = await sharp(data, { raw: { width, height, channels: 1 } })
    .rotate(turn, { background: "white" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharePicture({ ...turned.info, data: turned.data });
}
