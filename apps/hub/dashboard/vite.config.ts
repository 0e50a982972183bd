import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { buildTargets } from "../../../scripts/browsers/oldest-browsers.ts";
import { startScript } from "../../../scripts/browsers/start-plugin.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

// The hub's content security policy allows nothing inline: assets stay files of their own.
export default defineConfig({
  root,
  base: "/",
  plugins: [svelte({ configFile: false }), startScript()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: buildTargets,
    // The packages that the page contains, for the list of licences in our own package.
    license: { fileName: ".licenses.json" },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [`${root}index.html`, `${root}door.html`],
      // A drawing of page-parts/icons.ts is put where it is shown, and not into a file of all.
      optimization: { inlineConst: { mode: "all" } },
    },
  },
});
