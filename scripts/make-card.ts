// Makes the picture that other sites show beside a link to the site. Usage: npx -c "node
// scripts/make-card.ts"
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { landing } from "../apps/site/src/landing.ts";
import { startBrowser } from "../e2e/browser.ts";

const icon = await readFile(new URL("../apps/site/public/icon.svg", import.meta.url), "utf8");
const target = fileURLToPath(new URL("../apps/site/public/card.png", import.meta.url));

const html = `<!doctype html>
<html lang="en">
  <style>
    body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 88px 96px; background: #0b1220;
      color: #f1f5f9; font-family: system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
      display: flex; flex-direction: column; justify-content: space-between; }
    .brand { display: flex; align-items: center; gap: 28px; font-size: 52px; font-weight: 700; }
    .brand svg { width: 92px; height: 92px; }
    h1 { margin: 0; font-size: 84px; line-height: 1.12; letter-spacing: -0.02em; max-width: 15em; text-wrap: balance; }
    p { margin: 0; font-size: 34px; color: #a5b4fc; }
  </style>
  <div class="brand">${icon}Scanhook</div>
  <h1>${landing.heading}</h1>
  <p>NFC tags, QR codes and barcodes, as one HTTPS POST</p>
</html>`;

const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(html);
  const picture = await page.screenshot();
  await sharp(picture).png({ palette: true, colours: 64, effort: 10 }).toFile(target);
  console.log(target);
} finally {
  await browser.close();
}
