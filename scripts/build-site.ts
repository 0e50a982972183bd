// Builds the site when its sources, or the address it is built for, changed since its last build. Run by itself it makes
// the builds that the tests look at.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readChanges } from "../apps/site/src/resources/changes.ts";
import { lookedAt } from "../apps/site/src/resources/security-txt.ts";
import { fingerprint } from "./fingerprint.ts";

/** Where a build will stand, and in which folder of `apps/site` it goes. */
export type SiteBuild = {
  out: "dist" | "dist-hub" | "dist-elsewhere" | "dist-draft";
  /** Missing where nobody knows it. Then the site names no whole address, and lacks what would be nothing else. */
  origin?: string | undefined;
  /** `/`, or a path with slashes at both ends. */
  base: string;
  /** Where the files of the project can be read, for links to what is no page. */
  source?: string | undefined;
  /** Whom to tell about a security problem: `mailto:…` or `https://…`. */
  contact?: string | undefined;
};

export const publicSite = {
  out: "dist",
  origin: "https://scanhook.example",
  base: "/",
} satisfies SiteBuild;

/** The hub serves this one at `/docs/`, without internet, under each name and address that it has. */
export const hubSite: SiteBuild = { out: "dist-hub", base: "/docs/" };

/** What the tests build to see that no address is written down anywhere. */
export const elsewhereSite = {
  out: "dist-elsewhere",
  origin: "https://y.example",
  base: "/x/",
  contact: "mailto:safe@y.example",
} satisfies SiteBuild;

/** For looking at pages while they are written: links that lead nowhere yet are told, not refused. */
export const draftSite: SiteBuild = { ...publicSite, out: "dist-draft" };

const project = fileURLToPath(new URL("..", import.meta.url));
const inputs = [
  "apps/site/*.{ts,json}",
  "apps/site/{src,public}/**/*",
  "docs/**/*",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "packages/webhook/src/**/*.ts",
  "package-lock.json",
];

export const folderOf = ({ out }: SiteBuild) => `${project}apps/site/${out}`;

/** True: it was built. A build that fails ends with what Astro says. */
export function buildSite(
  build: SiteBuild,
  log: (line: string) => void = () => {},
  now: Date = new Date(),
): { ok: true; built: boolean } | { ok: false; reason: string } {
  const stamp = `${folderOf(build)}/.built-from`;
  const dates = datesOfPages();
  const wanted = fingerprint(inputs, JSON.stringify([build, dates, lookedAt(newest(dates), now)]));
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted)
    return { ok: true, built: false };
  log(`Building the site for ${build.origin ?? ""}${build.base} …`);
  const run = spawnSync(
    process.execPath,
    // What the last build made of the pages is no longer true when its plugins changed.
    [`${project}node_modules/astro/bin/astro.mjs`, "build", "--force", "--silent"],
    {
      cwd: `${project}apps/site`,
      encoding: "utf8",
      env: {
        ...process.env,
        NODE_ENV: "production",
        ASTRO_TELEMETRY_DISABLED: "1",
        SITE_ORIGIN: build.origin ?? "",
        SITE_BASE: build.base,
        SITE_OUT: build.out,
        SITE_SOURCE: build.source ?? "",
        SITE_CONTACT: build.contact ?? "",
        SITE_DRAFT: build.out === draftSite.out ? "1" : "",
      },
    },
  );
  if (run.status !== 0) return { ok: false, reason: `${run.stdout}${run.stderr}`.trim() };
  if (run.stderr) log(run.stderr.trim());
  writeFileSync(stamp, wanted);
  return { ok: true, built: true };
}

/** Pages say when they were last changed, and a commit changes that without changing a file. */
function datesOfPages(): [string, string][] {
  const changes = readChanges(project);
  if (!changes.known) return [];
  return [...changes.of].filter(([file]) => /^(docs|apps\/site)\/|^[A-Z]+\.md$/.test(file)).sort();
}

function newest(dates: readonly [string, string][]): string | undefined {
  return dates
    .map(([, date]) => date)
    .sort()
    .at(-1);
}

if (import.meta.main) {
  for (const site of [publicSite, hubSite, elsewhereSite]) {
    const built = buildSite(site, (line) => console.error(line));
    if (built.ok) continue;
    console.error(built.reason);
    process.exit(1);
  }
}
