// Everything `npm test` checks. With arguments it runs only Vitest, with those arguments.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { findBrowser, installBrowser } from "./browser.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

type Step = [title: string, script: string, ...args: string[]];

const types = (project: string): Step => [
  `Types of ${project}`,
  bin("typescript/bin/tsc"),
  ...["-p", project],
];
const typesOfPage = (page: string): Step => [
  `Types of ${page}`,
  bin("svelte-check/bin/svelte-check"),
  ...["--tsconfig", `${page}/tsconfig.json`, "--fail-on-warnings"],
];
const checks: Step[] = [
  ["Formatting and lint", bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"],
  types("tsconfig.json"),
  types("packages/tsconfig.json"),
  types("e2e/tsconfig.json"),
  types("apps/scanner/tsconfig.worker.json"),
  typesOfPage("apps/scanner"),
  typesOfPage("apps/scanner/native"),
  typesOfPage("apps/hub/dashboard"),
];
const checkOfSite: Step = [
  "Types of apps/site",
  bin("astro/bin/astro.mjs"),
  ...["check", "--root", "apps/site", "--minimumFailingSeverity", "hint"],
];
const builds: Step[] = [
  ["Pages of the hub", "scripts/build.ts"],
  ["Builds of the site", "scripts/build-site.ts"],
];

const running = new Set<ChildProcess>();
const only = process.argv.slice(2);
process.env.ASTRO_TELEMETRY_DISABLED = "1";
if (only.length > 0) await inTurn(builds);
// Side by side, but Astro after Astro: its check and its builds write into one folder.
else await Promise.all([inTurn(checks), inTurn([checkOfSite, ...builds])]);

if (!findBrowser().ok && !process.env.CHROME_PATH) installBrowser();
const browser = findBrowser();
if (!browser.ok) stop(browser.reason);
process.env.CHROME_PATH = browser.path;

const vitest = [bin("vitest/vitest.mjs"), "run", ...only];
const tests = spawnSync(process.execPath, vitest, { cwd: root, stdio: "inherit" });
if (tests.status !== 0) stop("Failed: Tests.");

/** One step after the other; what each said is shown when it ended, so that it stays together. */
async function inTurn(steps: readonly Step[]): Promise<void> {
  for (const [title, script, ...args] of steps) {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    running.delete(child);
    console.error([title, out.trim(), err.trim()].filter(Boolean).join("\n"));
    if (status !== 0) stop(`Failed: ${title}.`);
  }
}

function stop(sentence: string): never {
  console.error(sentence);
  for (const child of running) child.kill();
  process.exit(1);
}
