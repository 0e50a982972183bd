// Makes the README's picture from the running product: the dashboard, and a phone that has just scanned.
// Usage: npx -c "node scripts/screenshot.ts"
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { startBrowser } from "../e2e/browser.ts";
import { writeVideo } from "../e2e/camera/video.ts";
import { logIn, ownerPassword, startHubProcess } from "../e2e/hub.ts";
import { connectPhone, startScanning, waitForResult } from "../e2e/phone.ts";
import { buildStale } from "./build.ts";

const target = fileURLToPath(new URL("../docs/scanhook.png", import.meta.url));
const phoneSize = { width: 390, height: 844 };

await buildStale();
const data = await mkdtemp(join(tmpdir(), "scanhook-screenshot-"));
const hub = await startHubProcess(data);
const camera = await writeVideo(
  join(data, "camera.y4m"),
  [{ codes: [{ symbology: "ean13", text: "4006381333931", size: 0.34, turn: -8 }], frames: 12 }],
  { width: 720, height: 1280 },
);
const browser = await startBrowser(camera);
try {
  const api = await logIn(hub);
  await api("PATCH", "/api/inboxes/scans", { title: "Storeroom" });
  await api("POST", "/api/inboxes", { name: "check-in", title: "Check-in, main gate", open: true });
  await sendEarlierScans();
  await api("PUT", "/api/tags/04:A2:7F:1B:5E:80:00/name", { name: "Drill 7" });

  const phone = await open(phoneSize, true);
  await connectPhone(phone, hub, api, "anna-phone");
  await phone.getByText("Saved.").waitFor({ state: "hidden" });
  const dashboard = await open({ width: 1160, height: 760 }, false);
  await dashboard.goto(hub.base);
  await dashboard.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await dashboard.getByRole("button", { name: "Log in" }).click();
  await startScanning(phone, hub);
  await waitForResult(phone, "accepted");
  await dashboard.getByText("4006381333931").first().waitFor();
  await compose(await dashboard.screenshot(), await phone.screenshot());
} finally {
  await browser.close();
  await hub.stop();
  await rm(data, { recursive: true, force: true });
}

async function open(viewport: { width: number; height: number }, phone: boolean) {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 2,
    isMobile: phone,
    hasTouch: phone,
    permissions: ["camera"],
    locale: "en-GB",
  });
  return context.newPage();
}

async function sendEarlierScans(): Promise<void> {
  const scans = [
    ["04:A2:7F:1B:5E:80:00", "https://example.com/tools/drill-7"],
    ["0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e01", "TICKET-2026-0417"],
    [
      "0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e02",
      "BEGIN:VCARD\nVERSION:3.0\nFN:Ada Lovelace\nEND:VCARD",
    ],
    ["0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e03", "WIFI:T:WPA;S:Workshop;P:secret;;"],
    ["0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e04", "BIN-0815"],
  ];
  const date = `${new Date().toISOString().slice(0, 19)}Z`;
  for (const [identifier, content] of scans) {
    const answer = await fetch(`${hub.base}/in/check-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ identifier, date, content }),
    });
    if (!answer.ok) throw new Error(`The hub answered ${answer.status}.`);
  }
}

/** The dashboard, with the phone standing before its lower right corner. */
async function compose(dashboard: Buffer, phone: Buffer): Promise<void> {
  const [width, height] = [1400, 940];
  const [desk, hand] = [
    await rounded(dashboard, 1160, 760, 14),
    await rounded(phone, 330, Math.round((330 * phoneSize.height) / phoneSize.width), 34),
  ];
  await sharp({ create: { width, height, channels: 3, background: "#e6e8f5" } })
    .composite([
      { input: desk, left: 40, top: 60 },
      { input: hand, left: 1030, top: 170 },
    ])
    .png({ palette: true, quality: 90 })
    .toFile(target);
  console.log(target);
}

function rounded(picture: Buffer, width: number, height: number, radius: number) {
  const frame = (style: string) =>
    Buffer.from(
      `<svg width="${width}" height="${height}"><rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${radius}" ${style}/></svg>`,
    );
  return sharp(picture)
    .resize(width, height)
    .composite([
      { input: frame(`fill="#fff"`), blend: "dest-in" },
      { input: frame(`fill="none" stroke="#1e293b" stroke-opacity="0.35" stroke-width="2"`) },
    ])
    .png()
    .toBuffer();
}
