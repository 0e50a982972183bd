// The files of a release. Two runs of the same commit make the same bytes.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { releaseTests } from "../second-set.ts";
import { describeMissingTools } from "./missing-tools.ts";
import { parseRepository } from "./npm-manifests.ts";
import { type Release, type Step, steps } from "./steps.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const usage = `npm run release -- --dry-run makes the files of a release in release/scanhook-VERSION and publishes nothing:
packages for npm, Debian and Ubuntu, container images, a software bill of materials (CycloneDX), notes from CHANGELOG.md, and SHA256SUMS.
It first runs the tests of packages and images, which npm test -- --all leaves out.

  --out FOLDER   where to write them; the folder is emptied first

It needs Debian or Ubuntu, with git, tar, dpkg, mmdebstrap and debian-archive-keyring, and says which are missing.

SCANHOOK_REPOSITORY is the public address of the repository, such as https://github.com/owner/name. The
packages name it, if it is set.
`;

/**
 * Runs steps of a release in its folder, and adds the checksums of what they wrote. Returns the
 * names of the files.
 */
export async function makeRelease(
  release: Omit<Release, "work">,
  steps: readonly Step[],
  log: (line: string) => void = () => {},
): Promise<string[]> {
  const { folder } = release;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), "scanhook-release-"));
  try {
    for (const { title, make } of steps) {
      log(`${title} …`);
      await make({ ...release, work });
    }
  } finally {
    rmSync(work, { recursive: true });
  }
  const files = readdirSync(folder).sort();
  const sums = files.map((file) => {
    const digest = createHash("sha256").update(readFileSync(join(folder, file)));
    return `${digest.digest("hex")}  ${file}\n`;
  });
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
  return [...files, "SHA256SUMS"];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      "dry-run": { type: "boolean" },
      out: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (!values["dry-run"]) {
    console.error(
      `Nothing can be published from here yet; add --dry-run to make the files.\n\n${usage}`,
    );
    return 2;
  }
  const missing = describeMissingTools(["git", ...steps.flatMap(({ tools = [] }) => tools)]);
  if (missing) {
    console.error(missing);
    return 1;
  }
  console.error("Tests of what a release makes …");
  const check = join(root, "scripts/check.ts");
  const tested = spawnSync(process.execPath, [check, ...releaseTests], { stdio: "inherit" });
  if (tested.status !== 0) {
    console.error("Nothing was made, because these tests failed.");
    return 1;
  }
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const { version } = JSON.parse(readFileSync(join(root, "apps/cli/package.json"), "utf8"));
  const folder = values.out ?? join(root, `release/scanhook-${version}`);
  const repository = parseRepository(process.env.SCANHOOK_REPOSITORY);
  process.env.SOURCE_DATE_EPOCH = git("log", "-1", "--format=%ct");
  const seconds = Number(process.env.SOURCE_DATE_EPOCH);
  const release = { folder, version, seconds, ...(repository && { repository }) };
  const files = await makeRelease(release, steps, (line) => console.error(line));
  console.log(`${folder}\n${files.map((file) => `  ${file}`).join("\n")}`);
  if (git("status", "--porcelain")) {
    console.error("The work tree has changes, so these files are not those of the last commit.");
  }
  return 0;
}

if (import.meta.main) process.exitCode = await main();
