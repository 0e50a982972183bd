// Draws the PNG icons from public/icon.svg. Run after changing it: `node apps/scanner/icons.ts`; the PNGs are committed.
import { readFile } from "node:fs/promises";
import sharp from "sharp";

const source = await readFile(new URL("./public/icon.svg", import.meta.url), "utf8");
// A maskable icon is cropped by the system to any shape: its ground has no corners, its drawing is kept in the middle.
const maskable = source
  .replace('rx="112" ', "")
  .replace("<g ", '<g transform="translate(51.2 51.2) scale(.8)"><g ')
  .replace("</svg>", "</g></svg>");

await draw(source, 192, "icon-192.png");
await draw(source, 512, "icon-512.png");
await draw(maskable, 512, "icon-maskable-512.png");
await draw(maskable, 180, "apple-touch-icon.png");

async function draw(svg: string, size: number, file: string): Promise<void> {
  await sharp(Buffer.from(svg), { density: 144 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(new URL(`./public/icons/${file}`, import.meta.url).pathname);
}
