/** A decoded picture, or the reason why it could not be opened. */
export type OpenedPicture =
  | { ok: true; bitmap: ImageBitmap }
  | { ok: false; reason: "unreadable" | "no-picture" | "not-allowed" };

/**
 * Larger photos are scaled down to this many pixels per side; 16 megapixels take 64 MB of memory.
 */
const maxSidePixels = 4096;

/** Decodes a photo in any format that the browser can show, upright by its orientation tag. */
export async function openPicture(file: Blob): Promise<OpenedPicture> {
  const bitmap = (await decode(file)) ?? (await decodeAsImage(file));
  return bitmap ? { ok: true, bitmap } : { ok: false, reason: "unreadable" };
}

/** Returns whether a button can read the clipboard. Pasting works in every browser. */
export function canReadClipboard(): boolean {
  return typeof navigator.clipboard?.read === "function";
}

/** Opens the picture on the clipboard; the browser may ask the person first. */
export async function openClipboardPicture(): Promise<OpenedPicture> {
  try {
    for (const item of await navigator.clipboard.read()) {
      const type = item.types.find((name) => name.startsWith("image/"));
      if (type) return await openPicture(await item.getType(type));
    }
    return { ok: false, reason: "no-picture" };
  } catch {
    return { ok: false, reason: "not-allowed" };
  }
}

/** Returns the first picture among pasted or dropped files; undefined if there is none. */
export function findPicture(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
}

async function decode(source: Blob | HTMLImageElement): Promise<ImageBitmap | undefined> {
  try {
    const bitmap = await createImageBitmap(source);
    const scale = maxSidePixels / Math.max(bitmap.width, bitmap.height);
    if (scale >= 1) return bitmap;
    const resized = await createImageBitmap(bitmap, {
      resizeWidth: Math.round(bitmap.width * scale),
      resizeHeight: Math.round(bitmap.height * scale),
      resizeQuality: "high",
    });
    bitmap.close();
    return resized;
  } catch {
    return undefined;
  }
}

/**
 * Decodes with an `<img>`, which supports more formats than `createImageBitmap`: SVG, and HEIC on
 * Apple devices.
 */
async function decodeAsImage(file: Blob): Promise<ImageBitmap | undefined> {
  const image = new Image();
  const address = URL.createObjectURL(file);
  try {
    image.src = address;
    await image.decode();
    return await decode(image);
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}
