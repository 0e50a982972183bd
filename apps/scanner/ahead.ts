import type { Plugin, Rolldown } from "vite";
import { tabNames } from "./src/screens.ts";

/** Parts that few people need. They load when they are used, as the service worker loads them. */
const onRequest =
  /^(?:OpenObject|object\.worker|decoder\.worker|pdf\.image_decoders|jbig2|openjpeg|tesseract)/;

/**
 * Adds `ahead.json`, which lists for each tab the files that it may load, for
 * src/ahead/load-ahead.ts. A worker belongs to the scripts that contain its name.
 */
export function ahead(): Plugin {
  return {
    name: "ahead",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = Object.fromEntries(
          tabNames.map((tab) => [tab, listFiles(bundle, findTab(bundle, tab))]),
        );
        this.emitFile({ type: "asset", fileName: "ahead.json", source: JSON.stringify(files) });
      },
    },
  };
}

/** Returns the name of the tab whose screen this file is. */
function tabOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string | undefined {
  if (file?.type !== "chunk") return undefined;
  return /\/src\/(?:capture\/)?tabs\/([^/]+)\/[^/]+Tab\.svelte$/.exec(
    file.facadeModuleId ?? "",
  )?.[1];
}

function findTab(bundle: Rolldown.OutputBundle, tab: string): string {
  const found = Object.values(bundle).find((file) => tabOf(file) === tab);
  if (!found) throw new Error(`The build has no chunk for the tab ${tab}.`);
  return found.fileName;
}

/**
 * Lists what a tab imports, now or later, with the styles, workers and WebAssembly of each. Stops
 * at other tabs.
 */
function listFiles(bundle: Rolldown.OutputBundle, entry: string): string[] {
  const named = Object.keys(bundle).filter((name) => /\.worker-[^/]+\.js$|\.wasm$/.test(name));
  const listed = new Set([entry]);
  // Iterating over a set also visits the names that are added meanwhile.
  for (const name of listed) {
    const file = bundle[name];
    if (!file) continue;
    const text = file.type === "chunk" ? file.code : name.endsWith(".js") ? `${file.source}` : "";
    const imported =
      file.type === "chunk"
        ? [
            ...file.imports,
            ...file.dynamicImports,
            ...(file.viteMetadata?.importedCss ?? new Set()),
          ]
        : [];
    for (const next of [...imported, ...named.filter((worker) => text.includes(worker))])
      if (!onRequest.test(next.slice(next.lastIndexOf("/") + 1)) && !tabOf(bundle[next]))
        listed.add(next);
  }
  return [...listed].sort();
}
