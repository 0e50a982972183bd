import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The address of a file that Node runs as a thread, which the compiler leaves as it is. */
const threadAddress = /(new URL\("\.\/[\w-]+)\.ts(", import\.meta\.url\))/g;
/** An import that the compiler leaves as it is where it lowers `using` (TypeScript 6.0). */
const leftImport = /(\bimport\(\s*"\.[^"]+)\.ts("\s*\))/g;

/**
 * Compiles TypeScript below `source` to JavaScript with source maps: `entries`, what they import, and the threads that these
 * start. `types` adds declarations. Throws with the errors of the compiler.
 */
export async function compile(parts: {
  entries: string[];
  source: string;
  target: string;
  types: boolean;
}): Promise<void> {
  const { entries, source, target, types } = parts;
  const folder = mkdtempSync(join(root, "node_modules/.cache/compile-"));
  try {
    const nothing = join(folder, "nothing.d.ts");
    writeFileSync(nothing, "export {};\n");
    const config = join(folder, "tsconfig.json");
    const compilerOptions = {
      noEmit: false,
      rewriteRelativeImportExtensions: true,
      allowImportingTsExtensions: false,
      sourceMap: true,
      inlineSources: types,
      rootDir: source,
      outDir: target,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      // `npm test` has checked the types. A program without declarations needs none of other packages.
      ...(types ? { declaration: true } : { noCheck: true, paths: { "@scanhook/*": [nothing] } }),
    };
    const threads = types ? [] : findThreads(source);
    writeFileSync(
      config,
      JSON.stringify({
        extends: join(root, "tsconfig.base.json"),
        compilerOptions,
        files: [...entries, ...threads],
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
    const changed = code.replace(threadAddress, "$1.js$2").replace(leftImport, "$1.js$2");
    if (changed !== code) writeFileSync(join(target, path), changed);
  }
}

/** Lists the files that other files start as threads. */
function findThreads(source: string): string[] {
  const paths = globSync("**/*.ts", { cwd: source, exclude: ["**/testing/**", "**/*.test.ts"] });
  return paths.flatMap((path) => {
    const code = readFileSync(join(source, path), "utf8");
    return [...code.matchAll(threadAddress)].map(([address]) =>
      join(source, path, "..", `${/"\.\/([\w-]+)\.ts"/.exec(address)![1]}.ts`),
    );
  });
}
