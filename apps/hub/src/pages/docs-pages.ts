import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { isServed, listFiles, type PageFile, readPageFile, sendFile } from "./page-files.ts";

/**
 * Serves the built site at `/docs/`: a folder's `index.html`, a redirect where the slash is missing, and its own page
 * for what is not there. Files are looked up among those that were there at the start, so no request ever becomes a
 * path on the disk; each is read when it is first asked for.
 */
export async function serveDocs(
  app: App,
  { dir, headers }: { dir: string; headers: Readonly<Record<string, string>> },
): Promise<void> {
  const names = new Map([...(await listFiles(dir))].filter(([path]) => isServed(path)));
  const read = new Map<string, Promise<PageFile | undefined>>();

  /** Undefined: there is no such file, or there is none any more since the site is being built anew. */
  function fileAt(path: string): Promise<PageFile | undefined> {
    const name = names.get(path);
    const known = read.get(path);
    if (known || !name) return known ?? Promise.resolve(undefined);
    const file = readPageFile(name, path.startsWith("_astro/")).catch(() => {
      read.delete(path);
      return undefined;
    });
    read.set(path, file);
    return file;
  }

  async function answer(
    request: FastifyRequest<{ Params: { "*": string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const path = request.params["*"];
    reply.headers(headers);
    if (names.has(`${path}/index.html`)) return reply.redirect(`/docs/${path}/`, 308);
    const file = await fileAt(path === "" || path.endsWith("/") ? `${path}index.html` : path);
    if (file) return sendFile(request, reply, file);
    const missing = await fileAt("404.html");
    reply.code(404).type("text/html; charset=utf-8");
    return reply.send(missing?.plain ?? "There is no page at this address.");
  }

  const open = { config: { access: "public" }, schema: { hide: true } } as const;
  app.get("/docs", open, (_request, reply) => reply.redirect("/docs/", 308));
  app.get<{ Params: { "*": string } }>("/docs/*", open, answer);
}
