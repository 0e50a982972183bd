// From a code coming before the camera to the hub's 204, in the real page, in Chromium with a drawn camera.
// A lamp in the picture's corner lights with the code, so the page itself sees when the code came.
// node bench/story.ts [showings]; exits 1 when p50 is not under 300 ms or p95 not under 800 ms.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDevice, startBrowser } from "../e2e/browser.ts";
import { writeVideo } from "../e2e/camera/video.ts";
import { logIn, startHubProcess } from "../e2e/hub.ts";
import { connectPhone, startScanning } from "../e2e/phone.ts";
import { buildStale } from "../scripts/build.ts";
import { describeMachine } from "./machine.ts";

const showings = Number(process.argv[2] ?? 30);
const seed = 7;
/** Milliseconds. */
const wanted = { p50: 300, p95: 800 };
const codes = {
  "QR code": { symbology: "qrcode", text: "https://example.com/t/ABC123?x=1", turn: 17 },
  "EAN-13": { symbology: "ean13", text: "4006381333931", size: 0.7, turn: 4 },
};

await buildStale();
console.log(describeMachine());
console.log(
  `seed ${seed}; 640 x 480 at 30 frames a second; ${showings} showings each, the first left out`,
);
const data = await mkdtemp(join(tmpdir(), "scanhook-bench-"));
const hub = await startHubProcess(data);
try {
  const api = await logIn(hub);
  for (const [name, code] of Object.entries(codes)) {
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
      await context.addInitScript(watchLampAndAnswers);
      await connectPhone(page, hub, api, "bench");
      await page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) =>
          localStorage[name].includes("receiverUrl"),
        )!;
        const settings = JSON.parse(localStorage[key]);
        localStorage[key] = JSON.stringify({ ...settings, continuous: true, repeats: "never" });
      });
      await page.reload();
      await startScanning(page, hub);
      await page.waitForFunction(
        (count) => (globalThis as unknown as Watched).answers.length >= count,
        showings,
        { timeout: showings * 5_000 },
      );
      const { lamps, answers } = await page.evaluate(() => {
        const { lamps, answers } = globalThis as unknown as Watched;
        return { lamps, answers };
      });
      report(name, lamps, answers);
    } finally {
      await browser.close();
    }
  }
} finally {
  await hub.stop();
  await rm(data, { recursive: true, force: true });
}

/** Milliseconds of the page's clock: when the lamp lit in a frame the page could see, and when a 204 had come. */
type Watched = { lamps: number[]; answers: number[] };

function watchLampAndAnswers(): void {
  const watched = globalThis as unknown as Watched;
  watched.lamps = [];
  watched.answers = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      if (entry.responseStatus === 204) watched.answers.push(entry.responseEnd);
    }
  }).observe({ type: "resource", buffered: true });

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

function report(name: string, lamps: number[], answers: number[]): void {
  const times = lamps
    .flatMap((lamp, index) => {
      const next = lamps[index + 1] ?? Number.POSITIVE_INFINITY;
      const answer = answers.find((time) => time > lamp && time < next);
      return answer === undefined ? [] : [answer - lamp];
    })
    .slice(1)
    .sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const [p50, p95, most] = [at(0.5), at(0.95), at(1)];
  console.log(
    `${name}: ${times.length} scans; p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, most ${most.toFixed(0)} ms; missed ${lamps.length - 1 - times.length}`,
  );
  if (!(p50 < wanted.p50 && p95 < wanted.p95)) process.exitCode = 1;
}
