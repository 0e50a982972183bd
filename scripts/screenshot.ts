// Takes every picture of the README and the site from the running product, light and dark: the
// dashboard, a phone that has just scanned, and both together. Usage: npx -c "node
// scripts/screenshot.ts"
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import sharp from "sharp";
import { startBrowser } from "../e2e/browser.ts";
import { writeVideo } from "../e2e/camera/video.ts";
import { logIn, ownerPassword, startHubProcess } from "../e2e/hub.ts";
import { connectPhone, startScanning, waitForResult } from "../e2e/phone.ts";
import { buildStale } from "./build.ts";
import { fillHub, startDestination } from "./picture-story.ts";

type Scheme = "light" | "dark";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const phoneSize = { width: 390, height: 844 };
const deskSize = { width: 1160, height: 760 };

await buildStale();
await mkdir(folder, { recursive: true });
const data = await mkdtemp(join(tmpdir(), "scanhook-screenshot-"));
const hub = await startHubProcess(data);
const destination = await startDestination();
const camera = await writeVideo(
  join(data, "camera.y4m"),
  [{ codes: [{ symbology: "ean13", text: "4006381333931", size: 0.34, turn: -8 }], frames: 12 }],
  { width: 720, height: 1280 },
);
const browser = await startBrowser(camera);
try {
  const api = await logIn(hub);
  await fillHub(hub, api, destination.url);
  for (const scheme of ["light", "dark"] as const) {
    const phone = await openPage(phoneSize, scheme);
    await connectPhone(phone, hub, api, { light: "anna-phone", dark: "ben-phone" }[scheme]);
    await phone.getByText("Saved.").waitFor({ state: "hidden" });
    const dashboard = await openPage(deskSize, scheme);
    await dashboard.goto(hub.base);
    await dashboard.getByLabel("Password", { exact: true }).fill(ownerPassword);
    await dashboard.getByRole("button", { name: "Log in" }).click();
    await startScanning(phone, hub);
    await waitForResult(phone, "accepted");
    await dashboard.getByText("4006381333931").first().waitFor();
    await saveOverview(await dashboard.screenshot(), await phone.screenshot(), scheme);
    await saveScreenshot(dashboard, "dashboard", scheme);
    await saveScreenshot(phone, "scanner", scheme);
    await openScreen(dashboard, "routes", "Every bin to the stock");
    await saveScreenshot(dashboard, "routes", scheme);
    await openScreen(dashboard, "destinations/stock", "HTTP request");
    await saveScreenshot(dashboard, "destination", scheme);
    await openScreen(dashboard, "tags", "Drill 7");
    await saveScreenshot(dashboard, "tags", scheme);
    await phone.context().close();
    await dashboard.context().close();
  }
} finally {
  await browser.close();
  destination.close();
  await hub.stop();
  await rm(data, { recursive: true, force: true });
}

async function openPage(
  viewport: { width: number; height: number },
  scheme: Scheme,
): Promise<Page> {
  const isPhone = viewport === phoneSize;
  const context = await browser.newContext({
    viewport,
    colorScheme: scheme,
    deviceScaleFactor: 2,
    isMobile: isPhone,
    hasTouch: isPhone,
    permissions: ["camera"],
    locale: "en-GB",
  });
  return context.newPage();
}

async function openScreen(page: Page, path: string, text: string): Promise<void> {
  await page.goto(`${hub.base}/#/${path}`);
  await page.getByText(text).first().waitFor();
  await page.getByText("Loading…").first().waitFor({ state: "hidden" });
}

async function saveScreenshot(page: Page, name: string, scheme: Scheme): Promise<void> {
  const target = `${folder}${name}-${scheme}.webp`;
  const width = page.viewportSize()?.width === phoneSize.width ? 780 : 1600;
  await sharp(await page.screenshot())
    .resize({ width })
    .webp({ quality: 82 })
    .toFile(target);
  console.log(target);
}

/** Puts the phone in front of the lower right corner of the dashboard. */
async function saveOverview(dashboard: Buffer, phone: Buffer, scheme: Scheme): Promise<void> {
  const [width, height] = [1400, 940];
  const [dashboardPicture, phonePicture] = [
    await roundCorners(dashboard, deskSize.width, deskSize.height, 14),
    await roundCorners(phone, 330, Math.round((330 * phoneSize.height) / phoneSize.width), 34),
  ];
  const background = { light: "#e6e8f5", dark: "#1a2440" }[scheme];
  const target = `${folder}overview-${scheme}.webp`;
  await sharp({ create: { width, height, channels: 3, background } })
    .composite([
      { input: dashboardPicture, left: 40, top: 60 },
      { input: phonePicture, left: 1030, top: 170 },
    ])
    .webp({ quality: 86 })
    .toFile(target);
  console.log(target);
}

function roundCorners(picture: Buffer, width: number, height: number, radius: number) {
  const createFrame = (style: string) =>
    Buffer.from(
      `<svg width="${width}" height="${height}"><rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${radius}" ${style}/></svg>`,
    );
  return sharp(picture)
    .resize(width, height)
    .composite([
      { input: createFrame(`fill="#fff"`), blend: "dest-in" },
      { input: createFrame(`fill="none" stroke="#64748b" stroke-opacity="0.5" stroke-width="2"`) },
    ])
    .png()
    .toBuffer();
}
