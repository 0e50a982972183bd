import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { hasServedType, listFiles, type PageFile, readPageFile, sendFile } from "./page-files.ts";

/**
 * A built single-page app: the folder with its `index.html`, its path, and its headers with the
 * content security policy.
 */
export type Page = {
  dir: string;
  path: "/" | "/scan/";
  headers: Readonly<Record<string, string>>;
  /** Further paths, which may have parameters, with the file of each. */
  links?: Readonly<Record<string, string>>;
};

const denyAll = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The headers of all responses that are not pages. They keep browsers from running or showing
 * anything in them.
 */
export const plainHeaders = {
  "content-security-policy": denyAll,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

const pageHeaders = {
  ...plainHeaders,
  "cross-origin-opener-policy": "same-origin",
};

/** The headers of the dashboard, which connects only to its own hub. */
export const dashboardHeaders = {
  ...pageHeaders,
  "content-security-policy": `${denyAll}; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'`,
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

/**
 * The headers of the docs, which consist of pages, pictures and a search. They connect only to
 * their own hub.
 */
export const docsHeaders = {
  ...pageHeaders,
  "content-security-policy": `${denyAll}; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'`,
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

/**
 * The headers of the scanner, which runs wasm in a worker, uses the camera, and posts to any
 * receiver.
 */
export const scannerHeaders = {
  ...pageHeaders,
  "content-security-policy": `${denyAll}; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self' blob:; frame-src blob:; connect-src 'self' blob: https: http://localhost:* http://127.0.0.1:*; manifest-src 'self'`,
  "permissions-policy": "camera=(self), microphone=(), geolocation=()",
};

/**
 * Serves each file of a built page at its own path, so a request never becomes a path on the disk.
 * Reads the files once and keeps them in memory (about 9 MB, of which the text engine takes 6 MB).
 * Returns false if the page is not built.
 */
export async function servePage(app: App, page: Page): Promise<boolean> {
  if (!existsSync(join(page.dir, "index.html"))) {
    serve(app, page.path, (_request, reply) =>
      reply.code(503).type("text/plain").send("This page is not built yet; run npm start.\n"),
    );
    return false;
  }
  for (const [path, file] of await readFiles(page.dir)) {
    const respond = (request: FastifyRequest, reply: FastifyReply) =>
      sendFile(request, reply.headers(page.headers), file);
    serve(app, `${page.path}${path}`, respond);
    if (path === "index.html") serve(app, page.path, respond);
    for (const [link, target] of Object.entries(page.links ?? {}))
      if (target === path) serve(app, link, respond);
  }
  if (page.path === "/scan/") {
    serve(app, "/scan", (_request, reply) => reply.redirect("/scan/", 308));
    // The service worker of the installed app handles shared content. Without it, the request
    // arrives here. Its body is not read, and the app says that nothing arrived.
    app.post("/scan/share", {
      config: { access: "public" },
      schema: { hide: true },
      onRequest: async (_request, reply) => reply.redirect("/scan/#/shared", 303),
      handler: (_request, reply) => reply,
    });
  }
  return true;
}

type Handler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

function serve(app: App, url: string, handler: Handler): void {
  app.get(url, { config: { access: "public" }, schema: { hide: true } }, async (request, reply) =>
    handler(request, reply),
  );
}

async function readFiles(dir: string): Promise<Map<string, PageFile>> {
  const diskPaths = await listFiles(dir);
  const files = new Map<string, PageFile>();
  for (const [path, diskPath] of diskPaths) {
    if (!hasServedType(path)) continue;
    // Vite puts a hash of the content into the names under assets/.
    const file = await readPageFile(diskPath, path.startsWith("assets/"));
    if (diskPaths.has(`${path}.br`)) file.brotli = readFile(`${diskPath}.br`);
    if (diskPaths.has(`${path}.gz`)) file.gzip = readFile(`${diskPath}.gz`);
    files.set(path, file);
  }
  return files;
}
