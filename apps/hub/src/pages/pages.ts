import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { isServed, listFiles, type PageFile, readPageFile, sendFile } from "./page-files.ts";

/** A built single-page app: the folder with its `index.html`, where it is served, and its policy. */
export type Page = { dir: string; at: "/" | "/scan/"; headers: Readonly<Record<string, string>> };

const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For every answer that is not a page: there is nothing in it to run or show. */
export const plainHeaders = {
  "content-security-policy": nothing,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

const pageHeaders = {
  ...plainHeaders,
  "cross-origin-opener-policy": "same-origin",
};

/** The dashboard talks to its own hub only. */
export const dashboardHeaders = {
  ...pageHeaders,
  "content-security-policy": `${nothing}; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'`,
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

/** The docs: pages, pictures, a search that reads its index. They talk to nobody else. */
export const docsHeaders = {
  ...pageHeaders,
  "content-security-policy": `${nothing}; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'`,
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

/** The scanner runs wasm in a worker, uses the camera, and posts to whichever receiver its user set. */
export const scannerHeaders = {
  ...pageHeaders,
  "content-security-policy": `${nothing}; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self' https: http://localhost:* http://127.0.0.1:*; manifest-src 'self'`,
  "permissions-policy": "camera=(self), microphone=(), geolocation=()",
};

/**
 * Serves each file of a built page under its own route. The files are read once and held in memory (about two
 * megabytes), compressed once on first demand, so no request ever becomes a path on the disk. False: not built.
 */
export async function servePage(app: App, page: Page): Promise<boolean> {
  if (!existsSync(join(page.dir, "index.html"))) {
    serve(app, page.at, (_request, reply) =>
      reply.code(503).type("text/plain").send("This page is not built yet; run npm start.\n"),
    );
    return false;
  }
  for (const [path, file] of await readFiles(page.dir)) {
    const answer = (request: FastifyRequest, reply: FastifyReply) =>
      sendFile(request, reply.headers(page.headers), file);
    serve(app, `${page.at}${path}`, answer);
    if (path === "index.html") serve(app, page.at, answer);
  }
  if (page.at === "/scan/") {
    serve(app, "/scan", (_request, reply) => reply.redirect("/scan/", 308));
    // What is shared to the installed app never gets here while its service worker lives. When the browser has thrown
    // that away, the app says that nothing arrived; what was sent is not read.
    app.post("/scan/share", {
      config: { access: "public" },
      schema: { hide: true },
      onRequest: async (_request, reply) => reply.redirect("/scan/#/shared", 303),
      handler: (_request, reply) => reply,
    });
  }
  return true;
}

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

function serve(app: App, url: string, answer: Answer): void {
  app.get(url, { config: { access: "public" }, schema: { hide: true } }, async (request, reply) =>
    answer(request, reply),
  );
}

async function readFiles(dir: string): Promise<Map<string, PageFile>> {
  const names = await listFiles(dir);
  const files = new Map<string, PageFile>();
  for (const [path, name] of names) {
    if (!isServed(path)) continue;
    // Vite puts a hash of the content into the names under assets/.
    const file = await readPageFile(name, path.startsWith("assets/"));
    if (names.has(`${path}.br`)) file.brotli = readFile(`${name}.br`);
    if (names.has(`${path}.gz`)) file.gzip = readFile(`${name}.gz`);
    files.set(path, file);
  }
  return files;
}
