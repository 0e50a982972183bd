import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { manifest } from "./manifest.ts";

/**
 * Papa Parse is CommonJS. What runs such modules would load with the first screen, which has no byte to spare; so it is
 * made a module as it is bundled.
 */
const papaparseAsModule: Plugin = {
  name: "papaparse-as-module",
  transform: {
    filter: { id: /[\\/]papaparse(?:\.min)?\.js$/ },
    handler: (code) =>
      `const module = { exports: {} };\nconst { exports } = module;\n${code}\nexport default module.exports;\n`,
  },
};

/** What Svelte has for fields and for titles of pages: the first screen has neither, and does not wait for it. */
const svelteForForms =
  /[\\/]svelte[\\/]src[\\/]internal[\\/]client[\\/]dom[\\/](?:blocks[\\/]svelte-head|elements[\\/]bindings[\\/](?:input|universal))\.js$/;

export default defineConfig({
  base: "/scan/",
  build: {
    // Nothing inline: the pages are served with a strict Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Naming every part of every screen in the first file would make it larger for the sake of screens that mostly
      // come from the cache. Styles have to be named: nothing else loads them.
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === "html" ? parts : parts.filter((name) => name.endsWith(".css")),
    },
    chunkSizeWarningLimit: 100,
    rolldownOptions: {
      // Else "core" would load it all the same, for what it might do by being loaded.
      treeshake: { moduleSideEffects: [{ test: svelteForForms, sideEffects: false }] },
      output: {
        // What sends a scan and tells of it, with all that it imports, in one file: fewer requests, and it packs better.
        // So is what tells what a content is, which is only asked for once the camera runs.
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
              test: /[\\/]src[\\/](deliver|announcement|repeats|scan|wake-lock|ui[\\/](LastScans|ScanCard))\.(ts|svelte)$/,
            },
            { name: "content", test: /[\\/]src[\\/]content[\\/](describe|summary|open)\.ts$/ },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  plugins: [
    papaparseAsModule,
    svelte({ compilerOptions: { runes: true, discloseVersion: false } }),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src",
      filename: "sw.ts",
      // The app registers the worker itself and asks before a new version takes over: src/updates.svelte.ts.
      registerType: "prompt",
      injectRegister: false,
      injectManifest: {
        rollupFormat: "iife",
        globPatterns: ["**/*.{js,css,html,svg,png,wasm,webmanifest}"],
        maximumFileSizeToCacheInBytes: 4_000_000,
        sourcemap: false,
      },
      manifest,
    }),
  ],
});
