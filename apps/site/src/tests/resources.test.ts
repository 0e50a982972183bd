// Reads all resources of the built site over HTTP.
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parseRssFeed } from "feedsmith";
import { markdownToHtml } from "satteri";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import {
  elsewhereSite,
  hubSite,
  publicSite,
  type SiteBuild,
} from "../../../../scripts/build-site.ts";
import { readPages } from "../pages.ts";
import type { NavIndex } from "../resources/nav-index.ts";
import { twinPath } from "../resources/publication.ts";
import type { SearchIndex } from "../search/article.ts";
import { decodeEntities } from "../testing/decode-entities.ts";
import { type ServedSite, serveSite, whyBroken } from "../testing/served-site.ts";

const pages = readPages();
const paths = pages.map(({ path }) => path);
const feeds = ["feed.xml", "blog/feed.xml", "changelog/feed.xml"];
const indexes = ["nav-index", "search-index"];
/** Files of absolute addresses, which a hub's copy does not have. */
const absoluteFiles = ["sitemap.xml", "robots.txt", ".well-known/security.txt", ...feeds];
const portableFiles = [
  "llms.txt",
  "llms-full.txt",
  ...indexes.map((name) => `assets/${name}.json`),
  ...indexes.map((name) => `schemas/${name}.json`),
  ...paths.map(twinPath),
];
/** Reads the page addresses from each resource. */
const pageAddressReaders: Record<string, (text: string) => string[]> = {
  "sitemap.xml": (xml) => captureAll(xml, /<loc>(.*?)<\/loc>/g),
  "llms.txt": (text) => captureAll(text, /^- \[.*\]\((\S+)\): /gm),
  "llms-full.txt": (text) => captureAll(text, /^This page: \[(.*)\]\(\1\)$/gm),
  "feed.xml": linksOfFeed,
  "assets/nav-index.json": (json) =>
    (JSON.parse(json) as NavIndex).items.flatMap((item) =>
      "items" in item ? item.items.map(({ url }) => url) : [item.url],
    ),
  "assets/search-index.json": (json) =>
    (JSON.parse(json) as SearchIndex).articles.map(({ url }) => url),
};

const sitesWithOrigin: (SiteBuild & { origin: string })[] = [publicSite, elsewhereSite];

describe.each<SiteBuild>([...sitesWithOrigin, hubSite])("The resources of $out", (build) => {
  const resources = build.origin ? [...absoluteFiles, ...portableFiles] : portableFiles;
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(build);
  });
  afterAll(() => site.close());

  test("list every page of the site", async () => {
    for (const path of Object.keys(pageAddressReaders).filter((path) => resources.includes(path)))
      expect(await listedPaths(path, pageAddressReaders[path]!), path).toEqual([...paths].sort());
    if (!build.origin) return;
    const posts = pages.filter(({ section, date }) => section === "blog" && date);
    expect(await listedPaths("blog/feed.xml", linksOfFeed)).toEqual(
      posts.map(({ path }) => path).sort(),
    );
  });

  async function listedPaths(path: string, find: (text: string) => string[]): Promise<string[]> {
    return find(await site.read(path))
      .map(site.pathOf)
      .map((url) => url.replace(/(^index)?\.md$/, (end) => (end === ".md" ? "/" : "")))
      .sort();
  }

  test("contain only addresses that respond with 200 and have the named anchor", async () => {
    const problems = new Set<string>();
    for (const path of resources) {
      for (const url of addressesIn(await site.read(path), build)) {
        const reason = url.startsWith(site.home)
          ? await whyBroken(site, url)
          : `${url} is not below the base`;
        if (reason) problems.add(`${path}: ${reason}`);
      }
    }
    expect([...problems]).toEqual([]);
  });

  test.each(indexes)("%s matches its published schema", async (name) => {
    const index = JSON.parse(await site.read(`assets/${name}.json`));
    expect(site.pathOf(index.$schema)).toBe(`schemas/${name}.json`);
    const schema = JSON.parse(await site.read(`schemas/${name}.json`));
    expect(schema.$id).toBe(`${site.home}schemas/${name}.json`);
    const formats = {
      "uri-reference": (text: string) => URL.canParse(text, publicSite.origin),
    };
    const ajv = new Ajv2020({ allErrors: true, formats });
    const validate = ajv.compile(schema);
    expect(validate(index), ajv.errorsText(validate.errors)).toBe(true);
    expect(validate({ ...index, surprise: true })).toBe(false);
  });

  test("give the right text for each heading of the search index, and an anchor that is on the page", async () => {
    const { articles } = JSON.parse(await site.read("assets/search-index.json")) as SearchIndex;
    const broken: (string | undefined)[] = [];
    for (const { url, headings, text } of articles) {
      for (const { anchor, at, text: heading } of headings) {
        expect(text.slice(at).startsWith(heading), `${url}#${anchor}`).toBe(true);
        broken.push(await whyBroken(site, `${url}#${encodeURIComponent(anchor)}`));
      }
    }
    expect(broken.filter(Boolean)).toEqual([]);
  });

  test("include a Markdown copy of every page, with its title and text and without relative addresses", async () => {
    for (const page of pages) {
      const twin = await site.read(twinPath(page.path));
      expect(twin.startsWith("# ")).toBe(true);
      expect(twin).toContain(`](${site.home}${page.path})\n`);
      const { html } = markdownToHtml(twin);
      const addresses = captureAll(html, /<(?:a|img)\s[^>]*(?:href|src)="([^"]*)"/g);
      const relative = addresses.filter(
        (url) => !/^(?:https?:|mailto:|tel:|#user-content)/.test(url) && !url.startsWith(site.home),
      );
      expect([page.path, relative]).toEqual([page.path, []]);
    }
  });
});

