import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** An import that the compiler leaves as it is where it lowers `using` (TypeScript 6.0). */
const leftImport = /(\bimport\(\s*"\.[^"]+)\.ts("\s*\))/g;

/** The address of a thread, which the compiler leaves as it is. */
const leftAddress = /(\bnew URL\("\.[^"]+)\.ts(", import\.meta\.url\))/g;

/** The folder `source` of a library, its entry files, and the folder for what is made of them. */
export type Sources = { entries: string[]; source: string; target: string };

/**
 * Compiles the TypeScript of libraries, their entries and what these import, to JavaScript with
 * declarations and source maps. Throws with the errors of the compiler. One process compiles all of
 * them, because most of its work is to read the types of Node and of browsers.
 */
export async function compile(libraries: readonly Sources[]): Promise<void> {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "compile-"));
  try {
    const configs = libraries.map((library, index) => {
      const path = join(folder, `${index}.json`);
      writeFileSync(path, JSON.stringify(configure(library)));
      return path;
    });
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    await run(process.execPath, [compiler, "--build", ...configs], root);
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const { target } of libraries) {
    for (const path of globSync("**/*.js", { cwd: target })) {
      const code = readFileSync(join(target, path), "utf8");
      const changed = code.replace(leftImport, "$1.js$2").replace(leftAddress, "$1.js$2");
      if (changed !== code) writeFileSync(join(target, path), changed);
    }
  }
}

function configure({ entries, source, target }: Sources) {
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
  return { extends: join(root, "tsconfig.base.json"), compilerOptions, files: entries };
}
