// Builds the pages whose sources changed since their last build, and only those.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { computeFingerprint } from "./fingerprint.ts";

/** `inputs` are patterns of the files that the page is built from. */
type Page = { name: string; root: string; inputs: string[] };

const shared = [
  "packages/*/src/**/*.{ts,css,svelte}",
  "scripts/browsers/*.{ts,js}",
  "package-lock.json",
  "tsconfig.base.json",
];
const pages: Page[] = [
  {
    name: "scanner",
    root: "apps/scanner",
    inputs: ["apps/scanner/{index.html,*.ts,*.json}", "apps/scanner/{src,public}/**/*", ...shared],
  },
  {
    name: "dashboard",
    root: "apps/hub/dashboard",
    inputs: [
      "apps/hub/dashboard/{*.html,*.ts,*.json}",
      "apps/hub/dashboard/{src,public}/**/*",
      "apps/hub/src/{definitions,destinations,register-work,registers,store,texts}/**/*.{ts,json}",
      ...shared,
    ],
  },
];

const project = fileURLToPath(new URL("..", import.meta.url));

/** The folders with the built pages. */
export const pageFolders = {
  scanner: new URL("../apps/scanner/dist/", import.meta.url),
  dashboard: new URL("../apps/hub/dashboard/dist/", import.meta.url),
};

/** Builds the stale pages and returns their names. Throws when a build fails. */
export async function buildStale(log: (line: string) => void = () => {}): Promise<string[]> {
  const builtPages = [];
  for (const page of pages) {
    const stamp = `${project}${page.root}/dist/.built-from`;
    const current = computeFingerprint(page.inputs);
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === current) continue;
    log(`Building the ${page.name} …`);
    const { build } = await import("vite");
    const root = `${project}${page.root}`;
    await build({
      root,
      configFile: `${root}/vite.config.ts`,
      logLevel: "warn",
      build: { rolldownOptions: { checks: { bundlerTimings: false } } },
    });
    writeFileSync(stamp, current);
    builtPages.push(page.name);
  }
  return builtPages;
}

if (import.meta.main) {
  try {
    await buildStale((line) => console.error(line));
  } catch (error) {
    console.error(`The build failed: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
}
