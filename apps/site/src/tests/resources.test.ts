// All resources of the built site, read over HTTP as others read them.
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parseRssFeed } from "feedsmith";
import { markdownToHtml } from "satteri";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { elsewhereSite, hubSite, publicSite } from "../../../../scripts/build-site.ts";
import { readPages } from "../pages.ts";
import type { NavIndex } from "../resources/nav-index.ts";
import { twinPath } from "../resources/publication.ts";
import type { SearchIndex } from "../search/article.ts";
import { type ServedSite, serveSite, whyBroken } from "./site-in-test.ts";

const pages = readPages();
const paths = pages.map(({ path }) => path);
const feeds = ["feed.xml", "blog/feed.xml", "changelog/feed.xml"];
const indexes = ["nav-index", "search-index"];
const resources = [
  ...["sitemap.xml", "llms.txt", "llms-full.txt", "robots.txt", ".well-known/security.txt"],
  ...feeds,
  ...indexes.map((name) => `assets/${name}.json`),
  ...indexes.map((name) => `schemas/${name}.json`),
  ...paths.map(twinPath),
];

describe.each([publicSite, hubSite, elsewhereSite])("The resources of $out", (build) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(build);
  });
  afterAll(() => site.close());

  test("the seven of them list the same pages, which are all there are", async () => {
    const sorted = [...paths].sort();
    const listed = async (path: string, find: (text: string) => string[]) =>
      find(await site.read(path))
        .map((url) => new URL(url, site.home).href)
        .map((url) =>
          url.replace(site.home, "").replace(/(^index)?\.md$/, (end) => (end === ".md" ? "/" : "")),
        )
        .sort();
    const inOrder = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, url]) => url!);
    expect(await listed("sitemap.xml", (xml) => inOrder(xml, /<loc>(.*?)<\/loc>/g))).toEqual(
      sorted,
    );
    expect(await listed("llms.txt", (text) => inOrder(text, /^- \[.*\]\((\S+)\): /gm))).toEqual(
      sorted,
    );
    expect(await listed("llms-full.txt", (text) => inOrder(text, /^This page: <(.*)>$/gm))).toEqual(
      sorted,
    );
    expect(
      await listed("feed.xml", (xml) => parseRssFeed(xml).items!.map(({ link }) => link!)),
    ).toEqual(sorted);
    expect(
      await listed("assets/nav-index.json", (json) =>
        (JSON.parse(json) as NavIndex).items.flatMap((item) =>
          "items" in item ? item.items.map(({ url }) => url) : [item.url],
        ),
      ),
    ).toEqual(sorted);
    expect(
      await listed("assets/search-index.json", (json) =>
        (JSON.parse(json) as SearchIndex).articles.map(({ url }) => url),
      ),
    ).toEqual(sorted);
    const posts = pages.filter(({ section, date }) => section === "blog" && date);
    expect(
      await listed("blog/feed.xml", (xml) =>
        (parseRssFeed(xml).items ?? []).map(({ link }) => link!),
      ),
    ).toEqual(posts.map(({ path }) => path).sort());
  });

  test("every address in every one of them answers 200, and has the anchor that it names", async () => {
    const wrong = new Set<string>();
    for (const path of resources) {
      for (const url of addressesIn(await site.read(path), build.origin)) {
        const reason = url.startsWith(site.home)
          ? await whyBroken(site, url)
          : `${url} is not below the base`;
        if (reason) wrong.add(`${path}: ${reason}`);
      }
    }
    expect([...wrong]).toEqual([]);
  });

  test("the sitemap is as sitemaps.org says", async () => {
    expect(await errorsOf(await site.read("sitemap.xml"), "sitemap.xsd")).toEqual([]);
  });

  test.each(feeds)(
    "%s is RSS, names itself, and a reader gets titles, texts and stable ids",
    async (path) => {
      const xml = await site.read(path);
      expect(await errorsOf(xml, "rss.xsd")).toEqual([]);
      const { atom, items = [] } = parseRssFeed(xml);
      expect(atom?.links).toEqual([
        { href: site.home + path, rel: "self", type: "application/rss+xml" },
      ]);
      for (const { link, guid, content, pubDate } of items) {
        if (guid?.isPermaLink) expect(guid.value).toBe(link);
        expect(content?.encoded).toMatch(/<\w/);
        const relative = /<[^>]*\s(?:href|src)="(?!https?:|mailto:|tel:)[^"]*"/.exec(
          content?.encoded ?? "",
        );
        expect([link, relative?.[0]]).toEqual([link, undefined]);
        if (pubDate) expect(new Date(pubDate).toUTCString()).toBe(pubDate);
      }
    },
  );

  test.each(indexes)("%s fits the schema that is published for it", async (name) => {
    const index = JSON.parse(await site.read(`assets/${name}.json`));
    expect(new URL(index.$schema, site.home).href).toBe(`${site.home}schemas/${name}.json`);
    const schema = JSON.parse(await site.read(`schemas/${name}.json`));
    expect(schema.$id).toBe(`${site.home}schemas/${name}.json`);
    const formats = {
      uri: (text: string) => URL.canParse(text),
      "uri-reference": (text: string) => URL.canParse(text, site.home),
    };
    const ajv = new Ajv2020({ allErrors: true, formats });
    const validate = ajv.compile(schema);
    expect(validate(index), ajv.errorsText(validate.errors)).toBe(true);
    expect(validate({ ...index, surprise: true })).toBe(false);
  });

  test("what the search index says stands below a heading does, and its anchor is on the page", async () => {
    const { articles } = JSON.parse(await site.read("assets/search-index.json")) as SearchIndex;
    const broken: (string | undefined)[] = [];
    for (const { url, headings, text } of articles) {
      for (const { anchor, at, text: heading } of headings) {
        expect(text.slice(at).startsWith(heading), `${url}#${anchor}`).toBe(true);
        // The first page and the demo are no Markdown; their anchors are their own.
        if (paths.indexOf(url.slice(build.base.length)) > 1)
          broken.push(await whyBroken(site, `${url}#${encodeURIComponent(anchor)}`));
      }
    }
    expect(broken.filter(Boolean)).toEqual([]);
  });

  test("every page has a twin with its title and text, in which nothing is relative", async () => {
    for (const page of pages) {
      const twin = await site.read(twinPath(page.path));
      expect(twin).toContain(`This page: <${site.home}${page.path}>`);
      const { html } = markdownToHtml(twin);
      const relative =
        /<(?:a|img)\s[^>]*(?:href|src)="(?!https?:|mailto:|tel:|#user-content)[^"]*"/.exec(html);
      expect([page.path, relative?.[0]]).toEqual([page.path, undefined]);
    }
  });

  test("robots.txt names the sitemap, security.txt has what RFC 9116 asks for", async () => {
    expect(await site.read("robots.txt")).toMatch(`\nSitemap: ${site.home}sitemap.xml\n`);
    const text = await site.read(".well-known/security.txt");
    const fields = text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/: (.*)/).slice(0, 2));
    const { Contact, Expires, Canonical } = Object.fromEntries(fields);
    expect(Contact).toBe(build.contact ?? `mailto:security@${new URL(build.origin).hostname}`);
    expect(Expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Canonical).toBe(`${site.home}.well-known/security.txt`);
  });
});

