// Finds the browsers beside Chromium in which stories run: Firefox, and WebKitGTK with its driver.
import { existsSync, globSync } from "node:fs";

const firefoxPaths: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
  darwin: ["/Applications/Firefox.app/Contents/MacOS/firefox"],
  win32: ["C:\\Program Files\\Mozilla Firefox\\firefox.exe"],
};

/**
 * Returns the path of Firefox, which `FIREFOX_PATH` may name, or what is missing, as the end of a
 * sentence.
 */
export function findFirefox(
  env: NodeJS.ProcessEnv = process.env,
): { ok: true; path: string } | { ok: false; missing: string } {
  if (env.FIREFOX_PATH) {
    if (existsSync(env.FIREFOX_PATH)) return { ok: true, path: env.FIREFOX_PATH };
    return { ok: false, missing: `${env.FIREFOX_PATH}, which FIREFOX_PATH names` };
  }
  const path = firefoxPaths[process.platform]?.find((path) => existsSync(path));
  if (path) return { ok: true, path };
  return { ok: false, missing: "Firefox (Debian's package firefox-esr), or FIREFOX_PATH" };
}

export type WebKitPrograms = { driver: string; browser: string; xvfb: string };

/**
 * Returns the programs with which WebKitGTK runs under automation, or what is missing, as the end
 * of a sentence.
 */
export function findWebKit():
  | { ok: true; programs: WebKitPrograms }
  | { ok: false; missing: string } {
  const driver = "/usr/bin/WebKitWebDriver";
  const xvfb = "/usr/bin/Xvfb";
  const [browser] = globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser");
  if (browser && existsSync(driver) && existsSync(xvfb)) {
    return { ok: true, programs: { driver, browser, xvfb } };
  }
  return { ok: false, missing: "the Debian packages webkit2gtk-driver and xvfb" };
}
