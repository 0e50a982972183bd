import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { hasServedType, listFiles, type PageFile, readPageFile, sendFile } from "./page-files.ts";

/**
 * Serves the built site at `/docs/`. A folder without a trailing slash is redirected to the one
 * with it, which shows its `index.html`. Unknown paths get the 404 page of the site. Looks up files
 * in a list from the start of the hub, so a request never becomes a path on the disk. Reads each
 * file at its first request.
 */
export async function serveDocs(
  app: App,
  { dir, headers }: { dir: string; headers: Readonly<Record<string, string>> },
): Promise<void> {
  const diskPaths = new Map([...(await listFiles(dir))].filter(([path]) => hasServedType(path)));
  const files = new Map<string, Promise<PageFile | undefined>>();

  /**
   * Resolves to undefined for a file that does not exist, or that a rebuild of the site has
   * removed.
   */
  async function findFile(path: string): Promise<PageFile | undefined> {
    const existing = files.get(path);
    if (existing) return existing;
    const diskPath = diskPaths.get(path);
    if (!diskPath) return undefined;
    const file = readPageFile(diskPath, path.startsWith("_astro/")).catch(() => {
      // Do not cache the failure, so that a request after the rebuild finds the file.
      files.delete(path);
      return undefined;
    });
    files.set(path, file);
    return file;
  }

  async function respond(
    request: FastifyRequest<{ Params: { "*": string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const path = request.params["*"];
    reply.headers(headers);
    if (diskPaths.has(`${path}/index.html`)) return reply.redirect(`/docs/${path}/`, 308);
    const file = await findFile(path === "" || path.endsWith("/") ? `${path}index.html` : path);
    if (file) return sendFile(request, reply, file);
    const notFound = await findFile("404.html");
    reply.code(404).type("text/html; charset=utf-8");
    return reply.send(notFound?.plain ?? "There is no page at this address.");
  }

  const options = { config: { access: "public" }, schema: { hide: true } } as const;
  app.get("/docs", options, (_request, reply) => reply.redirect("/docs/", 308));
  app.get<{ Params: { "*": string } }>("/docs/*", options, respond);
}
