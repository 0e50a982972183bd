// Debian in a folder, where tests install packages and run what they contain.
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

/**
 * Newer than what the machine of a test runs, perhaps; the one that the container image is built
 * of, too.
 */
const suite = "trixie";

/** The reason why nothing can be installed in a folder here; undefined when it can. */
export const whyNoChroot: string | undefined = findReason();

/**
 * Fills a folder with the packages `include` and what they need; with variant `extract` unpacked
 * only, so that any processor's packages will do. Rejects when the mirror of Debian cannot be
 * reached.
 */
export async function makeChroot(
  folder: string,
  { variant, architecture, include }: Record<"variant" | "architecture" | "include", string>,
): Promise<void> {
  const options = [`--variant=${variant}`, `--architectures=${architecture}`];
  const place = [`--include=${include}`, "--dpkgopt=force-unsafe-io", suite, folder];
  await promisify(execFile)("mmdebstrap", ["--quiet", ...options, ...place]);
}

/** A user by numbers, because those of a folder have no names outside of it. */
export type User = { uid: number; gid: number };

/**
 * Returns the program and its arguments that run a command inside such a folder, with no variables
 * but these. What it mounts ends with it.
 */
export function inChroot(
  folder: string,
  { uid, gid }: User,
  variables: readonly string[],
  command: readonly string[],
): [string, string[]] {
  const place = ["--mount", "--mount-proc", `--root=${folder}`];
  const user = [`--setuid=${uid}`, `--setgid=${gid}`];
  return ["env", ["-i", ...variables, "unshare", ...place, ...user, "--", ...command]];
}

function findReason(): string | undefined {
  if (process.platform !== "linux") return "Debian packages are installed on Linux only";
  if (process.getuid?.() !== 0) return "only root may install them in a folder";
  for (const program of ["mmdebstrap", "dpkg-deb"]) {
    if (spawnSync(program, ["--version"]).status !== 0) return `${program} is not installed`;
  }
  return undefined;
}
