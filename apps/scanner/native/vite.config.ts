import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type PluginOption } from "vite";
import web from "../vite.config.ts";
import { findReplacement } from "./replacements.ts";

/**
 * Builds the web app for the shell from the same sources. The files in replacements.ts replace
 * those of the browser, there is no service worker, and relative addresses work wherever the shell
 * puts the files.
 */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  base: "./",
  build: { ...web.build, outDir: "native/dist/web", emptyOutDir: true },
  ...(web.worker ? { worker: web.worker } : {}),
  plugins: [buildForShell(), ...(web.plugins ?? []).filter((plugin) => !isForInstalling(plugin))],
});

/** Returns whether a plugin makes the page installable, with a service worker and a manifest. */
function isForInstalling(plugin: PluginOption): boolean {
  if (Array.isArray(plugin)) return plugin.some(isForInstalling);
  return Boolean(plugin && "name" in plugin && plugin.name === "installable");
}

/**
 * The shell serves files without headers, so the page contains its policy. It can connect only to
 * the shell.
 */
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

function buildForShell(): Plugin {
  return {
    name: "scanhook-in-shell",
    enforce: "pre",
    async resolveId(source, importer, options) {
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return (resolved && findReplacement(resolved.id)) ?? resolved;
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
