// Stands in for `npm` in the commands of the pages. `npm install` takes no package from the
// network: it links the package of this clone, after checking that package-lock.json pins the major
// version that the page asks for. Everything else is npm's own.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [command, ...args] = process.argv.slice(2);

if (command === "install") for (const wanted of args) install(wanted);
else {
  const { status } = spawnSync(process.env.REAL_NPM, [command, ...args], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}

/** @param {string} wanted `name@major`, or the path of a folder in a clone named scanhook. */
function install(wanted) {
  if (!existsSync("package.json")) throw new Error("The page installs before npm init.");
  const local = /^\.\.\/scanhook\/(.+)$/.exec(wanted);
  const [, name, major] = /^(@?[^@]+)@(\d+)$/.exec(wanted) ?? [];
  if (local) return link(join(root, local[1]));
  if (!name) throw new Error(`“${wanted}” does not say which major version it needs.`);
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const pinned = packages[`node_modules/${name}`]?.version;
  if (pinned?.split(".")[0] !== major)
    throw new Error(`The page installs ${wanted}; package-lock.json has ${pinned}.`);
  link(join(root, "node_modules", name));
}

/** Links a folder of this clone under the name in its package.json. */
function link(folder) {
  const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const target = resolve("node_modules", name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(folder, target, "dir");
  console.log(`linked ${basename(folder)}`);
}
