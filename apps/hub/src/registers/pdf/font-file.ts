import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Returns the file of DejaVu Sans. Despite its name, it has Greek and Cyrillic letters, too. */
export async function readFontFile(): Promise<Buffer> {
  const url = import.meta.resolve(
    "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff",
  );
  return readFile(fileURLToPath(url));
}
