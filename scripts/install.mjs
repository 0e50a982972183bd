// Installs the dependencies when node_modules differs from package-lock.json, and runs scripts on a
// Node that fits. Runs on Node 20 or newer before anything is installed, so it imports only modules
// of Node itself.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runsSources } from "../apps/cli/bin/fitting-node.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));
const resolvePath = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const isWindows = process.platform === "win32";

/** The path of the pinned Node, which npm installs as a package. */
const pinnedNode = resolvePath(`node_modules/node/bin/node${isWindows ? ".exe" : ""}`);

/**
 * The workspaces that build the pages and run the hub. The pinned Node joins them where the one on
 * the PATH is too old.
 */
export const toRun = ["apps/cli", "apps/hub", "apps/scanner"];

/**
 * Installs what building the pages and running the hub need, if it is missing. Returns the path of
 * the Node to run them on.
 */
export function installToRun() {
  // A clone whose tests have run has everything, and keeps it.
  if (existsSync(resolvePath("node_modules/vitest"))) return installAll();
  // `npm start` finds the pinned Node before the one of the user, once it is installed. Without its
  // workspace, an update would remove it while it runs.
  const fits = runsSources(process.versions.node) && process.execPath !== pinnedNode;
  install(fits ? toRun : [...toRun, "scripts/node"]);
  return fits ? process.execPath : pinnedNode;
}

/** Installs everything, if it is missing. Returns the path of the pinned Node. */
export function installAll() {
  install();
  return pinnedNode;
}

/**
 * Installs everything, runs a script on the pinned Node with this process's arguments, and ends as
 * it ends.
 */
export function runPinned(...script) {
  const node = installAll();
  const args = [...script, ...process.argv.slice(2)];
  const run = spawnSync(node, args, { cwd: root, stdio: "inherit" });
  process.exit(run.status ?? 1);
}

/** Installs the dependencies of these workspaces, or all of them, unless they are there. */
function install(workspaces) {
  const { packages } = readLock("package-lock.json");
  const wanted = workspaces ? listDependencies(packages, workspaces) : Object.keys(packages);
  const reason = findReasonToInstall(packages, wanted);
  if (!reason) return;
  console.error(`Installing dependencies (${reason}) …`);
  // A folder would also select the workspaces inside it.
  const selection = (workspaces ?? []).map((folder) => `--workspace=${packages[folder].name}`);
  const run = spawnSync(
    "npm",
    ["ci", ...selection, "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: root, stdio: ["ignore", 2, 2], shell: isWindows },
  );
  if (run.status !== 0) fail("npm ci failed; the lines above say why.");
  if (wanted.includes("node_modules/node") && !existsSync(pinnedNode)) {
    fail(
      "npm did not install Node 24: allow install scripts (npm config set ignore-scripts false).",
    );
  }
}

function readLock(path) {
  return JSON.parse(readFileSync(resolvePath(path), "utf8"));
}

/** Lists the paths of everything that npm installs for these workspaces, as in the lock file. */
export function listDependencies(packages, workspaces) {
  const found = new Set();
  const add = (path) => {
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { link, resolved, ...entry } = packages[path];
    if (link) return add(resolved);
    const isWorkspace = !path.includes("node_modules/");
    const { peerDependencies = {}, peerDependenciesMeta = {} } = entry;
    const peers = Object.keys(peerDependencies).filter(
      (name) => !peerDependenciesMeta[name]?.optional,
    );
    const names = { ...entry.dependencies, ...entry.optionalDependencies };
    const own = isWorkspace ? { ...names, ...entry.devDependencies } : names;
    for (const name of [...Object.keys(own), ...peers]) add(findPackage(packages, path, name));
  };
  for (const workspace of workspaces) add(workspace);
  return [...found];
}

/**
 * Returns the path of the package that a package at `from` imports by this name: the nearest one
 * above it.
 */
function findPackage(packages, from, name) {
  const folders = from.split("/");
  for (let count = folders.length; count >= 0; count--) {
    const path = [...folders.slice(0, count), "node_modules", name].join("/");
    if (packages[path]) return path;
  }
}

/**
 * Returns undefined when nothing needs installing. npm records what it installed in
 * node_modules/.package-lock.json.
 */
function findReasonToInstall(packages, wanted) {
  const record = "node_modules/.package-lock.json";
  if (!existsSync(resolvePath(record))) return "first start";
  const { packages: present } = readLock(record);
  for (const path of wanted) {
    if (!path.includes("node_modules/")) continue;
    const installed = present[path];
    if (!installed && packages[path].optional) continue;
    if (installed?.version !== packages[path].version) return `${path} differs from the lock file`;
  }
  if (wanted.includes("node_modules/node") && !existsSync(pinnedNode)) return "Node 24 is missing";
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
