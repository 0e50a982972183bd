import { open, rename, rm } from "node:fs/promises";
import {
  applyFilter,
  choosePageSize,
  createPdfWriter,
  decideStyle,
  type Filter,
  findReceiptName,
  isReceipt,
  type PdfWriter,
  type Picture,
  type Quad,
  readingDpi,
  type Style,
  scaleWords,
  type TextReader,
  turn,
} from "@scanhook/documents";
import { encodePage } from "./encode-page.ts";
import type { PageSource } from "./page-source.ts";
import { cutOut, type PlacedPage, type Placing, placePage } from "./place-page.ts";

/** The result for one picture. If `error` (a sentence) is set, the document lacks the picture. */
export type PageReport = {
  file: string;
  page?: number | undefined;
  found: boolean;
  /** Whether the corners are sure; false if too little of the sides of the page is in view. */
  sure: boolean;
  /** Pixels of the picture as it is shown, clockwise from the page's top left. */
  corners?: [number, number][];
  /** Width and height in millimeters, as the page lies in the document. */
  size?: [number, number];
  ms: number;
  text?: string | undefined;
  error?: string;
};

export type DocumentOptions = Placing & {
  out: string;
  title: string;
  date: Date;
  language?: string | undefined;
  filter: Filter;
  reader?: TextReader | undefined;
  signal?: AbortSignal | undefined;
  onProgress(activity: string, fraction: number): void;
};

/** The resolution at which a page is searched for colors. */
const styleDpi = 60;
/** The longest side, in pixels, of the photo from which a page is cut out at `styleDpi`. */
const stylePhotoSide = 1280;

/**
 * The length of the area that a photo shows if an A4 page (11.7 inches long) fills two thirds of
 * it. Times the resolution, it is the longest side in pixels that a photo needs.
 */
const photoLengthInches = 17;
/** The longest side of a decoded photo in pixels: 16 megapixels, which take 65 MB. */
const maxPhotoSide = 4700;

/**
 * Writes the pages of pictures into one PDF, one after another, so that memory does not grow with
 * their number. Yields a report for each picture. The file gets its name when it is complete.
 * Writes no file if no picture gives a page or the signal is aborted. Throws if the file cannot be
 * written.
 */
export async function* writeDocument(
  sources: readonly PageSource[],
  options: DocumentOptions,
): AsyncGenerator<PageReport> {
  const part = `${options.out}.part`;
  const file = await open(part, "w");
  let pageCount = 0;
  try {
    const writer = createPdfWriter(options, async (bytes) => {
      await file.write(bytes);
    });
    const style = await chooseStyle(sources, options);
    for (const [index, source] of sources.entries()) {
      const show = (fraction: number) =>
        options.onProgress(
          `Page ${index + 1} of ${sources.length}`,
          (index + fraction) / sources.length,
        );
      show(0);
      const report = await addPage(source, writer, style, show, options);
      if (options.signal?.aborted) return;
      if (report.error === undefined) pageCount++;
      yield report;
    }
    if (pageCount === 0) return;
    await writer.finish();
    await file.sync();
    await rename(part, options.out);
  } finally {
    await file.close();
    await rm(part, { force: true });
  }
}

/**
 * Returns "grey" if no page has color, so that the filter `clean` makes all pages grey. The other
 * filters ignore the style.
 */
async function chooseStyle(
  sources: readonly PageSource[],
  { filter, signal, onProgress, ...placing }: DocumentOptions,
): Promise<Style> {
  if (filter !== "clean") return "color";
  for (const [index, source] of sources.entries()) {
    if (signal?.aborted) break;
    onProgress("Looking for colors", index / sources.length);
    const loaded = await source.load(stylePhotoSide);
    const page =
      loaded.ok && cutOut(loaded.picture, placePage(loaded.picture, source, placing), styleDpi);
    if (page && decideStyle([page]) === "color") return "color";
  }
  return "grey";
}

async function addPage(
  source: PageSource,
  writer: PdfWriter,
  style: Style,
  onProgress: (fraction: number) => void,
  { filter, reader, ...placing }: DocumentOptions,
): Promise<PageReport> {
  const start = performance.now();
  const name = { file: source.file, page: source.page };
  const fail = (error: string): PageReport => ({
    ...name,
    found: false,
    sure: false,
    ms: elapsed(start),
    error,
  });
  const cut = await loadPage(source, placing, reader !== undefined);
  if (!cut.ok) return fail(cut.error);
  const { page, placed, scale, readable } = cut;
  const read = reader && readable && (await readText(readable, reader, onProgress));
  if (read && !read.ok) {
    return fail("The text of this picture could not be read; try it without --ocr.");
  }
  const { quarterTurns = 0, words: found = [], text } = read?.value ?? {};
  const reduction = readable ? page.width / readable.width : 1;
  const words = scaleWords(found, { x: reduction, y: reduction });
  const upright = turn(applyFilter(page, filter, style), quarterTurns);
  const isFree = !placing.paper && isReceipt(placed.size.name);
  const receipt = isFree
    ? findReceiptName(words, Math.min(upright.width, upright.height))
    : undefined;
  const { width, height } = placed.size;
  const lying = receipt ? choosePageSize(width / height, receipt) : placed.size;
  const size = quarterTurns % 2 === 0 ? lying : flip(lying);
  await writer.addPage({ size, image: await encodePage(upright, filter, style), words });
  return {
    ...name,
    found: placed.found,
    sure: placed.isSure,
    corners: listCorners(placed, quarterTurns, scale),
    size: [round(size.width), round(size.height)],
    ms: elapsed(start),
    text,
  };
}

/** `readable` is the page in the resolution in which its text is read. */
type CutPage = {
  ok: true;
  page: Picture;
  placed: PlacedPage;
  scale: number;
  readable: Picture | undefined;
};

/**
 * Loads a picture and cuts its page out. Returns the page alone, so that the larger picture can be
 * freed.
 */
async function loadPage(
  source: PageSource,
  placing: Placing,
  isRead: boolean,
): Promise<CutPage | { ok: false; error: string }> {
  const loaded = await source.load(Math.min(maxPhotoSide, placing.dpi * photoLengthInches));
  if (!loaded.ok) return loaded;
  const placed = placePage(loaded.picture, source, placing);
  const page = cutOut(loaded.picture, placed, placed.dpi);
  const readable = isRead ? cutOut(loaded.picture, placed, readingDpi) : undefined;
  return page
    ? { ok: true, page, placed, scale: loaded.scale, readable }
    : { ok: false, error: "The corners of the page in this picture lie on a line." };
}

/**
 * Recognizes the text of a page. Applies the filter `clean` first, whichever filter the document
 * gets, because shadows hide letters.
 */
function readText(page: Picture, reader: TextReader, onProgress: (fraction: number) => void) {
  return reader.readTurned(applyFilter(page, "clean", "grey"), { dpi: readingDpi, onProgress });
}

/**
 * Returns the corners of the page in pixels of the file, clockwise. The first corner is the top
 * left one after the page is turned.
 */
function listCorners(
  { quad }: { quad: Quad },
  quarterTurns: number,
  scale: number,
): [number, number][] {
  return quad.map((_, index) => {
    const { x, y } = quad[(index - quarterTurns + 4) % 4]!;
    return [round(x * scale), round(y * scale)];
  });
}

const flip = ({ width, height }: PlacedPage["size"]) => ({ width: height, height: width });

const round = (value: number) => Math.round(value * 10) / 10;

const elapsed = (start: number) => round(performance.now() - start);
