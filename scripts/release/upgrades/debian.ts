import { chownSync, copyFileSync, existsSync, lstatSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { whyNoChroot } from "../../testing/chroot.ts";
import { makeDebian } from "../testing/debian-folder.ts";
import { formatBytes, measureFiles } from "./disk-use.ts";
import type { Machine, Ports, Release, Way } from "./machine.ts";
import { architecture } from "./processor.ts";

/** The package for Debian and Ubuntu, in a folder with Debian, whose hub runs as its unit says. */
export const debian: Way = {
  name: "debian",
  whyNot: () => whyNoChroot,
  comesWith: (release) => release.debian !== undefined,
  prepare,
};

async function prepare(folder: string, { http, https }: Ports): Promise<Machine> {
  const system = await makeDebian(join(folder, "debian"), architecture);
  const ownData = "/var/lib/scanhook";
  const spare = "/srv/spare";
  const install = async ({ debian }: Release) => {
    const isFirst = !existsSync(system.inside("/etc/scanhook"));
    copyFileSync(debian!, system.inside(`/${basename(debian!)}`));
    await system.dpkg("--install", `/${basename(debian!)}`);
    if (!isFirst) return;
    for (const [name, port] of Object.entries({ HTTP_PORT: http, HTTPS_PORT: https })) {
      system.set(`SCANHOOK_${name}=${port}`);
    }
    mkdirSync(system.inside(spare), { mode: 0o700 });
    const { uid, gid } = system.findUser();
    chownSync(system.inside(spare), uid, gid);
  };
  return {
    data: system.inside(ownData),
    ownData,
    spare,
    install,
    update: install,
    start: () => system.startHub(),
    command: (...args) => system.command(...args),
    async measure() {
      const root = { uid: 0, gid: 0 };
      const listed = (await system.runIn(root, "dpkg", "--listfiles", "scanhook")).trim();
      const paths = listed.split("\n").map(system.inside);
      const files = paths.filter((path) => !lstatSync(path).isDirectory());
      const node = measureFiles([system.inside("/usr/lib/scanhook/bin/node")]);
      return { bytes: measureFiles(files), parts: `${formatBytes(node)} its own Node` };
    },
    async [Symbol.asyncDispose]() {},
  };
}
