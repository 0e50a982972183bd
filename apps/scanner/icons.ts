// Draws the PNG icons from public/icon.svg, and those of the shortcuts from the app's drawings. Run
// `node apps/scanner/icons.ts` after changing one and commit the PNGs.
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { actionIcons } from "./src/links/action-icons.ts";
import { actions } from "./src/links/actions.ts";

const source = await readFile(new URL("./public/icon.svg", import.meta.url), "utf8");
// The system crops a maskable icon to any shape, so its background has no corners and its drawing
// is smaller.
const maskable = source
  .replace('rx="128" ', "")
  .replace("<g ", '<g transform="translate(51.2 51.2) scale(.8)"><g ')
  .replace("</svg>", "</g></svg>");

await draw(source, 192, "icon-192.png");
await draw(source, 512, "icon-512.png");
await draw(maskable, 512, "icon-maskable-512.png");
await draw(maskable, 180, "apple-touch-icon.png");

const inManifest = actions.filter(({ kind }) => kind === "scan" || kind === "write");
for (const name of new Set(inManifest.map(({ icon }) => icon))) {
  await draw(actionIcon(actionIcons[name]), 192, `action-${name}.png`);
}

function actionIcon(path: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="#4338ca"/>
<path transform="translate(12 12)" d="${path}" fill="none" stroke="#fff" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}

async function draw(svg: string, size: number, file: string): Promise<void> {
  await sharp(Buffer.from(svg), { density: 144 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(new URL(`./public/icons/${file}`, import.meta.url).pathname);
}
