import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A file of a built page, in memory. */
export type PageFile = {
  type: string;
  etag: string;
  cache: string;
  plain: Buffer;
  brotli?: Promise<Buffer>;
  gzip?: Promise<Buffer>;
};

/** The files of a built page that are not hidden: their paths in its addresses, and on the disk. */
export async function listFiles(dir: string): Promise<Map<string, string>> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(names.map((name) => [relative(dir, name).split(sep).join("/"), name]));
}

export function isServed(path: string): boolean {
  return extname(path) in types;
}

/** `hashed`: its name changes with its content, so a browser may keep it for good. */
export async function readPageFile(name: string, hashed: boolean): Promise<PageFile> {
  const plain = await readFile(name);
  return {
    type: types[extname(name)] ?? "application/octet-stream",
    plain,
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    cache: hashed ? "public, max-age=31536000, immutable" : "no-cache",
  };
}

/** Answers with a file, as compressed as the browser can take it, or that it has not changed. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PageFile,
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

function isWorthIt(file: PageFile): boolean {
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
  ".md": "text/markdown; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
};
