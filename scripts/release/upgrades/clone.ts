import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { untilReady } from "../../testing/until-ready.ts";
import { run } from "../run.ts";
import { formatBytes, listFiles, measureFiles } from "./disk-use.ts";
import type { Machine, Ports, Release, Way } from "./machine.ts";
import { newUser } from "./new-user.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A clone of a repository whose branch goes on, and `npm start`, on the Node of the PATH. */
export const clone: Way = {
  name: "clone",
  whyNot: () => (spawnSync("git", ["--version"]).error ? "git is not installed" : undefined),
  comesWith: () => true,
  prepare,
};

async function prepare(folder: string, { http, https }: Ports): Promise<Machine> {
  const published = join(folder, "published.git");
  const home = join(folder, "scanhook");
  const data = join(home, "data");
  const spare = join(folder, "spare");
  mkdirSync(spare);
  const env = newUser(folder, { PATH: systemPath() });
  const git = (cwd: string, ...args: string[]) => run("git", args, cwd, env);
  const publish = ({ commit }: Release) =>
    git(root, "push", "--quiet", published, `${commit}:refs/heads/main`);
  await git(folder, "init", "--quiet", "--bare", "--initial-branch=main", published);
  return {
    data,
    ownData: data,
    spare,
    async install(release) {
      if (existsSync(home)) {
        await git(home, "checkout", "--quiet", release.commit);
        // `npm start` of 0.2.0 ends with an error once where it finds the packages of a newer one.
        await run("npm", ["ci", "--no-audit", "--no-fund"], home, env);
      } else {
        await publish(release);
        await git(folder, "clone", "--quiet", published, home);
      }
    },
    async update(release) {
      await publish(release);
      await git(home, "pull", "--quiet");
    },
    start() {
      const ports = ["--http-port", `${http}`, "--https-port", `${https}`];
      return untilReady("npm", ["start", "--", ...ports], { cwd: home, env, isInTerminal: true });
    },
    command: (...args) => run("npx", ["scanhook", ...args], home, env),
    async measure() {
      const files = listFiles(home).filter((path) => !path.startsWith(`${data}/`));
      const sizeOf = (part: string) =>
        measureFiles(files.filter((path) => path.startsWith(`${join(home, part)}/`)));
      const [packages, history, node] = ["node_modules", ".git", "node_modules/node"].map(sizeOf);
      return {
        bytes: measureFiles(files),
        parts: [
          `${formatBytes(packages!)} packages`,
          `${formatBytes(node!)} of them Node`,
          `${formatBytes(history!)} history`,
        ].join(", "),
      };
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Returns the PATH without the folders that npm adds to it, whose Node is the pinned one. */
function systemPath(): string {
  const folders = (process.env.PATH ?? "").split(":");
  return folders.filter((path) => !/node_modules|node-gyp-bin/.test(path)).join(":");
}
