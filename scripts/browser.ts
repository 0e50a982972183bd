// Finds Chrome, Chromium or Edge for the browser stories, and installs Chromium where none is
// found.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

const installed: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/microsoft-edge",
    "/snap/bin/chromium",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

/** Returns the path of a browser, or a sentence that says how to get one. */
export function findBrowser(
  env: NodeJS.ProcessEnv = process.env,
): { ok: true; path: string } | { ok: false; reason: string } {
  if (env.CHROME_PATH) {
    if (existsSync(env.CHROME_PATH)) return { ok: true, path: env.CHROME_PATH };
    return {
      ok: false,
      reason: `CHROME_PATH names ${env.CHROME_PATH}, which does not exist.`,
    };
  }
  const path = [...(installed[process.platform] ?? []), chromium.executablePath()].find(existsSync);
  if (path) return { ok: true, path };
  return {
    ok: false,
    reason:
      "The browser stories need Chrome, Chromium or Edge: install one, or set CHROME_PATH to it.",
  };
}

/**
 * Returns the path of Debian's Chromium without windows, if it is installed beside this browser. It
 * has the same engine, takes a third of the processor time to start and open empty profiles, and
 * refuses the camera.
 */
export function findHeadlessShell(browser: string): string | undefined {
  const path = `${browser}-headless-shell`;
  return existsSync(path) ? path : undefined;
}

/** Installs a browser: Debian's package as root, otherwise Playwright's download. */
export function installBrowser(): void {
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, {
      stdio: ["ignore", 2, 2],
      shell: process.platform === "win32",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  console.error("No browser found; installing Chromium …");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    if (run("apt-get", "update", "-qq") && run("apt-get", "install", "-yqq", "chromium")) return;
  }
  run("npx", "playwright", "install", "chromium");
}
