import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { createGzip } from "node:zlib";

const types: Readonly<Record<string, string>> = {
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
 * Serves a built site below `base`, as a host of static files does: `index.html` for a folder, a redirect where the
 * slash is missing, `404.html` for the rest, texts compressed. Only for looking at it on this machine.
 */
export async function serveFolder(
  dir: string,
  options: { base?: string; port?: number } = {},
): Promise<{ url: string; server: Server; close: () => Promise<void> }> {
  const { base = "/", port = 0 } = options;
  const server = createServer(async (request, response) => {
    const head = request.method === "HEAD";
    const gzip = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
    if (request.method !== "GET" && !head) return void response.writeHead(405).end();
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const found = pathname.startsWith(base)
      ? await findFile(dir, pathname.slice(base.length))
      : undefined;
    if (found === "folder") return void response.writeHead(308, { location: `${pathname}/` }).end();
    if (found) return sendFile(response, 200, found, { head, gzip });
    const missing = await findFile(dir, "404.html");
    if (missing && missing !== "folder") return sendFile(response, 404, missing, { head, gzip });
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${taken}${base}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Nothing outside of the folder, and nothing that is hidden. */
async function findFile(dir: string, path: string): Promise<string | "folder" | undefined> {
  let name: string;
  try {
    name = normalize(decodeURIComponent(path));
  } catch {
    return undefined;
  }
  const isHidden = (part: string) => part.startsWith(".") && part !== "." && part !== ".well-known";
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
  { head, gzip }: { head: boolean; gzip: boolean },
): void {
  const type = types[extname(file)] ?? "application/octet-stream";
  const small = gzip && type.includes("charset");
  response.writeHead(status, {
    "content-type": type,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    ...(small && { "content-encoding": "gzip" }),
  });
  if (head) return void response.end();
  const bytes = createReadStream(file);
  if (small) bytes.pipe(createGzip()).pipe(response);
  else bytes.pipe(response);
}
