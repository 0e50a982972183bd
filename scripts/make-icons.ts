// Makes favicon.ico and apple-touch-icon.png of the site from its icon.svg. Usage: npx -c "node
// scripts/make-icons.ts"
import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";

const folder = new URL("../apps/site/public/", import.meta.url);
const icon = await readFile(new URL("icon.svg", folder));
const background = "#4338ca";

/** Returns the icon as a PNG of `size` pixels. */
const draw = (size: number) => sharp(icon, { density: (72 * size) / 32 }).resize(size, size);

const small = await draw(32).png({ palette: true, effort: 10 }).toBuffer();
await writeFile(new URL("favicon.ico", folder), wrapInIco(small, 32));

// iOS rounds the corners itself and shows transparent pixels in black.
const touch = await draw(180).flatten({ background }).png({ palette: true, effort: 10 }).toBuffer();
await writeFile(new URL("apple-touch-icon.png", folder), touch);

/**
 * Wraps one PNG of `size` pixels as an ICO file: a header of 6 bytes, an entry of 16 bytes, the
 * picture.
 */
function wrapInIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
