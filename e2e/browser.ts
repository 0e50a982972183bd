// A browser with a drawn picture as its camera, in common window sizes and both color schemes.
import { readFile } from "node:fs/promises";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright";
import { findBrowser, findHeadlessShell } from "../scripts/browser.ts";
// The stories open the built pages: `npm test` builds them for tests that import this.
import "../scripts/build.ts";
import { playFilm, readFilm } from "./engines/canvas-camera.ts";
import { startFirefox } from "./engines/firefox.ts";
import { readSavedFile, rememberSavedFile, toBytes } from "./engines/saved-file.ts";

/**
 * The engine in which Vitest runs this file; vitest.config.ts lists the files that run in Firefox,
 * too.
 */
export const engine = process.env.STORY_ENGINE === "firefox" ? "firefox" : "chromium";

const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The films that the cameras of Firefox play. Chromium plays the file itself. */
const films = new WeakMap<Browser, Awaited<ReturnType<typeof readFilm>>>();

/**
 * Starts the browser of the engine. `camera` is a .y4m file that its camera shows in a loop.
 * Without one, Debian's Chromium without windows is started if it is installed. `features` are
 * Blink features that Chromium lacks on this machine, such as `WebNFC`.
 */
export async function startBrowser(camera?: string, features: string[] = []): Promise<Browser> {
  if (engine === "firefox") {
    const browser = await startFirefox();
    if (camera) films.set(browser, await readFilm(camera));
    return browser;
  }
  const browser = findBrowser();
  if (!browser.ok) throw new Error(browser.reason);
  const fake = camera
    ? ["--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${camera}`]
    : [];
  const featureFlags = features.length > 0 ? [`--enable-blink-features=${features.join(",")}`] : [];
  return chromium.launch({
    executablePath: (camera ? undefined : findHeadlessShell(browser.path)) ?? browser.path,
    args: [...quiet, ...fake, ...featureFlags],
    // Chromium without windows takes its language from the locale. Pages cannot parse the language
    // of the locale C.
    env: { ...process.env, LC_ALL: "en_US.UTF-8" },
  });
}

const phone = { viewport: { width: 390, height: 844 }, phone: true };
const desktop = { viewport: { width: 1280, height: 800 }, phone: false };

/** A page that only names its size is light until `inspect` looks at it in both colors. */
export const looks = {
  phone: { ...phone, colorScheme: "light" },
  desktop: { ...desktop, colorScheme: "light" },
  "phone, light": { ...phone, colorScheme: "light" },
  "phone, dark": { ...phone, colorScheme: "dark" },
  "desktop, light": { ...desktop, colorScheme: "light" },
  "desktop, dark": { ...desktop, colorScheme: "dark" },
} as const;
export type Look = keyof typeof looks;
export const sizes = ["phone", "desktop"] as const;

/** Long enough for a slow or busy machine; a story that hangs still ends. */
export const patienceMs = 90_000;

/** `locale` is the language of the device, such as `de-AT`. */
type DeviceOptions = { serviceWorker?: boolean | "refused"; locale?: string };

/**
 * Opens a fresh browser profile with the camera allowed. `errors` collects the errors of its pages.
 * Without `serviceWorker`, no page gets an answer when it installs one: that takes a third of the
 * time to open the app. With "refused" it is told so, as for an untrusted certificate, and then
 * loads all tabs.
 */
export async function openDevice(
  browser: Browser,
  look: Look = "phone, light",
  { serviceWorker = false, locale = "en-US" }: DeviceOptions = {},
): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const { viewport, colorScheme, phone } = looks[look];
  const context = await browser.newContext({
    viewport,
    colorScheme,
    isMobile: phone,
    hasTouch: phone,
    permissions: ["camera", "clipboard-read", "clipboard-write"],
    ignoreHTTPSErrors: true,
    locale,
  });
  context.setDefaultTimeout(patienceMs);
  const film = films.get(browser);
  if (film) await context.addInitScript(playFilm, film);
  if (serviceWorker !== true)
    await context.addInitScript(withoutServiceWorkers, serviceWorker === "refused");
  if (browser.browserType().name() === "firefox") await context.addInitScript(reportViolations);
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

/**
 * Runs in the page, where registration then fails as it does for an untrusted certificate, or never
 * ends.
 */
function withoutServiceWorkers(isRefused: boolean): void {
  if (!navigator.serviceWorker) return;
  navigator.serviceWorker.register = () =>
    isRefused ? Promise.reject(new Error("The story refuses it.")) : new Promise(() => {});
}

/**
 * Runs in the page: Firefox tells Playwright nothing of violations of the content security policy.
 */
function reportViolations(): void {
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    console.error(`Content Security Policy: ${violatedDirective} blocks ${blockedURI}`);
  });
}

/** Clicks a button that saves a file, and returns the file's name and text. */
export async function saveFile(page: Page, button: Locator) {
  if (engine === "firefox") {
    // Playwright does not notice downloads of Firefox, so this reads the file that the page offers.
    await page.evaluate(rememberSavedFile);
    await button.click();
    const { name, dataUrl } = await page.evaluate(readSavedFile);
    return { name, text: toBytes(dataUrl).toString() };
  }
  const saving = page.waitForEvent("download");
  await button.click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), "utf8") };
}
