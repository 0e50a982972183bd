// `npm run upgrades`: installs every release in every way in a folder of its own, and updates it.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { clone } from "./clone.ts";
import { container } from "./container.ts";
import { debian } from "./debian.ts";
import { earlierReleases, findEarlierRelease } from "./earlier-releases.ts";
import type { Way } from "./machine.ts";
import { findNewRelease } from "./new-release.ts";
import { npmPackage } from "./npm-package.ts";
import { tryWay } from "./try-way.ts";

const ways: readonly Way[] = [clone, npmPackage, debian, container];

const usage = `npm run upgrades updates a hub of each earlier release to the last commit, in every
way of installing. Both take a scan, and the older one opens the backup of the update at the end. It
then installs the new release in empty folders, and prints the size and the time of each way.

  --files FOLDER   the files of the new release, as npm run release makes them (default: made now)
  --from VERSION   only from this release
  --way NAME       only this way: ${ways.map(({ name }) => name).join(", ")}

It needs Debian or Ubuntu, root, and the packages git, tar, dpkg, mmdebstrap,
debian-archive-keyring, podman and runc, and names the ways that a machine without them cannot
show. The files of earlier releases are made once, in some minutes, and kept in release/earlier.
`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      files: { type: "string" },
      from: { type: "string" },
      way: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const chosen = ways.filter(({ name }) => !values.way || name === values.way);
  const from = earlierReleases.filter(({ version }) => !values.from || version === values.from);
  if (chosen.length === 0 || from.length === 0) {
    console.error(`No way or no earlier release has that name.\n\n${usage}`);
    return 2;
  }
  const log = (line: string) => console.error(line);
  const to = await findNewRelease(values.files && resolve(values.files), log);
  const releases = [];
  for (const earlier of from) releases.push(await findEarlierRelease(earlier, log));
  const rows = [];
  let failures = 0;
  for (const way of chosen) {
    const tried = await tryWay(way, releases, to, (line) => console.log(line));
    failures += tried.failures;
    rows.push(...tried.rows);
  }
  console.log(["", "| way | size | time to install |", "|---|---|---|", ...rows].join("\n"));
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main();
