import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type PluginOption } from "vite";
import web from "../vite.config.ts";
import { replacementOf } from "./replacements.ts";

/**
 * The web app for the shell: the same sources, with the files of replacements.ts in place of the browser's, no service
 * worker, and addresses that hold wherever the shell puts it.
 */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  base: "./",
  build: { ...web.build, outDir: "native/dist/web", emptyOutDir: true },
  ...(web.worker ? { worker: web.worker } : {}),
  plugins: [inShell(), ...(web.plugins ?? []).filter((plugin) => !isForInstalling(plugin))],
});

/** What makes a page an installed app: the service worker and the manifest. */
function isForInstalling(plugin: PluginOption): boolean {
  if (Array.isArray(plugin)) return plugin.some(isForInstalling);
  return Boolean(plugin && "name" in plugin && plugin.name.startsWith("vite-plugin-pwa"));
}

/** The shell serves files without headers, so the page itself says what it may do; it talks to nobody but the shell. */
const policy = [
  "default-src 'none'",
  "script-src 'self' capacitor: 'wasm-unsafe-eval'",
  "style-src 'self' capacitor:",
  "img-src 'self' capacitor: data: blob:",
  "media-src 'self' capacitor: blob:",
  "worker-src 'self' capacitor: blob:",
  "connect-src 'self' capacitor:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function inShell(): Plugin {
  return {
    name: "scanhook-in-shell",
    enforce: "pre",
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return (found && replacementOf(found.id)) ?? found;
    },
    transformIndexHtml: {
      order: "pre",
      handler: (html) => ({
        html: html.replace("/src/main.ts", "/native/src/main.ts"),
        tags: [
          {
            tag: "meta",
            attrs: { "http-equiv": "Content-Security-Policy", content: policy },
            injectTo: "head-prepend",
          },
        ],
      }),
    },
  };
}
