import { fileURLToPath } from "node:url";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../http/app.ts";
import { serveMarkdownDocs } from "./markdown-docs.ts";
import { docsHeaders } from "./pages.ts";

const dir = fileURLToPath(new URL("../../../../docs", import.meta.url));
let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  await serveMarkdownDocs(app as unknown as App, { dir, headers: docsHeaders });
});
afterAll(() => app.close());

const linksOf = (html: string) =>
  [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, address]) =>
    address!.replaceAll("&#38;", "&"),
  );

test("the docs of a clone are listed, and each of their pages leads to pages and pictures that exist", async () => {
  const list = await app.inject("/docs/");
  expect([list.statusCode, list.headers["content-type"]]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  expect(list.headers["content-security-policy"]).toBe(docsHeaders["content-security-policy"]);
  const sections = [...list.body.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
  expect(sections[0]).toBe("Start");
  expect(sections.at(-1)).toBe("Blog");
  const found = new Map<string, string>();
  const missing: string[] = [];
  const visit = async (address: string) => {
    const [path = ""] = address.split("#");
    if (!path.startsWith("/docs/") || found.has(path)) return;
    const response = await app.inject(path);
    found.set(path, response.body);
    if (response.statusCode !== 200) missing.push(path);
    if (!path.endsWith("/")) return;
    for (const link of linksOf(response.body)) await visit(link);
  };
  await visit("/docs/");
  expect(missing).toEqual([]);
  expect([...found.keys()].filter((path) => path.endsWith("/")).length).toBeGreaterThan(50);
  // Links of pages lead to headings that exist, too.
  const broken = [...found].flatMap(([path, body]) =>
    linksOf(body).flatMap((link) => {
      const [target, anchor] = link.split("#");
      const page = target === "" ? body : found.get(target!);
      return anchor && page && !page.includes(`id="${anchor}"`) ? [`${path} → ${link}`] : [];
    }),
  );
  expect(broken).toEqual([]);
});

test("a page has its title once, and nothing outside of the docs is served", async () => {
  const page = await app.inject("/docs/start/laptop/");
  expect(page.body.match(/<h1>/g)).toHaveLength(1);
  expect(page.body).toContain("<h1>On a laptop</h1>");
  expect((await app.inject("/docs/start/laptop")).headers.location).toBe("/docs/start/laptop/");
  expect((await app.inject("/docs/docs.css")).headers["content-type"]).toContain("text/css");
  for (const path of ["/docs/../package.json", "/docs/..%2fpackage.json", "/docs/nowhere/"]) {
    expect([path, (await app.inject(path)).statusCode]).toEqual([path, 404]);
  }
});
