/** A picture from outside, opened: or why not. */
export type OpenedPicture =
  | { ok: true; bitmap: ImageBitmap }
  | { ok: false; reason: "unreadable" | "no-picture" | "not-allowed" };

/** Larger photos are scaled down to this many pixels a side: 16 megapixels are 64 MB in memory. */
const longestSide = 4096;

/** Opens a photo the right way up, whatever format the browser can show. */
export async function openPicture(file: Blob): Promise<OpenedPicture> {
  const bitmap = (await decode(file)) ?? (await decodeAsImage(file));
  return bitmap ? { ok: true, bitmap } : { ok: false, reason: "unreadable" };
}

/** Whether the clipboard can be read with a button; pasting works everywhere. */
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

/** The picture among what was pasted or dropped. */
export function pictureIn(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
}

async function decode(source: Blob | HTMLImageElement): Promise<ImageBitmap | undefined> {
  try {
    const bitmap = await createImageBitmap(source);
    const scale = longestSide / Math.max(bitmap.width, bitmap.height);
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

/** What an `<img>` shows is more than `createImageBitmap` takes: SVG, and HEIC on Apple devices. */
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
