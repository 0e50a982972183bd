// Debian in a folder in which the package is installed and its hub runs.
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inChroot, makeChroot, type User } from "../../testing/chroot.ts";
import { type ReadyHub, untilReady } from "../../testing/until-ready.ts";
import type { Architecture } from "../node-binaries.ts";
import { run } from "../run.ts";

const root: User = { uid: 0, gid: 0 };
const conf = "/etc/scanhook/hub.conf";

export type DebianFolder = {
  /** Returns where a path of Debian is on this machine. */
  inside(path: string): string;
  /** Runs dpkg, which fails where it would ask about changed settings. */
  dpkg(...args: string[]): Promise<string>;
  /** Runs a command as root, or as another user. */
  runIn(user: User, ...command: string[]): Promise<string>;
  /** Returns the user that the package made. */
  findUser(): User;
  /** Adds a line to the settings of the hub. */
  set(setting: string): void;
  /** Runs the installed command as that user. */
  command(...args: string[]): Promise<string>;
  /** Runs the hub as the installed unit says. */
  startHub(): Promise<ReadyHub>;
};

/** Makes Debian with what the package needs in an empty folder. Needs root and mmdebstrap. */
export async function makeDebian(
  folder: string,
  architecture: Architecture,
): Promise<DebianFolder> {
  const include = "adduser,libstdc++6";
  await makeChroot(folder, { variant: "essential", architecture, include });
  return openDebian(folder);
}

function openDebian(folder: string): DebianFolder {
  const inside = (path: string) => join(folder, path);
  const text = (path: string) => readFileSync(inside(path), "utf8");
  const runIn = (user: User, ...command: string[]) =>
    run(...inChroot(folder, user, ["PATH=/usr/sbin:/usr/bin", "LC_ALL=C"], command), folder);
  const findUser = (): User => {
    const [uid, gid] = /^scanhook:x:(\d+):(\d+):/m.exec(text("/etc/passwd"))!.slice(1);
    return { uid: Number(uid), gid: Number(gid) };
  };
  return {
    inside,
    runIn,
    findUser,
    dpkg: (...args) => runIn(root, "dpkg", "--force-unsafe-io", ...args),
    set: (setting) => appendFileSync(inside(conf), `${setting}\n`),
    command: (...args) => runIn(findUser(), "scanhook", ...args),
    startHub() {
      const unit = text("/usr/lib/systemd/system/scanhook.service");
      const start = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? "";
      const env = /^Environment=(.*)$/m.exec(unit)?.[1]?.replace("%S", "/var/lib") ?? "";
      const lines = text(conf).split("\n");
      const settings = lines.filter((line) => line.startsWith("SCANHOOK_"));
      return untilReady(...inChroot(folder, findUser(), [env, ...settings], start.split(" ")));
    },
  };
}
