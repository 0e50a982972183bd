import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { createGzip } from "node:zlib";

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

/**
 * Serves a built site below `base` on this machine, as a host of static files does: `index.html`
 * for a folder, a redirect where the final slash is missing, `404.html` for everything else, and
 * compressed texts.
 */
export async function serveFolder(
  dir: string,
  options: { base?: string; port?: number } = {},
): Promise<{ url: string; server: Server; close: () => Promise<void> }> {
  const { base = "/", port = 0 } = options;
  const server = createServer(async (request, response) => {
    const isHead = request.method === "HEAD";
    const acceptsGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
    if (request.method !== "GET" && !isHead) return void response.writeHead(405).end();
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = pathname.startsWith(base)
      ? await findFile(dir, pathname.slice(base.length))
      : undefined;
    if (file === "folder") return void response.writeHead(308, { location: `${pathname}/` }).end();
    if (file) return sendFile(response, 200, file, { isHead, acceptsGzip });
    const notFoundPage = await findFile(dir, "404.html");
    if (notFoundPage && notFoundPage !== "folder")
      return sendFile(response, 404, notFoundPage, { isHead, acceptsGzip });
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${actualPort}${base}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Finds no file outside the folder and no hidden file. `folder` means that the address lacks its
 * final slash.
 */
async function findFile(dir: string, path: string): Promise<string | "folder" | undefined> {
  let name: string;
  try {
    name = normalize(decodeURIComponent(path));
  } catch {
    return undefined;
  }
  const isHidden = (segment: string) =>
    segment.startsWith(".") && segment !== "." && segment !== ".well-known";
  if (name.split(sep).some(isHidden)) return undefined;
  const file = join(dir, name === "." ? "" : name);
  const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile();
  if (path === "" || path.endsWith("/")) {
    return (await isFile(join(file, "index.html"))) ? join(file, "index.html") : undefined;
  }
  if (await isFile(file)) return file;
  return (await isFile(join(file, "index.html"))) ? "folder" : undefined;
}

function sendFile(
  response: ServerResponse,
  status: number,
  file: string,
  { isHead, acceptsGzip }: { isHead: boolean; acceptsGzip: boolean },
): void {
  const type = mediaTypes[extname(file)] ?? "application/octet-stream";
  const isCompressed = acceptsGzip && type.includes("charset");
  response.writeHead(status, {
    "content-type": type,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    ...(isCompressed && { "content-encoding": "gzip" }),
  });
  if (isHead) return void response.end();
  const bytes = createReadStream(file);
  if (isCompressed) bytes.pipe(createGzip()).pipe(response);
  else bytes.pipe(response);
}
