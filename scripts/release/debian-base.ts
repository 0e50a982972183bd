// The files of Debian below the program in the container image: the libraries that Node needs,
// without a shell.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Architecture } from "./node-binaries.ts";
import { run } from "./run.ts";

/** The stable release of Debian whose packages the image has. */
const suite = "trixie";
const packages = ["base-files", "libstdc++6"];

/**
 * Directories that a container fills: what a package or this machine left in them is no part of the
 * image.
 */
const mountPoints = ["dev", "etc/apt", "proc", "run", "sys", "tmp", "var"];

/**
 * The names of the user that the program runs as, with the number that `USER node` had in images
 * before 0.2.0.
 */
const users = `root:x:0:0:root:/:/usr/sbin/nologin
scanhook:x:1000:1000:Scanhook:/data:/usr/sbin/nologin
`;
const groups = "root:x:0:\nscanhook:x:1000:\n";

/**
 * Unpacks the packages of Debian and what they depend on into an empty folder, and lists them where
 * programs that look for known weaknesses expect it. Throws when Debian's mirror cannot be reached.
 */
export async function unpackDebianBase(target: string, architecture: Architecture): Promise<void> {
  const tarball = `${target}.tar`;
  const options = [
    "--mode=chrootless",
    "--variant=extract",
    `--architectures=${architecture}`,
    "--skip=cleanup/apt/cache",
  ];
  const include = `--include=${packages.join(",")}`;
  await run("mmdebstrap", ["--quiet", ...options, include, suite, tarball], ".");
  mkdirSync(target);
  const unpack = ["--extract", "--no-same-owner", "--exclude=./dev/*", `--directory=${target}`];
  await run("tar", [...unpack, `--file=${tarball}`], ".");
  rmSync(tarball);

  const status = listPackages(join(target, "var/cache/apt/archives"));
  for (const folder of mountPoints) rmSync(join(target, folder), { recursive: true, force: true });
  for (const file of ["hostname", "hosts", "resolv.conf"]) {
    rmSync(join(target, "etc", file), { force: true });
  }
  for (const folder of ["dev", "proc", "run", "sys", "tmp", "var/lib/dpkg"]) {
    mkdirSync(join(target, folder), { recursive: true });
  }
  writeFileSync(join(target, "var/lib/dpkg/status"), status);
  writeFileSync(join(target, "etc/passwd"), users);
  writeFileSync(join(target, "etc/group"), groups);
}

/** Returns what `dpkg` would write in `/var/lib/dpkg/status` for the packages in a folder. */
function listPackages(folder: string): string {
  const files = readdirSync(folder).filter((file) => file.endsWith(".deb"));
  const stanzas = files.sort().map((file) => {
    const fields = execFileSync("dpkg-deb", ["--field", join(folder, file)], { encoding: "utf8" });
    return `${fields.trim()}\nStatus: install ok installed\n`;
  });
  return stanzas.join("\n");
}
