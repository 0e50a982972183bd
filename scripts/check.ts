// Checks for `npm test`: formatting, lint, types and the first set of tests; with `--all`, every
// test. `--times` lists the slowest test files. With other arguments it runs only Vitest, with
// those arguments, after the builds that the selected tests need.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { findNeeds, findNeedsOfFiles, listTests } from "./needed-builds.ts";
import { filesAtATime, releaseTests, secondSet } from "./second-set.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const toBinPath = (path: string) =>
  fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

type Step = [title: string, script: string, ...args: string[]];

const typeCheckOf = (project: string): Step => [
  `Types of ${project}`,
  toBinPath("typescript/bin/tsc"),
  "-p",
  project,
];
const createSvelteCheck = (page: string): Step => [
  `Types of ${page}`,
  toBinPath("svelte-check/bin/svelte-check"),
  "--tsconfig",
  `${page}/tsconfig.json`,
  "--fail-on-warnings",
];
/** The longest first, so that none runs alone at the end. */
const checks: Step[] = [
  typeCheckOf("tsconfig.json"),
  ["Formatting and lint", toBinPath("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"],
  createSvelteCheck("apps/scanner"),
  createSvelteCheck("apps/scanner/native"),
  typeCheckOf("e2e/tsconfig.json"),
  createSvelteCheck("apps/hub/dashboard"),
  typeCheckOf("packages/tsconfig.json"),
  typeCheckOf("apps/scanner/tsconfig.worker.json"),
];
const siteTypeCheck: Step = [
  "Types of apps/site",
  toBinPath("astro/bin/astro.mjs"),
  "check",
  "--root",
  "apps/site",
  "--minimumFailingSeverity",
  "hint",
];
const pages: Step = ["Pages of the hub", "scripts/build.ts"];
const site: Step = ["Builds of the site", "scripts/build-site.ts"];

const running = new Set<ChildProcess>();
const { all, times, vitestArguments } = readArguments(process.argv.slice(2));
const isFirstSet = !all && vitestArguments.length === 0;
process.env.ASTRO_TELEMETRY_DISABLED = "1";
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/compiled");
const isWhole = all && vitestArguments.length === 0;
if (isFirstSet) process.env.TEST_SET = "first";
if (isWhole) process.env.TEST_SET = "all";
if (times) process.env.TEST_TIMES = "1";
const left = new Set(secondSet.map(({ file }) => file));
const needs = isFirstSet
  ? findNeedsOfFiles(
      root,
      listTests(root).filter((file) => !left.has(file)),
    )
  : findNeeds(root, vitestArguments);
const builds = [...(needs.has("pages") ? [pages] : []), ...(needs.has("site") ? [site] : [])];
if (vitestArguments.length > 0 && !all) await runInOrder(builds);
// Astro runs once at a time: its check and its builds write into the same folder.
else await runInParallel([[siteTypeCheck, ...builds], ...checks.map((check) => [check])]);

if (needs.has("browser")) await provideBrowser();

const passed = runTests();
if (isFirstSet) console.error(describeLeft());
if (isWhole) {
  console.error(`Left out: ${releaseTests.length} files about packages and images. \
npm run release -- --dry-run runs them first; scripts/second-set.ts says why.`);
}
if (!passed) stop("Failed: Tests.");

/** Separates the options of `npm test` from the arguments of Vitest. */
function readArguments(args: readonly string[]) {
  const own = ["--all", "--times"];
  return {
    all: args.includes("--all"),
    times: args.includes("--times"),
    vitestArguments: args.filter((argument) => !own.includes(argument)),
  };
}

/** Returns the sentence that says what the first set leaves out. */
function describeLeft(): string {
  const seconds = secondSet.reduce((sum, entry) => sum + entry.seconds, 0);
  const minutes = Math.round(seconds / filesAtATime / 60);
  return `Left out: ${secondSet.length} files, which take about ${minutes} minutes, and stories in \
Firefox. npm test -- --all runs everything; scripts/second-set.ts says why.`;
}

/**
 * Runs Vitest. Where `CI` is set, files whose process was killed by a signal run once more if all
 * else passed: V8 13.6 sometimes aborts a process in which several threads strip types for the
 * first time.
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

/** Runs as many chains of steps at a time as there are processors. */
async function runInParallel(chains: readonly Step[][]): Promise<void> {
  const waiting = chains.values();
  const lanes = Array.from({ length: availableParallelism() }, async () => {
    for (const chain of waiting) await runInOrder(chain);
  });
  await Promise.all(lanes);
}

/**
 * Runs one step after the other. Prints the output of a step when it ends, so that parallel steps
 * do not mix.
 */
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
