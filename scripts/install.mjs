// Installs the dependencies when node_modules differs from package-lock.json, and runs scripts on the pinned Node.
// Runs on Node 20 or newer before anything is installed, so it imports only modules of Node itself.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const resolvePath = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const isWindows = process.platform === "win32";

/** The path of the pinned Node, which npm installs as a package. */
export const pinnedNode = resolvePath(`node_modules/node/bin/node${isWindows ? ".exe" : ""}`);

export function ensureInstalled() {
  const reason = findReasonToInstall();
  if (!reason) return;
  console.error(`Installing dependencies (${reason}) …`);
  const run = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: isWindows,
  });
  if (run.status !== 0) fail("npm ci failed; the lines above say why.");
  if (!existsSync(pinnedNode)) {
    fail(
      "npm did not install Node 24: allow install scripts (npm config set ignore-scripts false).",
    );
  }
}

/** Installs what is missing, runs a script on the pinned Node with this process's arguments, and ends as it ends. */
export function runPinned(...script) {
  ensureInstalled();
  const args = [...script, ...process.argv.slice(2)];
  const run = spawnSync(pinnedNode, args, { cwd: root, stdio: "inherit" });
  process.exit(run.status ?? 1);
}

/** Returns undefined when nothing needs installing. npm records what it installed in node_modules/.package-lock.json. */
function findReasonToInstall() {
  if (!existsSync(resolvePath("node_modules/.package-lock.json"))) return "first start";
  if (!existsSync(pinnedNode)) return "Node 24 is missing";
  const { packages: wanted } = JSON.parse(readFileSync(resolvePath("package-lock.json"), "utf8"));
  const { packages: present } = JSON.parse(
    readFileSync(resolvePath("node_modules/.package-lock.json"), "utf8"),
  );
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes("node_modules/")) continue;
    const installed = present[path];
    if (!installed && entry.optional) continue;
    if (installed?.version !== entry.version) return `${path} differs from the lock file`;
  }
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
