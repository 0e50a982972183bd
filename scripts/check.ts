// Everything that `npm test` checks. With arguments it runs only Vitest, with those arguments, after the builds that the
// selected tests need.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { findNeeds } from "./needed-builds.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const toBinPath = (path: string) =>
  fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

type Step = [title: string, script: string, ...args: string[]];

const typeCheckOf = (project: string): Step => [
  `Types of ${project}`,
  toBinPath("typescript/bin/tsc"),
  ...["-p", project],
];
const createSvelteCheck = (page: string): Step => [
  `Types of ${page}`,
  toBinPath("svelte-check/bin/svelte-check"),
  ...["--tsconfig", `${page}/tsconfig.json`, "--fail-on-warnings"],
];
const checks: Step[] = [
  ["Formatting and lint", toBinPath("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"],
  typeCheckOf("tsconfig.json"),
  typeCheckOf("packages/tsconfig.json"),
  typeCheckOf("e2e/tsconfig.json"),
  typeCheckOf("apps/scanner/tsconfig.worker.json"),
  createSvelteCheck("apps/scanner"),
  createSvelteCheck("apps/scanner/native"),
  createSvelteCheck("apps/hub/dashboard"),
];
const siteTypeCheck: Step = [
  "Types of apps/site",
  toBinPath("astro/bin/astro.mjs"),
  ...["check", "--root", "apps/site", "--minimumFailingSeverity", "hint"],
];
const pages: Step = ["Pages of the hub", "scripts/build.ts"];
const site: Step = ["Builds of the site", "scripts/build-site.ts"];

const running = new Set<ChildProcess>();
const vitestArguments = process.argv.slice(2);
process.env.ASTRO_TELEMETRY_DISABLED = "1";
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/compiled");
const needs = findNeeds(root, vitestArguments);
const builds = [...(needs.has("pages") ? [pages] : []), ...(needs.has("site") ? [site] : [])];
if (vitestArguments.length > 0) await runInOrder(builds);
// In parallel, except that Astro runs once at a time: its check and its builds write into the same folder.
else await Promise.all([runInOrder(checks), runInOrder([siteTypeCheck, ...builds])]);

if (needs.has("browser")) await provideBrowser();

if (!runTests()) stop("Failed: Tests.");

/**
 * Runs Vitest. Where `CI` is set, files whose process was killed by a signal run once more if all else passed: V8 13.6
 * sometimes aborts a process in which several threads strip types for the first time.
 */
function runTests(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "scanhook-check-"));
  const target = join(folder, "crashed.json");
  try {
    if (runVitest(vitestArguments, { CRASHED_FILES: target })) return true;
    if (!process.env.CI || !existsSync(target)) return false;
    const crashed: string[] = JSON.parse(readFileSync(target, "utf8"));
    console.error(`A second try is needed: the process of ${crashed.join(", ")} crashed.`);
    return runVitest(crashed, {});
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runVitest(args: string[], env: NodeJS.ProcessEnv): boolean {
  const command = [toBinPath("vitest/vitest.mjs"), "run", ...args];
  const options = { cwd: root, stdio: "inherit", env: { ...process.env, ...env } } as const;
  return spawnSync(process.execPath, command, options).status === 0;
}

/** Runs one step after the other. Prints the output of a step when it ends, so that parallel steps do not mix. */
async function runInOrder(steps: readonly Step[]): Promise<void> {
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

/** Sets `CHROME_PATH` for the tests, and installs a browser when there is none. */
async function provideBrowser(): Promise<void> {
  const { findBrowser, installBrowser } = await import("./browser.ts");
  if (!findBrowser().ok && !process.env.CHROME_PATH) installBrowser();
  const browser = findBrowser();
  if (!browser.ok) stop(browser.reason);
  process.env.CHROME_PATH = browser.path;
}

function stop(sentence: string): never {
  console.error(sentence);
  for (const child of running) child.kill();
  process.exit(1);
}
