// The files of earlier releases, made from their own sources and kept in release/earlier.
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../run.ts";
import type { Release } from "./machine.ts";
import { newUser } from "./new-user.ts";
import { buildImage } from "./old-image.ts";
import { architecture } from "./processor.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const kept = join(root, "release/earlier");

type EarlierRelease = {
  version: string;
  /** The commit that was released. */
  commit: string;
  /** How its sources made files, with the commit where it is another, and where the files are. */
  files: readonly { commit?: string; make: Make }[];
};

/** Makes files in a clone of a release, and returns patterns of their names. */
type Make = (clone: string) => Promise<string[]>;

/** Runs a script of package.json. */
const npmRun =
  (script: string, ...patterns: string[]): Make =>
  async (clone) => {
    await run("npm", ["run", ...script.split(" ")], clone, newUser(clone));
    return patterns;
  };

/** The releases that users may update from, the oldest first. */
export const earlierReleases: readonly EarlierRelease[] = [
  {
    version: "0.1.0",
    // The last commit before the first change of the database; its data is in the hub's fixtures.
    commit: "0187f8e642a9ca5bcbfb7cc5a025ad8a63d0e805",
    files: [{ make: buildImage }],
  },
  {
    version: "0.2.0",
    commit: "92bf69f10210485b882f7343c2425fa9d075cfff",
    files: [
      { make: npmRun("release -- --dry-run", "release/scanhook-0.2.0/*") },
      // The changelog lists the image under 0.2.0. It came with this commit, after the cut.
      {
        commit: "ace2675022f118c30d61a432caa0a287eb9cf0bd",
        make: npmRun("image", "release/image/*"),
      },
    ],
  },
];

/** Returns an earlier release with its files, which are made unless they were before. */
export async function findEarlierRelease(
  { version, commit, files }: EarlierRelease,
  log: (line: string) => void,
): Promise<Release> {
  const folder = join(kept, `${version}-${commit.slice(0, 12)}`);
  if (!existsSync(folder)) {
    log(`Making the files of ${version} from its sources …`);
    const made = `${folder}.${process.pid}`;
    mkdirSync(made, { recursive: true });
    try {
      for (const part of files) await makeFiles(part.commit ?? commit, part.make, made);
      renameSync(made, folder);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  }
  return { version, commit, ...listRelease(folder, version) };
}

/** Finds the files of a release for this processor in a folder. */
export function listRelease(
  folder: string,
  version: string,
): Pick<Release, "npm" | "debian" | "image"> {
  const find = (name: string) => {
    const path = join(folder, name);
    return existsSync(path) ? path : undefined;
  };
  return {
    npm: find(`scanhook-${version}.tgz`),
    debian: find(`scanhook_${version}_${architecture}.deb`),
    image: find(`scanhook_${version}_${architecture}.oci.tar`),
  };
}

async function makeFiles(commit: string, make: Make, target: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "scanhook-earlier-"));
  const clone = join(work, "clone");
  try {
    await run("git", ["clone", "--quiet", "--shared", "--no-checkout", root, clone], work);
    await run("git", ["checkout", "--quiet", commit], clone);
    await run("npm", ["ci", "--no-audit", "--no-fund"], clone, newUser(work));
    // Release 0.2.0 expects what its tests make there.
    mkdirSync(join(clone, "node_modules/.cache"), { recursive: true });
    for (const pattern of await make(clone)) {
      for (const path of globSync(join(clone, pattern)))
        renameSync(path, join(target, basename(path)));
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
