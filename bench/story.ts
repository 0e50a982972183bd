// Measures the time from a code in front of the camera to the 204 of the hub, and to the verdict of
// a check-in and of a stock on the screen, in the real page in Chromium with a drawn camera. A lamp
// in a corner of the picture lights up with the code and shows the page when the code appeared.
// node bench/story.ts [showings]; exits 1 when p50 is not under 300 ms or p95 not under 800 ms, for
// a verdict p50 under 120 ms, or when a stock takes over 5 ms more than a check-in.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDevice, startBrowser } from "../e2e/browser.ts";
import { writeVideo } from "../e2e/camera/video.ts";
import { addGuestList } from "../e2e/guest-list.ts";
import { logIn, startUsualHub } from "../e2e/hub.ts";
import { pairPhone, startScanning } from "../e2e/phone.ts";
import { buildStale } from "../scripts/build.ts";
import { describeMachine } from "./machine.ts";

const showings = Number(process.argv[2] ?? 30);
const seed = 7;
/** Milliseconds. */
const limits = { p50: 300, p95: 800 };
const stories = {
  "QR code": {
    code: { symbology: "qrcode", text: "https://example.com/t/ABC123?x=1", turn: 17 },
    inbox: "scans",
    limits,
  },
  "EAN-13": {
    code: { symbology: "ean13", text: "4006381333931", size: 0.7, turn: 4 },
    inbox: "scans",
    limits,
  },
  "QR code to verdict": {
    code: { symbology: "qrcode", text: "T-0001", turn: 17 },
    inbox: "gala",
    limits: { p50: 120, p95: 800 },
  },
  "QR code to booking": {
    code: { symbology: "qrcode", text: "T-0001", turn: 17 },
    inbox: "parts",
    limits: { p50: 120, p95: 800 },
  },
};
/** The most milliseconds that p50 of a stock may be over that of a check-in. */
const bookingLimit = 5;

await buildStale();
console.log(describeMachine());
console.log(
  `seed ${seed}; 640 x 480 at 30 frames a second; ${showings} showings each, the first left out`,
);
const data = await mkdtemp(join(tmpdir(), "scanhook-bench-"));
const hub = await startUsualHub(data);
try {
  const api = await logIn(hub);
  await addGuestList(api, "gala");
  await api("POST", "/api/inboxes", { name: "parts" });
  await api("POST", "/api/registers", {
    ...{ name: "parts", kind: "stock", rules: { withoutPlace: true } },
  });
  await api("PUT", "/api/inboxes/parts/register", { register: "parts", action: "add" });
  await api("POST", "/api/registers/parts/entries", { label: "Screws", keys: ["t:T-0001"] });
  const medians = new Map<string, number>();
  for (const [name, { code, inbox, limits }] of Object.entries(stories)) {
    const camera = await writeVideo(
      join(data, "camera.y4m"),
      [
        { codes: [], frames: 45 },
        { codes: [code], frames: 20, lamp: true },
      ],
      { seed },
    );
    const browser = await startBrowser(camera);
    try {
      const { page, context } = await openDevice(browser);
      await context.addInitScript(watchLampAndEnds, inbox !== "scans");
      await pairPhone(page, hub, api, "bench", inbox);
      await page.evaluate(() => {
        const key = "scanhook.settings";
        const settings = JSON.parse(localStorage[key] ?? "{}");
        localStorage[key] = JSON.stringify({ ...settings, continuous: true, repeats: "never" });
      });
      await page.reload();
      await startScanning(page, hub);
      await page.waitForFunction(
        (count) => (globalThis as unknown as Watched).ends.length >= count,
        showings,
        { timeout: showings * 5_000 },
      );
      const { lamps, ends } = await page.evaluate(() => {
        const { lamps, ends } = globalThis as unknown as Watched;
        return { lamps, ends };
      });
      medians.set(inbox, report(name, lamps, ends, limits));
    } finally {
      await browser.close();
    }
  }
  const more = medians.get("parts")! - medians.get("gala")!;
  console.log(`A booking takes ${more.toFixed(1)} ms more than a check-in at p50.`);
  if (!(more <= bookingLimit)) process.exitCode = 1;
} finally {
  await hub.stop();
  await rm(data, { recursive: true, force: true });
}

/**
 * In milliseconds of the page's clock: when the page saw the lamp light up, and when a 204 had
 * arrived or a verdict was shown.
 */
type Watched = { lamps: number[]; ends: number[] };

function watchLampAndEnds(awaitsVerdict: boolean): void {
  const watched = globalThis as unknown as Watched;
  watched.lamps = [];
  watched.ends = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      if (entry.responseStatus === 204 && !awaitsVerdict) watched.ends.push(entry.responseEnd);
    }
  }).observe({ type: "resource", buffered: true });
  let shown: string | undefined;
  new MutationObserver(() => {
    const before = shown;
    shown = document.querySelector<HTMLElement>('[data-testid="verdict"]')?.dataset.result;
    if (shown === before || shown === undefined || shown === "asking") return;
    // The frame after the next one begins when the verdict is on the screen.
    if (awaitsVerdict)
      requestAnimationFrame(() => requestAnimationFrame((now) => watched.ends.push(now)));
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["data-result"],
  });

  const picture = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })!;
  const seen = new WeakSet<HTMLVideoElement>();
  setInterval(() => {
    const video = document.querySelector("video");
    if (!video || seen.has(video)) return;
    seen.add(video);
    let lit = true;
    const look = (now: number) => {
      picture.drawImage(video, 8, 8, 8, 8, 0, 0, 1, 1);
      const wasLit = lit;
      lit = picture.getImageData(0, 0, 1, 1).data[0]! > 230;
      if (lit && !wasLit) watched.lamps.push(now);
      video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  }, 50);
}

/** Prints the times, and returns their median. */
function report(
  name: string,
  lamps: number[],
  ends: number[],
  limits: { p50: number; p95: number },
): number {
  const times = lamps
    .flatMap((lamp, index) => {
      const next = lamps[index + 1] ?? Number.POSITIVE_INFINITY;
      const end = ends.find((time) => time > lamp && time < next);
      return end === undefined ? [] : [end - lamp];
    })
    .slice(1)
    .sort((a, b) => a - b);
  const quantile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const [p50, p95, max] = [quantile(0.5), quantile(0.95), quantile(1)];
  console.log(
    `${name}: ${times.length} scans; p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, max ${max.toFixed(0)} ms; missed ${lamps.length - 1 - times.length}`,
  );
  if (!(p50 < limits.p50 && p95 < limits.p95)) process.exitCode = 1;
  return p50;
}
