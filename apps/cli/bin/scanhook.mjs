#!/usr/bin/env node
// Plain JavaScript that any Node >= 18 can run. In a checkout, a Node that is too old for the code
// starts the pinned one instead. A published package has compiled code in dist/, which older
// versions run, too.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runsBuilt, runsSources } from "./fitting-node.mjs";

const built = new URL("../dist/run-process.js", import.meta.url);
const isBuilt = existsSync(built);

if ((isBuilt ? runsBuilt : runsSources)(process.versions.node)) {
  const flags = findFlags();
  if (flags) handOver(process.execPath, flags, { MALLOC_ARENA_MAX: "1" });
  else await start();
} else if (isBuilt) {
  fail(`Scanhook needs Node 22.19 or newer, and this is ${process.version}. Install Node 24.`);
} else {
  const node = pinnedNode();
  if (node) handOver(node);
  else
    fail(
      `Scanhook needs Node 24.5 or newer, and this is ${process.version}. Run "npm ci" in the project folder (it brings Node 24 along), or install Node 24.`,
    );
}

async function start() {
  cacheCompiledCode();
  // The stack in a bug report names the sources.
  if (isBuilt && process.env.DEBUG?.includes("scanhook")) process.setSourceMapsEnabled(true);
  try {
    const { runProcess } = await import(isBuilt ? built.href : "../src/run-process.ts");
    await runProcess(process.argv.slice(2));
  } catch (error) {
    const missing = error?.code === "ERR_MODULE_NOT_FOUND";
    const remedy = isBuilt ? "Install it again." : 'Run "npm ci" in the project folder.';
    fail(
      missing
        ? `Scanhook is not installed completely: ${error.message.split("\n")[0]}. ${remedy}`
        : `Scanhook could not start: ${error?.message ?? error}`,
    );
  }
}

/**
 * Keeps compiled code, which halves the time to start: in a checkout beside the dependencies, else
 * where Node keeps it. The variable makes the threads of the hub use it, too. Where nothing can be
 * written, Node goes on without it.
 */
function cacheCompiledCode() {
  const folder = fileURLToPath(new URL("../../../node_modules/.cache/compiled", import.meta.url));
  if (!isBuilt) process.env.NODE_COMPILE_CACHE ??= folder;
  const { directory } = module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  if (directory) process.env.NODE_COMPILE_CACHE ??= directory;
}

function pinnedNode() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve("node/package.json"));
    const node = join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
    return existsSync(node) ? node : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the flags for a new process that needs less memory for the command, or undefined if this
 * process will do. glibc reserves memory for each thread that decodes pictures: 100 MB of the 340
 * MB that 30 photos of 12 megapixels take. V8 reserves some for new values in each thread that
 * works on objects: 70 of 540 MB. Both settings are only read when a process starts.
 */
function findFlags() {
  if (process.platform !== "linux" || process.env.MALLOC_ARENA_MAX) return undefined;
  if (process.argv[2] === "document") return [];
  return process.argv[2] === "object" ? ["--max-semi-space-size=8"] : undefined;
}

function handOver(node, flags = [], variables = {}) {
  const self = fileURLToPath(import.meta.url);
  const child = spawn(node, [...flags, self, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, ...variables },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  child.on("error", (error) => fail(`Node 24 could not be started (${node}): ${error.message}`));
  child.on("exit", (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    // Ends by the same signal as the child, so that the shell sees the same status.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
