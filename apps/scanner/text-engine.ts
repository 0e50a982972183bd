import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const { version } = require("tesseract.js/package.json") as { version: string };

/** Where the files of the text engine lie in the build. */
export const textEngineFolder = `assets/text-engine-${version}`;

/**
 * Copies the text engine into the build as files of its own: its worker, its core (every supported
 * browser has SIMD) and the data of each language whose package `@tesseract.js-data/<language>` is
 * installed. The folder carries the version, since the names of the files are fixed.
 * `src/capture/documents/text-languages.svelte.ts` reads `__TEXT_ENGINE__`.
 */
export function textEngine(): Plugin {
  const languages = findLanguages();
  return {
    name: "text-engine",
    config: () => ({
      define: {
        __TEXT_ENGINE__: JSON.stringify({
          folder: textEngineFolder,
          languages: Object.keys(languages),
        }),
      },
      // The entry for pages. The other one is CommonJS for Node, whose runtime would load with the
      // first screen.
      resolve: {
        alias: [{ find: /^tesseract\.js$/, replacement: "tesseract.js/dist/tesseract.esm.min.js" }],
      },
    }),
    generateBundle() {
      const emit = (name: string, path: string, before = "") =>
        this.emitFile({
          type: "asset",
          fileName: `${textEngineFolder}/${name}`,
          source: Buffer.concat([Buffer.from(before), readFileSync(path)]),
        });
      emit("worker.js", require.resolve("tesseract.js/dist/worker.min.js"), quiet);
      for (const ending of ["js", "wasm"]) {
        const name = `tesseract-core-simd-lstm.${ending}`;
        emit(name, require.resolve(`tesseract.js-core/${name}`));
      }
      for (const [language, path] of Object.entries(languages))
        emit(`${language}.traineddata`, path);
    },
  };
}

/**
 * Silences the console of the worker. The engine reports failures to the page; what it writes
 * besides are remarks of its libraries on odd pictures, which say nothing to a user.
 */
const quiet = "console.error = console.log = () => {};\n";

/** Returns the installed languages, with the paths of their data. English comes first. */
function findLanguages(): Record<string, string> {
  const scope = dirname(dirname(require.resolve("@tesseract.js-data/eng/package.json")));
  const others = readdirSync(scope)
    .filter((language) => language !== "eng")
    .sort();
  const path = (language: string) =>
    join(scope, language, "4.0.0_best_int", `${language}.traineddata.gz`);
  return Object.fromEntries(["eng", ...others].map((language) => [language, path(language)]));
}
