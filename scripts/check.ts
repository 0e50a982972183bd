// Everything `npm test` checks, in the order in which a failure is cheapest to find.
// With arguments it runs only Vitest, with those arguments.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findBrowser, installBrowser } from "./browser.ts";
import { buildStale } from "./build.ts";
import { buildSite, elsewhereSite, hubSite, publicSite } from "./build-site.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

const only = process.argv.slice(2);
if (only.length === 0) {
  step("Formatting and lint", bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings");
  for (const project of [
    "tsconfig.json",
    "packages/tsconfig.json",
    "e2e/tsconfig.json",
    "apps/scanner/tsconfig.worker.json",
  ]) {
    step(`Types of ${project}`, bin("typescript/bin/tsc"), "-p", project);
  }
  process.env.ASTRO_TELEMETRY_DISABLED = "1";
  const strict = ["--root", "apps/site", "--minimumFailingSeverity", "hint"];
  step("Types of apps/site", bin("astro/bin/astro.mjs"), "check", ...strict);
  for (const page of ["apps/scanner", "apps/scanner/native", "apps/hub/dashboard"]) {
    step(
      `Types of ${page}`,
      bin("svelte-check/bin/svelte-check"),
      "--tsconfig",
      `${page}/tsconfig.json`,
      "--fail-on-warnings",
    );
  }
}

const log = (line: string) => console.error(line);
await buildStale(log);
for (const site of [publicSite, hubSite, elsewhereSite]) {
  const built = buildSite(site, log);
  if (!built.ok) stop(built.reason);
}

if (!findBrowser().ok && !process.env.CHROME_PATH) installBrowser();
const browser = findBrowser();
if (!browser.ok) stop(browser.reason);
process.env.CHROME_PATH = browser.path;

step("Tests", bin("vitest/vitest.mjs"), "run", ...only);

function step(title: string, script: string, ...args: string[]): void {
  console.error(`\n${title}`);
  const run = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: "inherit" });
  if (run.status !== 0) stop(`Failed: ${title}.`);
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
