import { frameQuad } from "@scanhook/documents";
import { openPicture } from "../../readers/camera/pictures.ts";
import type { DocumentPage } from "./document.ts";
import type { PageMaker } from "./page-maker.ts";
import { parsePictureSize } from "./picture-size.ts";
import { drawPixels, encodePicture } from "./pixels.ts";

/** A picture with the page on it, or the reason why there is none. */
export type TakenIn =
  | { ok: true; page: DocumentPage; picture: Blob; isSharp: boolean }
  | { ok: false; reason: "empty" | "unreadable" | "large" };

/** Pages are found on a picture of this many pixels a side. */
const inspectedSide = 1280;
/** A larger file is stored anew, within the size that every browser decodes. */
const maxFileBytes = 15_000_000;
const storedTypes = ["image/jpeg", "image/png", "image/webp"];

/**
 * Takes a picture file in: finds the page, or takes the whole picture for it. A picture that is a
 * whole page, such as one of a PDF file, is not searched.
 */
export async function takeIn(
  file: Blob,
  maker: PageMaker,
  { quarterTurns = 0, isWholePage = false }: { quarterTurns?: number; isWholePage?: boolean } = {},
): Promise<TakenIn> {
  if (file.size === 0) return { ok: false, reason: "empty" };
  const opened = await openPicture(file);
  if (!opened.ok) return { ok: false, reason: await explainFailure(file) };
  const { bitmap } = opened;
  const { width, height } = bitmap;
  const small = drawPixels(bitmap, inspectedSide);
  const scale = width / small.width;
  const isStorable = storedTypes.includes(file.type) && file.size <= maxFileBytes;
  const picture = isStorable ? file : await encodePicture(drawPixels(bitmap), "image/jpeg", 0.92);
  bitmap.close();
  const { corners, isCurled, style, isSharp } = await maker.inspect(small);
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
    style,
  };
  return { ok: true, page, picture, isSharp };
}

/** Browsers decode a picture as a whole, and phones have no memory for very large ones. */
async function explainFailure(file: Blob): Promise<"unreadable" | "large"> {
  const size = parsePictureSize(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  return size && size.width * size.height > safePixels ? "large" : "unreadable";
}

/** Metadata with a preview may come before the size. */
const headBytes = 500_000;
/** The canvas of an iPhone. */
const safePixels = 16_777_216;
