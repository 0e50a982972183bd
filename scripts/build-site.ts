// Builds the site when its sources or its address changed since the last build. As a script it
// makes the builds that the tests read.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readChanges } from "../apps/site/src/resources/changes.ts";
import { expiryStart } from "../apps/site/src/resources/security-txt.ts";
import { computeFingerprint } from "./fingerprint.ts";

/** The address that a build is made for, and the folder of `apps/site` that it is written to. */
export type SiteBuild = {
  out: "dist" | "dist-hub" | "dist-elsewhere" | "dist-draft";
  /**
   * Missing where it is unknown. The site then contains no absolute address of its own, and no file
   * that needs one.
   */
  origin?: string | undefined;
  /** `/`, or a path with slashes at both ends. */
  base: string;
  /** The address of the project's files, for links to files that are not pages. */
  source?: string | undefined;
  /** The contact for security problems: `mailto:…` or `https://…`. */
  contact?: string | undefined;
};

export const publicSite = {
  out: "dist",
  origin: "https://scanhook.example",
  base: "/",
} satisfies SiteBuild;

/**
 * The build that the hub serves at `/docs/`, without internet access and under any name or address.
 */
export const hubSite: SiteBuild = { out: "dist-hub", base: "/docs/" };

/** A build for another address, which shows the tests that no address is hard-coded. */
export const elsewhereSite = {
  out: "dist-elsewhere",
  origin: "https://y.example",
  base: "/x/",
  contact: "mailto:safe@y.example",
} satisfies SiteBuild;

/** A build for writing pages: it reports broken links and does not fail because of them. */
export const draftSite: SiteBuild = { ...publicSite, out: "dist-draft" };

const project = fileURLToPath(new URL("..", import.meta.url));
const inputs = [
  "apps/site/*.{ts,json}",
  "apps/site/{src,public}/**/*",
  "docs/**/*",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "packages/page-parts/src/*.css",
  "packages/webhook/src/**/*.ts",
  "package-lock.json",
];

export const folderOf = ({ out }: SiteBuild) => `${project}apps/site/${out}`;

/** `built` is false when the last build is current. On failure, `reason` is the output of Astro. */
export function buildSite(
  build: SiteBuild,
  log: (line: string) => void = () => {},
  now: Date = new Date(),
): { ok: true; built: boolean } | { ok: false; reason: string } {
  const stamp = `${folderOf(build)}/.built-from`;
  const dates = readPageDates();
  const current = computeFingerprint(
    inputs,
    JSON.stringify([
      build,
      dates,
      expiryStart(findNewestDate(dates), now),
      process.env.SITE_ON_NPM ?? "",
    ]),
  );
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === current) {
    return { ok: true, built: false };
  }
  log(`Building the site for ${build.origin ?? ""}${build.base} …`);
  const result = spawnSync(
    process.execPath,
    // Astro caches rendered pages, and does not notice that its plugins changed.
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
  if (result.status !== 0) return { ok: false, reason: `${result.stdout}${result.stderr}`.trim() };
  if (result.stderr) log(result.stderr.trim());
  writeFileSync(stamp, current);
  return { ok: true, built: true };
}

/**
 * Pages show the date of their last change, and a commit changes that date without changing a file.
 */
function readPageDates(): [string, string][] {
  const changes = readChanges(project);
  if (!changes.known) return [];
  return [...changes.of].filter(([file]) => /^(docs|apps\/site)\/|^[A-Z]+\.md$/.test(file)).sort();
}

function findNewestDate(dates: readonly [string, string][]): string | undefined {
  return dates
    .map(([, date]) => date)
    .sort()
    .at(-1);
}

if (import.meta.main) {
  for (const site of [publicSite, hubSite, elsewhereSite]) {
    const result = buildSite(site, (line) => console.error(line));
    if (result.ok) continue;
    console.error(result.reason);
    process.exit(1);
  }
}
