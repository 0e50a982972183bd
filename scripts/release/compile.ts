import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** An import that the compiler leaves as it is where it lowers `using` (TypeScript 6.0). */
const leftImport = /(\bimport\(\s*"\.[^"]+)\.ts("\s*\))/g;

/**
 * Compiles TypeScript below `source`, `entries` and what they import, to JavaScript with declarations and source maps. Throws
 * with the errors of the compiler.
 */
export async function compile(parts: {
  entries: string[];
  source: string;
  target: string;
}): Promise<void> {
  const { entries, source, target } = parts;
  const folder = mkdtempSync(join(root, "node_modules/.cache/compile-"));
  try {
    const config = join(folder, "tsconfig.json");
    const compilerOptions = {
      noEmit: false,
      rewriteRelativeImportExtensions: true,
      allowImportingTsExtensions: false,
      sourceMap: true,
      inlineSources: true,
      // Else the maps would name the folder of the build.
      sourceRoot: `/${relative(root, source)}`,
      rootDir: source,
      outDir: target,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      declaration: true,
    };
    writeFileSync(
      config,
      JSON.stringify({
        extends: join(root, "tsconfig.base.json"),
        compilerOptions,
        files: entries,
      }),
    );
    await run(
      process.execPath,
      [join(root, "node_modules/typescript/bin/tsc"), "-p", config],
      root,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const path of globSync("**/*.js", { cwd: target })) {
    const code = readFileSync(join(target, path), "utf8");
    const changed = code.replace(leftImport, "$1.js$2");
    if (changed !== code) writeFileSync(join(target, path), changed);
  }
}