test("another build at another address says the same, at that address", async () => {
  const [here, there] = [await serveSite(publicSite), await serveSite(elsewhereSite)];
  try {
    for (const path of resources.filter((path) => path !== ".well-known/security.txt")) {
      const text = await there.read(path);
      const moved = text
        .replaceAll(there.home, here.home)
        .replaceAll("tag:y.example", "tag:scanhook.example")
        .replaceAll(`"${elsewhereSite.base}`, `"${publicSite.base}`);
      expect(moved, path).toBe(await here.read(path));
    }
  } finally {
    await here.close();
    await there.close();
  }
});

/** Whole addresses on the origin, wherever they stand; entities of XML and HTML are read. */
function addressesIn(text: string, origin: string): Set<string> {
  const plain = text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
  const found = new Set<string>();
  for (const [url] of plain.matchAll(/https?:\/\/[^\s"'<>()\\`]+/g))
    if (url.startsWith(`${origin}/`) || url === origin) found.add(url.replace(/[.,;:]+$/, ""));
  return found;
}

async function errorsOf(contents: string, schema: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: "it.xml", contents },
    schema: readFileSync(new URL(schema, import.meta.url), "utf8"),
  });
  return errors.map(({ message, loc }) => `${loc?.lineNumber}: ${message}`);
}
