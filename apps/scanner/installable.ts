import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { manifest } from "./manifest.ts";

/** The file types that the app needs without a network. */
const precached = "**/*.{js,css,html,svg,png,wasm,webmanifest,woff}";

/** Seven megabytes that few people need. The service worker caches them when they are used. */
const textEngine = /^assets\/text-engine-/;

/**
 * The scripts and styles that make and show objects, the decoders for PDF files of scanners, and
 * the font for letters that plans of rooms seldom have, which few people need, and the texts of all
 * languages but English. The service worker caches them when they are used, and all texts of the
 * language of a page.
 */
const parts =
  /^assets\/(?:(?:OpenObject|object\.worker|decoder\.worker|pdf\.image_decoders(?:\.min)?|jbig2|openjpeg|dejavu-sans)-|texts\/(?!en\/))/;

/** A larger file would delay the first installation, and most likely is there by mistake. */
const maximumBytes = 4_000_000;

/**
 * Makes the page installable: adds the manifest, and builds the service worker with the list of the
 * files that it precaches. Throws when one of these is larger than 4 MB.
 */
export function installable(): Plugin {
  const fileName = "manifest.webmanifest";
  let base: string;
  let outDir: string;
  let target: string[];
  return {
    name: "installable",
    apply: "build",
    configResolved(config) {
      base = config.base;
      outDir = join(config.root, config.build.outDir);
      target = [config.build.target].flat().filter((name) => typeof name === "string");
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source: JSON.stringify(manifest) });
    },
    transformIndexHtml: () => [
      { tag: "link", attrs: { rel: "manifest", href: `${base}${fileName}` }, injectTo: "head" },
    ],
    async closeBundle() {
      await buildServiceWorker(outDir, target);
    },
  };
}

function listFiles(folder: string): string[] {
  const files = globSync(precached, { cwd: folder });
  return files.map((file) => file.replaceAll("\\", "/")).sort();
}

/**
 * Describes files of the built page as workbox-precaching expects them. The names in assets/
 * contain a hash.
 */
async function listPrecached(
  folder: string,
  files: readonly string[],
): Promise<{ url: string; revision: string | null }[]> {
  return Promise.all(
    files
      .filter((url) => url !== "sw.js" && !textEngine.test(url) && !parts.test(url))
      .map(async (url) => {
        const path = join(folder, url);
        const { size } = await stat(path);
        if (size > maximumBytes) throw new Error(`${url} is too large to be precached.`);
        if (url.startsWith("assets/")) return { url, revision: null };
        return {
          url,
          revision: createHash("sha256")
            .update(await readFile(path))
            .digest("hex"),
        };
      }),
  );
}

async function buildServiceWorker(outDir: string, target: string[]): Promise<void> {
  const files = listFiles(outDir);
  await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: "warn",
    define: {
      __PRECACHED__: JSON.stringify(await listPrecached(outDir, files)),
      __PARTS__: JSON.stringify(files.filter((file) => parts.test(file))),
    },
    build: {
      outDir,
      emptyOutDir: false,
      target,
      rolldownOptions: {
        input: fileURLToPath(new URL("src/sw.ts", import.meta.url)),
        output: { format: "iife", entryFileNames: "sw.js" },
        checks: { bundlerTimings: false },
      },
    },
  });
}
