import { frameQuad } from "@scanhook/documents";
import { openPicture } from "../../readers/camera/pictures.ts";
import type { DocumentPage } from "./document.ts";
import type { PageMaker } from "./page-maker.ts";
import { parsePictureSize } from "./picture-size.ts";
import { drawPixels, encodePicture } from "./pixels.ts";

/**
 * A picture and the page on it, or the reason why the file is refused. `large`: the picture has
 * more pixels than phones can decode.
 */
export type IntakeResult =
  | { ok: true; page: DocumentPage; picture: Blob; isSharp: boolean }
  | { ok: false; reason: "empty" | "unreadable" | "large" };

/** The longer side of the picture on which pages are searched, in pixels. */
const inspectedSide = 1280;
/** The largest file that is stored as it is. Larger files are encoded as JPEG. */
const maxFileBytes = 15_000_000;
const storedTypes = ["image/jpeg", "image/png", "image/webp"];

/**
 * Makes a page of a picture file. Uses the whole picture as the page if none is found on it, or if
 * `isWholePage` says that it shows nothing else, as pictures of PDF files do.
 */
export async function takeIn(
  file: Blob,
  maker: PageMaker,
  { quarterTurns = 0, isWholePage = false }: { quarterTurns?: number; isWholePage?: boolean } = {},
): Promise<IntakeResult> {
  if (file.size === 0) return { ok: false, reason: "empty" };
  const pixels = await countPixels(file);
  if (pixels > maxPixels) return { ok: false, reason: "large" };
  const opened = await openPicture(file);
  // Phones lack the memory for very large pictures.
  if (!opened.ok) return { ok: false, reason: pixels > maxCanvasPixels ? "large" : "unreadable" };
  const { bitmap } = opened;
  const { width, height } = bitmap;
  const small = drawPixels(bitmap, inspectedSide);
  const scale = width / small.width;
  const isStorable = storedTypes.includes(file.type) && file.size <= maxFileBytes;
  const picture = isStorable ? file : await encodePicture(drawPixels(bitmap), "image/jpeg", 0.92);
  bitmap.close();
  const { corners, doubt, isCurled, style, isSharp } = await maker.inspect(small);
  const [a, b, c, d] = ((isWholePage ? undefined : corners) ?? frameQuad(small)).map(
    ({ x, y }) => ({
      x: Math.min(width, x * scale),
      y: Math.min(height, y * scale),
    }),
  );
  const page: DocumentPage = {
    id: crypto.randomUUID(),
    width,
    height,
    corners: [a!, b!, c!, d!],
    quarterTurns,
    isWholePage: isWholePage || undefined,
    isCurled: (!isWholePage && isCurled) || undefined,
    doubt: isWholePage ? undefined : doubt,
    style,
  };
  return { ok: true, page, picture, isSharp };
}

/** Returns the number of pixels of a picture file without decoding it; 0 if it is no picture. */
async function countPixels(file: Blob): Promise<number> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const { width, height } = parsePictureSize(head) ?? (await askImage(file));
  return width * height;
}

/** Returns the size of a picture from an `<img>`, which decodes its pixels only to draw them. */
async function askImage(file: Blob): Promise<{ width: number; height: number }> {
  const image = new Image();
  const address = URL.createObjectURL(file);
  const isSettled = new Promise((resolve) => {
    image.onload = resolve;
    image.onerror = resolve;
  });
  image.src = address;
  await isSettled;
  URL.revokeObjectURL(address);
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/**
 * The largest picture that is decoded, in pixels; phones have sensors of 108 megapixels. Chromium
 * held 0.9 GB for one of those, and 1.2 GB for a blank PNG of 196 megapixels, for which phones end
 * the page.
 */
const maxPixels = 120_000_000;
/** The part of a file that is searched for its size. A preview may come before the size. */
const headBytes = 500_000;
/** The largest canvas of an iPhone, in pixels. */
const maxCanvasPixels = 16_777_216;
