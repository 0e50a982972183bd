// Chromium with a drawn picture as its camera, in common window sizes and both color schemes.
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { findBrowser } from "../scripts/browser.ts";
// The stories open the built pages: `npm test` builds them for tests that import this.
import "../scripts/build.ts";

const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Starts Chromium. `camera` is a .y4m file that its camera shows in a loop. `features` are Blink features that it lacks on
 * this machine, such as `WebNFC`.
 */
export async function startBrowser(camera?: string, features: string[] = []): Promise<Browser> {
  const browser = findBrowser();
  if (!browser.ok) throw new Error(browser.reason);
  const fake = camera
    ? ["--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${camera}`]
    : [];
  const featureFlags = features.length > 0 ? [`--enable-blink-features=${features.join(",")}`] : [];
  return chromium.launch({
    executablePath: browser.path,
    args: [...quiet, ...fake, ...featureFlags],
  });
}

export const looks = {
  "phone, light": { viewport: { width: 390, height: 844 }, colorScheme: "light", phone: true },
  "phone, dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark", phone: true },
  "desktop, light": { viewport: { width: 1280, height: 800 }, colorScheme: "light", phone: false },
  "desktop, dark": { viewport: { width: 1280, height: 800 }, colorScheme: "dark", phone: false },
} as const;
export type Look = keyof typeof looks;

/** Long enough for a slow or busy machine; a story that hangs still ends. */
const patienceMs = 90_000;

/** Opens a fresh browser profile with the camera allowed. `errors` collects the errors of its pages. */
export async function openDevice(
  browser: Browser,
  look: Look = "phone, light",
): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const { viewport, colorScheme, phone } = looks[look];
  const context = await browser.newContext({
    viewport,
    colorScheme,
    isMobile: phone,
    hasTouch: phone,
    permissions: ["camera", "clipboard-read", "clipboard-write"],
    ignoreHTTPSErrors: true,
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|Uncaught/.test(message.text())) {
      errors.push(message.text());
    }
  });
  return { context, page, errors };
}
