import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { parseAcceptEncoding, parseEntityTags } from "./list-headers.ts";

/**
 * A file of a built page in memory. It is compressed at the first request that accepts the
 * encoding.
 */
export type PageFile = {
  type: string;
  etag: string;
  cacheControl: string;
  plain: Buffer;
  brotli?: Promise<Buffer>;
  gzip?: Promise<Buffer>;
};

/**
 * Lists the files of a built page that are not hidden. Returns their paths on the disk by their
 * paths in the URL.
 */
export async function listFiles(dir: string): Promise<Map<string, string>> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  const diskPaths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    diskPaths.map((diskPath) => [relative(dir, diskPath).split(sep).join("/"), diskPath]),
  );
}

/** Returns whether a file has a type that the hub serves. */
export function hasServedType(path: string): boolean {
  return extname(path) in types;
}

/**
 * Reads a file. `isHashed` means that its name changes with its content, so browsers may cache it
 * for a year.
 */
export async function readPageFile(diskPath: string, isHashed: boolean): Promise<PageFile> {
  const plain = await readFile(diskPath);
  return {
    type: types[extname(diskPath)] ?? "application/octet-stream",
    plain,
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    cacheControl: isHashed ? "public, max-age=31536000, immutable" : "no-cache",
  };
}

/** Sends a file in the best compression that the browser accepts, or 304 if it has not changed. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PageFile,
): Promise<FastifyReply> {
  reply.headers({ etag: file.etag, "cache-control": file.cacheControl, vary: "accept-encoding" });
  const cachedTags = parseEntityTags(request.headers["if-none-match"]);
  if (cachedTags.includes(file.etag)) return reply.code(304).send();
  reply.type(file.type);
  if (!isCompressible(file)) return reply.send(file.plain);
  const encodings = parseAcceptEncoding(request.headers["accept-encoding"]);
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

function isCompressible(file: PageFile): boolean {
  return (
    file.plain.length > 1000 &&
    !/^(image\/(png|jpeg|webp)|font|application\/octet-stream)/.test(file.type)
  );
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
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".mp3": "audio/mpeg",
  // The data of a language for the text engine, which is already compressed.
  ".traineddata": "application/octet-stream",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
};
