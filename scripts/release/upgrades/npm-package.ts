import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { untilReady } from "../../testing/until-ready.ts";
import { run } from "../run.ts";
import { listFiles, measureFiles } from "./disk-use.ts";
import type { Machine, Ports, Release, Way } from "./machine.ts";
import { newUser } from "./new-user.ts";

/** The package for npm, installed globally from its file, on the Node that runs this. */
export const npmPackage: Way = {
  name: "npm",
  whyNot: () => undefined,
  comesWith: ({ npm }) => npm !== undefined,
  prepare,
};

async function prepare(folder: string, { http, https }: Ports): Promise<Machine> {
  const data = join(folder, "scans");
  const spare = join(folder, "spare");
  const prefix = join(folder, "global");
  for (const path of [spare, prefix]) mkdirSync(path);
  const env = newUser(folder, {
    PATH: [join(prefix, "bin"), dirname(process.execPath), process.env.PATH].join(":"),
    npm_config_prefix: prefix,
    SCANHOOK_DATA: data,
  });
  const install = async ({ npm }: Release) => {
    await run("npm", ["install", "--global", npm!], folder, env);
  };
  return {
    data,
    ownData: data,
    spare,
    install,
    update: install,
    start() {
      const ports = ["--http-port", `${http}`, "--https-port", `${https}`];
      const serve = ["serve", "--data", data, ...ports];
      return untilReady(join(prefix, "bin/scanhook"), serve, { cwd: folder, env });
    },
    command: (...args) => run("scanhook", args, folder, env),
    async measure() {
      const files = listFiles(prefix);
      return { bytes: measureFiles(files), parts: `${files.length} files` };
    },
    async [Symbol.asyncDispose]() {},
  };
}
