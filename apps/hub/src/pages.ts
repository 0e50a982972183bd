import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./app.ts";

/** A built single-page app: the folder with its `index.html`, where it is served, and its policy. */
export type Page = { dir: string; at: "/" | "/scan/"; headers: Readonly<Record<string, string>> };

type File = {
  type: string;
  etag: string;
  cache: string;
  plain: Buffer;
  brotli?: Promise<Buffer>;
  gzip?: Promise<Buffer>;
};

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

async function readFiles(dir: string): Promise<Map<string, File>> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, File>();
  for (const name of names) {
    const type = types[extname(name)];
    if (!type) continue;
    const plain = await readFile(name);
    const file: File = {
      type,
      plain,
      etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
      // Vite puts a hash of the content into the names under assets/.
      cache: name.startsWith(join(dir, "assets"))
        ? "public, max-age=31536000, immutable"
        : "no-cache",
    };
    if (names.includes(`${name}.br`)) file.brotli = readFile(`${name}.br`);
    if (names.includes(`${name}.gz`)) file.gzip = readFile(`${name}.gz`);
    files.set(relative(dir, name).split(sep).join("/"), file);
  }
  return files;
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: File,
): Promise<FastifyReply> {
  reply.headers({ etag: file.etag, "cache-control": file.cache, vary: "accept-encoding" });
  const known = request.headers["if-none-match"]
    ?.split(/\s*,\s*/)
    .map((tag) => tag.replace("W/", ""));
  if (known?.includes(file.etag)) return reply.code(304).send();
  reply.type(file.type);
  const encodings = toEncodings(request.headers["accept-encoding"]);
  if (!isWorthIt(file)) return reply.send(file.plain);
  if (encodings.has("br")) {
    file.brotli ??= promisify(brotliCompress)(file.plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6 },
    });
    return reply.header("content-encoding", "br").send(await file.brotli);
  }
  if (encodings.has("gzip")) {
    file.gzip ??= promisify(gzip)(file.plain);
    return reply.header("content-encoding", "gzip").send(await file.gzip);
  }
  return reply.send(file.plain);
}

function isWorthIt(file: File): boolean {
  return file.plain.length > 1000 && !/^(image\/(png|jpeg|webp)|font)/.test(file.type);
}

function toEncodings(header = ""): Set<string> {
  const offers = header.split(",").map((offer) =>
    offer
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  return new Set(offers.filter(([, q]) => !/^q=0(\.0*)?$/.test(q ?? "")).map(([name]) => name!));
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".mp3": "audio/mpeg",
  ".txt": "text/plain; charset=utf-8",
};
