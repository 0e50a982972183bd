import { registerPlugin } from "@capacitor/core";

/** The plugin in ios/FileSheetPlugin.swift and android/FileSheetPlugin.java. */
export type FileSheetPlugin = {
  /** Appends bytes to a file in the app's cache. The first part replaces an existing file. */
  append(part: { name: string; base64: string; isFirst: boolean }): Promise<void>;
  /** Opens the share sheet with files that were written. */
  offer(files: { names: string[]; type: string }): Promise<void>;
  /** Shows a file that was written in Quick Look, on an iPhone only. */
  show(file: { name: string }): Promise<void>;
};

export const fileSheet = registerPlugin<FileSheetPlugin>("FileSheet");

/** The size of the parts of a file, because a call to a plugin is one string. */
const partBytes = 768 * 1024;

/**
 * Returns a function that offers files in the system's share sheet, because a web view has no
 * downloads. Calls `onFailure` if they cannot be written or offered.
 */
export function createSaveFiles(
  sheet: Pick<FileSheetPlugin, "append" | "offer">,
  onFailure: () => void,
): (files: readonly File[]) => void {
  const offer = async (files: readonly File[]) => {
    for (const file of files) await writeFile(sheet, file);
    const types = new Set(files.map(({ type }) => type.split(";")[0]!));
    const [type = "*/*"] = types.size === 1 ? types : [];
    await sheet.offer({ names: files.map(({ name }) => name), type });
  };
  return (files) => void offer(files).catch(onFailure);
}

/** Shows a file in Quick Look, which turns models. Rejects if it cannot be written or shown. */
export async function showFile(
  sheet: Pick<FileSheetPlugin, "append" | "show">,
  file: File,
): Promise<void> {
  await writeFile(sheet, file);
  await sheet.show({ name: file.name });
}

async function writeFile(sheet: Pick<FileSheetPlugin, "append">, file: File): Promise<void> {
  for (let start = 0; start === 0 || start < file.size; start += partBytes) {
    const base64 = await toBase64(file.slice(start, start + partBytes));
    await sheet.append({ name: file.name, base64, isFirst: start === 0 });
  }
}

async function toBase64(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let binary = "";
  // All bytes as arguments of one call would overflow the stack.
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(binary);
}
