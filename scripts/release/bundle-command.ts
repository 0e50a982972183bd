import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { isOnRequest } from "./npm-manifests.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const apps = join(root, "apps");

/** The files of the hub that its code reads, below `apps`. */
export const hubFiles = [
  "hub/migrations",
  "hub/dashboard/dist",
  "hub/src/phone-help/help.css",
  "hub/src/phone-help/help.js",
  "scanner/dist",
  "site/dist-hub",
];

/** The address of a file beside or above a module. */
const fileAddress = /new URL\("(\.\.?\/[^"]*)", import\.meta\.url\)/g;
/** The address of a file of another package. */
const packageFile = /import\.meta\.resolve\(\s*"([^"]+)",?\s*\)/g;

/**
 * Bundles the command, the hub, our libraries and all packages that they need into few files in
 * `target`, a folder of the package. Packages that are installed on request stay imports. `plugins`
 * change the sources first. Returns the paths of all files that are in the bundle. Throws when an
 * import is missing.
 *
 * The files beside the code keep their place: `apps/hub/migrations` becomes `hub/migrations` of the
 * package, and what is in `apps/cli` is at its top.
 */
export async function bundleCommand(target: string, plugins: Plugin[] = []): Promise<string[]> {
  const copied: string[] = [];
  const bundle = await rolldown({
    input: { "run-process": join(apps, "cli/src/run-process.ts") },
    cwd: root,
    platform: "node",
    external: (id, importer) => isOnRequest(id) && !importer?.includes("/node_modules/"),
    transform: { target: "node22.19" },
    plugins: [...plugins, keepAddresses(copied)],
    checks: { ineffectiveDynamicImport: false, sourcemapBroken: false },
    onLog(_, { code, message }) {
      throw new Error(`${code}: ${message}`);
    },
  });
  try {
    const { output } = await bundle.write({
      dir: target,
      format: "es",
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
      sourcemap: true,
      sourcemapExcludeSources: true,
      // Paths that do not depend on the folder of the build.
      sourcemapPathTransform: (source, map) => relative(root, resolve(dirname(map), source)),
    });
    return [...output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : [])), ...copied];
  } finally {
    await bundle.close();
  }
}

/**
 * Makes addresses that are relative to a module relative to the bundle, which is one folder below
 * the top of the package. No line moves, so that the source maps stay right.
 */
function keepAddresses(copied: string[]): Plugin {
  return {
    name: "keep-addresses",
    transform: {
      filter: { code: "import.meta", id: { exclude: /\/node_modules\// } },
      handler(code, id) {
        const placed = code
          .replace(fileAddress, (_, path: string) => {
            const file = join(dirname(id), path);
            if (!path.endsWith(".ts")) return `new URL("../${placeOf(file)}", import.meta.url)`;
            const name = basename(path, ".ts");
            this.emitFile({ type: "chunk", id: file, fileName: `${name}.js` });
            return `new URL("./${name}.js", import.meta.url)`;
          })
          .replace(packageFile, (call, specifier: string) => {
            const file = createRequire(id).resolve(specifier);
            copied.push(file);
            this.emitFile({ type: "asset", fileName: basename(file), source: readFileSync(file) });
            const lines = "\n".repeat(call.split("\n").length - 1);
            return `new URL("./${basename(file)}", import.meta.url)${lines}.href`;
          });
        return placed === code ? null : { code: placed };
      },
    },
  };
}

/**
 * Returns where a file or folder of an app is in the package: `hub/migrations/`, `package.json`.
 */
function placeOf(file: string): string {
  return relative(apps, file).replace(/^cli\//, "") + (file.endsWith("/") ? "/" : "");
}
