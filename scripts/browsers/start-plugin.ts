import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { tooOldMessage } from "./oldest-browsers.ts";

/** Returns the script of start.js with its message and without comments. */
export function makeStartScript(): string {
  const source = readFileSync(new URL("start.js", import.meta.url), "utf8");
  return source
    .replace(/^\s*\/\/.*\n/gm, "")
    .replace("TOO_OLD_MESSAGE", () => JSON.stringify(tooOldMessage));
}

/**
 * Adds the start script to the page as a file, because the content security policy allows nothing
 * inline.
 */
export function startScript(): Plugin {
  const script = makeStartScript();
  const hash = createHash("sha256").update(script).digest("base64url").slice(0, 8);
  const fileName = `assets/start-${hash}.js`;
  let base = "/";
  return {
    name: "scanhook-start-script",
    apply: "build",
    configResolved(config) {
      base = config.base;
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source: script });
    },
    // At the end of the body the script finds the place of the app. Modules run later, because they
    // are deferred.
    transformIndexHtml: () => [
      { tag: "script", attrs: { src: `${base}${fileName}` }, injectTo: "body" },
    ],
  };
}