describe.each(sitesWithOrigin)("Resources of absolute addresses in $out", (build) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(build);
  });
  afterAll(() => site.close());

  test("include a sitemap that is valid according to sitemaps.org", async () => {
    expect(await errorsOf(await site.read("sitemap.xml"), "sitemap.xsd")).toEqual([]);
  });

  test.each(feeds)(
    "%s is valid RSS with a self link, titles, texts and stable ids",
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

  test("include a robots.txt with the sitemap and a security.txt according to RFC 9116", async () => {
    expect(await site.read("robots.txt")).toMatch(`\nSitemap: ${site.home}sitemap.xml\n`);
    const text = await site.read(".well-known/security.txt");
    const fields = text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/: (.*)/).slice(0, 2));
    const { Contact, Expires, Canonical } = Object.fromEntries(fields);
    expect(Contact).toBe(build.contact ?? `mailto:security@${new URL(site.home).hostname}`);
    expect(Expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Canonical).toBe(`${site.home}.well-known/security.txt`);
  });
});

test("a hub's copy contains no origin, and none of the files that need one", async () => {
  const site = await serveSite(hubSite);
  try {
    for (const path of [...portableFiles, ...paths, "404.html"]) {
      const text = await site.read(path);
      expect([path, text.includes(publicSite.origin)]).toEqual([path, false]);
      const tag = /rel="canonical"|og:url|og:image|ld\+json/.exec(text)?.[0];
      expect([path, tag]).toEqual([path, undefined]);
    }
    for (const path of absoluteFiles)
      expect((await site.get(site.home + path)).status, path).toBe(404);
  } finally {
    await site.close();
  }
});

test("a build for another address has the same content at that address", async () => {
  const [here, there] = [await serveSite(publicSite), await serveSite(elsewhereSite)];
  try {
    for (const path of [...absoluteFiles, ...portableFiles].filter(
      (path) => !path.endsWith("security.txt"),
    )) {
      const text = await there.read(path);
      const moved = text
        .replaceAll(there.home, here.home)
        .replaceAll(`"${elsewhereSite.base}`, `"${publicSite.base}`);
      expect(moved, path).toBe(await here.read(path));
    }
  } finally {
    await here.close();
    await there.close();
  }
});

/** Finds all addresses of the site in a text, after decoding XML and HTML entities. */
function addressesIn(text: string, { origin, base }: SiteBuild): Set<string> {
  const plain = decodeEntities(text);
  if (origin === undefined)
    return new Set(captureAll(plain, new RegExp(`[("](${base}[^\\s"')]*)`, "g")));
  const urls = captureAll(plain, /(https?:\/\/[^\s"'<>()\\`[\]]+)/g);
  return new Set(
    urls
      .filter((url) => url.startsWith(`${origin}/`) || url === origin)
      .map((url) => url.replace(/[.,;:]+$/, "")),
  );
}

function captureAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, part]) => part!);
}

function linksOfFeed(xml: string): string[] {
  return (parseRssFeed(xml).items ?? []).map(({ link }) => link!);
}

async function errorsOf(contents: string, schema: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: "it.xml", contents },
    schema: readFileSync(new URL(schema, import.meta.url), "utf8"),
  });
  return errors.map(({ message, loc }) => `${loc?.lineNumber}: ${message}`);
}
