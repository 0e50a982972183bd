import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Font, readFont } from "./font.ts";

/** Loads DejaVu Sans. Despite its file name, it also has the Greek and Cyrillic letters. */
export async function loadFont(): Promise<Font> {
  const url = import.meta.resolve(
    "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff",
  );
  return readFont(await readFile(fileURLToPath(url)));
}
