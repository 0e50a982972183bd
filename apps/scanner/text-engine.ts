import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const { version } = require("tesseract.js/package.json") as { version: string };

/**
 * Silences the console of the worker. The engine reports failures to the page; what it writes
 * besides are remarks of its libraries on odd pictures, which say nothing to a user.
 */
const quiet = "console.error = console.log = () => {};\n";

/** The folder of the data in the packages of the languages, which names its version. */
const dataFolder = "4.0.0_best_int";

const core = "tesseract-core-simd-lstm";

/** The files of the engine without the data of the languages, by their names. */
const engineFiles: Record<string, Buffer> = {
  "worker.js": Buffer.concat([
    Buffer.from(quiet),
    readFileSync(require.resolve("tesseract.js/dist/worker.min.js")),
  ]),
  ...Object.fromEntries(
    [`${core}.js`, `${core}.wasm`].map((name) => [
      name,
      readFileSync(require.resolve(`tesseract.js-core/${name}`)),
    ]),
  ),
};

/**
 * Where the files of the text engine lie in the build. The service worker keeps the files of one
 * such folder, so its name has a hash of what is in it.
 */
export const textEngineFolder = `assets/text-engine-${version}-${hashEngine()}`;

function hashEngine(): string {
  const hash = createHash("sha256").update(dataFolder);
  for (const file of Object.values(engineFiles)) hash.update(file);
  return hash.digest("hex").slice(0, 8);
}

/**
 * Copies the text engine into the build as files of its own: its worker, its core (every supported
 * browser has SIMD) and the data of each language whose package `@tesseract.js-data/<language>` is
 * installed.
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
      const emit = (name: string, source: Buffer) =>
        this.emitFile({ type: "asset", fileName: `${textEngineFolder}/${name}`, source });
      for (const [name, source] of Object.entries(engineFiles)) emit(name, source);
      for (const [language, path] of Object.entries(languages))
        emit(`${language}.traineddata`, readFileSync(path));
    },
  };
}

/** Returns the installed languages, with the paths of their data. English comes first. */
function findLanguages(): Record<string, string> {
  const scope = dirname(dirname(require.resolve("@tesseract.js-data/eng/package.json")));
  const others = readdirSync(scope)
    .filter((language) => language !== "eng")
    .sort();
  const path = (language: string) =>
    join(scope, language, dataFolder, `${language}.traineddata.gz`);
  return Object.fromEntries(["eng", ...others].map((language) => [language, path(language)]));
}
