// Installs the dependencies when node_modules is not what package-lock.json says, and names the pinned Node.
// Runs on any Node >= 20, before anything is installed: it imports nothing but Node itself.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const windows = process.platform === "win32";

/** The Node that the project pins, as npm installs it. */
export const pinnedNode = at(`node_modules/node/bin/node${windows ? ".exe" : ""}`);

export function ensureInstalled() {
  const reason = staleness();
  if (!reason) return;
  console.error(`Installing dependencies (${reason}) …`);
  const run = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: windows,
  });
  if (run.status !== 0) fail("npm ci failed; the lines above say why.");
  if (!existsSync(pinnedNode)) {
    fail(
      "npm did not install Node 24: allow install scripts (npm config set ignore-scripts false).",
    );
  }
}

/** Why an install is needed, or undefined. npm writes down what it installed in node_modules/.package-lock.json. */
function staleness() {
  if (!existsSync(at("node_modules/.package-lock.json"))) return "first start";
  if (!existsSync(pinnedNode)) return "Node 24 is missing";
  const { packages: wanted } = JSON.parse(readFileSync(at("package-lock.json"), "utf8"));
  const { packages: present } = JSON.parse(
    readFileSync(at("node_modules/.package-lock.json"), "utf8"),
  );
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes("node_modules/")) continue;
    const installed = present[path];
    if (!installed && entry.optional) continue;
    if (installed?.version !== entry.version) return `${path} is not what the lock file says`;
  }
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
