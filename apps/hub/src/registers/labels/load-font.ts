import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Font, readFont } from "./font.ts";

const file = "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff";

/** Loads DejaVu Sans, which despite the name of its file also has the Greek and the Cyrillic letters. */
export async function loadFont(): Promise<Font> {
  return readFont(await readFile(fileURLToPath(import.meta.resolve(file))));
}
