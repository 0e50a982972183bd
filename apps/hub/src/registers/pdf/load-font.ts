import { type Font, readFont } from "./font.ts";
import { readFontFile } from "./font-file.ts";

/** Loads DejaVu Sans. */
export async function loadFont(): Promise<Font> {
  return readFont(await readFontFile());
}
