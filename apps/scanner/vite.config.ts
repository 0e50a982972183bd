import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Rolldown } from "vite";
import { buildTargets } from "../../scripts/browsers/oldest-browsers.ts";
import { startScript } from "../../scripts/browsers/start-plugin.ts";
import { ahead } from "./ahead.ts";
import { installable } from "./installable.ts";
import { textEngine } from "./text-engine.ts";

/**
 * @gltf-transform/core also reads and writes files, in code that no page has. Vite says so at each
 *   build.
 */
const quietAboutNode: Rolldown.RolldownOptions["onLog"] = (level, log, report) => {
  if (!/"node:(?:fs|path)" has been externalized/.test(log.message)) report(level, log);
};

/**
 * The parts of Svelte for fields and page titles. The first screen has neither, so it does not load
 * them.
 */
const svelteForForms =
  /[\\/]svelte[\\/]src[\\/]internal[\\/]client[\\/]dom[\\/](?:blocks[\\/]svelte-head|elements[\\/]bindings[\\/](?:input|universal))\.js$/;

/**
 * Returns the folder of the texts of a language, such as `texts/de/`, so that a device can load
 * ahead those that it uses; empty for other files.
 */
function toTextFolder(moduleId: string | null): string {
  const [, language] = /[\\/]texts[\\/]([^\\/]+)[\\/][^\\/]+\.json$/.exec(moduleId ?? "") ?? [];
  return language ? `texts/${language}/` : "";
}

export default defineConfig({
  base: "/scan/",
  build: {
    target: buildTargets,
    // The packages that the page contains, for the list of licences in our own package.
    license: { fileName: ".licenses.json" },
    // Inlines nothing, because the pages are served with a strict Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Preloads only styles, which nothing else loads. Listing the scripts of every screen would
      // enlarge the first file for screens that mostly come from the cache.
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === "html" ? parts : parts.filter((name) => name.endsWith(".css")),
    },
    chunkSizeWarningLimit: 200,
    rolldownOptions: {
      onLog: quietAboutNode,
      // A drawing of page-parts/icons.ts is put where it is shown, and not into a file of all.
      optimization: { inlineConst: { mode: "all" } },
      // Without this, "core" would load these modules for possible side effects.
      treeshake: { moduleSideEffects: [{ test: svelteForForms, sideEffects: false }] },
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${toTextFolder(facadeModuleId)}[name]-[hash].js`,
        // One chunk for sending and showing a scan, and one for parsing contents, which is loaded
        // once the camera runs. Few chunks take fewer requests and compress better.
        codeSplitting: {
          groups: [
            {
              name: "forms",
              test: svelteForForms,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              name: "core",
              test: /[\\/]src[\\/](scanning[\\/](announcement|(?:code-scanning|scan-session)\.svelte)|wake-lock|platform[\\/]screen-lock|ui[\\/](LastScans|Panel|ScanCard|or-notice)|ahead[\\/](ask-hub|loaded-ahead\.svelte)|readers[\\/]camera[\\/](live-camera\.svelte|frames|pictures))\.(ts|svelte)$/,
            },
            { name: "content", test: /[\\/]packages[\\/]content[\\/]src[\\/]/ },
          ],
        },
      },
    },
  },
  worker: { format: "es", rolldownOptions: { onLog: quietAboutNode } },
  plugins: [
    svelte({ compilerOptions: { runes: true, discloseVersion: false } }),
    startScript(),
    textEngine(),
    ahead(),
    installable(),
  ],
});
