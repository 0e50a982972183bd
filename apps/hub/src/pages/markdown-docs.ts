import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { iconAddress, logo } from "../logo.ts";
import { readPageTokens } from "../page-tokens.ts";
import {
  escapeHtml,
  type MarkdownPage,
  readMarkdownPage,
  renderMarkdown,
} from "./markdown-page.ts";
import { hasServedType, listFiles, readPageFile, sendFile } from "./page-files.ts";

/**
 * Serves the Markdown in the folder `docs` of a clone at `/docs/`, without a build: a list of all
 * pages, each page at the address that it has on the built site, and the pictures. Looks up files
 * in a list from the start of the hub, so a request never becomes a path on the disk. Reads a page
 * at each request, so that edits are shown at once.
 */
export async function serveMarkdownDocs(
  app: App,
  { dir, headers }: { dir: string; headers: Readonly<Record<string, string>> },
): Promise<void> {
  const files = new Map([...(await listFiles(dir))].filter(([path]) => hasServedType(path)));
  const readme = await readFile(join(dir, "README.md"), "utf8");
  const pages = new Map([...files.keys()].filter(isPage).map((file) => [toPath(file), file]));
  const docsStyle = await readFile(new URL("./markdown-docs.css", import.meta.url), "utf8");
  const style = readPageTokens() + docsStyle;

  function toAddress(file: string): string | undefined {
    if (!files.has(file)) return undefined;
    return isPage(file) ? `/docs/${toPath(file)}` : `/docs/${file}`;
  }

  async function respond(
    request: FastifyRequest<{ Params: { "*": string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const path = request.params["*"];
    reply.headers(headers);
    if (path === "") return sendPage(reply, "Docs", await renderList());
    if (path === "docs.css") {
      return reply.type("text/css; charset=utf-8").header("cache-control", "no-cache").send(style);
    }
    const file = pages.get(path);
    if (file) {
      const { title, text } = await readPage(file);
      const content = renderMarkdown(text, file, toAddress);
      return sendPage(reply, title, `<h1>${escapeHtml(title)}</h1>\n${content}`);
    }
    if (pages.has(`${path}/`)) return reply.redirect(`/docs/${path}/`, 308);
    const diskPath = files.get(path);
    if (diskPath) return sendFile(request, reply, await readPageFile(diskPath, false));
    reply.code(404);
    return sendPage(reply, "Not found", "<h1>There is no page at this address</h1>");
  }

  const readPage = async (file: string) =>
    readMarkdownPage(await readFile(files.get(file)!, "utf8"));

  /**
   * Renders the list of all pages by folder. The README of the docs has the folders in reading
   * order.
   */
  async function renderList(): Promise<string> {
    const folders = new Map<string, (MarkdownPage & { address: string })[]>();
    for (const [path, file] of pages) {
      const [folder = ""] = file.split("/");
      const page = { ...(await readPage(file)), address: `/docs/${path}` };
      folders.set(folder, [...(folders.get(folder) ?? []), page]);
    }
    const readingOrder = (folder: string) => readme.indexOf(`\`${folder}/\``);
    const sections = [...folders]
      .sort(([a], [b]) => readingOrder(a) - readingOrder(b))
      .map(([folder, members]) => {
        const items = members
          .sort((a, b) => a.order - b.order || a.title.localeCompare(b.title, "en"))
          .map(({ address, title, description }) => {
            const text = escapeHtml(description);
            return `<li><a href="${escapeHtml(address)}">${escapeHtml(title)}</a> ${text}</li>`;
          });
        const name = folder.charAt(0).toUpperCase() + folder.slice(1);
        return `<h2>${escapeHtml(name)}</h2>\n<ul class="pages">\n${items.join("\n")}\n</ul>`;
      });
    return `<h1>Docs</h1>\n${sections.join("\n")}`;
  }

  const options = { config: { access: "public" }, schema: { hide: true } } as const;
  app.get("/docs", options, (_request, reply) => reply.redirect("/docs/", 308));
  app.get<{ Params: { "*": string } }>("/docs/*", options, respond);
}

/**
 * Returns whether a file is a page. READMEs are not, because they are for readers of the folder.
 */
const isPage = (file: string) => file.endsWith(".md") && !/(^|\/)README\.md$/.test(file);

/** Returns the path of a page on the site: `start/laptop/` for `start/laptop.md`. */
const toPath = (file: string) => file.replace(/(\/)index\.md$|\.md$/, "/");

function sendPage(reply: FastifyReply, title: string, content: string): FastifyReply {
  reply.type("text/html; charset=utf-8").header("cache-control", "no-cache");
  return reply.send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Scanhook</title>
<link rel="icon" href="${iconAddress}">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<nav>
<a class="brand" href="/docs/">${logo} Scanhook docs</a>
<a href="/">Dashboard</a>
</nav>
<main>
${content}
</main>
</body>
</html>
`);
}
