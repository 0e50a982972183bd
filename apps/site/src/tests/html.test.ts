// Checks every built page as HTML, with its metadata.
import { type ConfigData, HtmlValidate, StaticConfigLoader } from "html-validate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { elsewhereSite, folderOf, publicSite } from "../../../../scripts/build-site.ts";
import { readPages } from "../pages.ts";
import { twinPath } from "../resources/publication.ts";
import { type ServedSite, serveSite } from "../testing/served-site.ts";

const pages = readPages();
const files = [...pages.map(({ path }) => path), "404.html"];
const rules: ConfigData = {
  extends: ["html-validate:standard", "html-validate:a11y"],
  // The demo's form sends nothing: it shows the chosen exchange immediately.
  rules: { "wcag/h32": "off" },
};

describe.each([publicSite, elsewhereSite])("the pages of $out", (build) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(build);
  });
  afterAll(() => site.close());

  test("consist of valid HTML", async () => {
    const validator = new HtmlValidate(new StaticConfigLoader(rules));
    const problems: string[] = [];
    for (const path of files) {
      const report = await validator.validateString(await site.read(path));
      for (const { messages } of report.results)
        for (const { ruleId, message, line, column } of messages)
          problems.push(`${path}:${line}:${column}: ${message} (${ruleId})`);
    }
    expect(problems).toEqual([]);
  });

  test("contain their canonical address and links to their Markdown and the feeds", async () => {
    for (const { path } of pages) {
      const html = await site.read(path);
      expect(linkOf(html, 'rel="canonical"')).toEqual([site.home + path]);
      expect(linkOf(html, 'type="text/markdown"')).toEqual([site.home + twinPath(path)]);
      expect(linkOf(html, 'type="application/rss\\+xml"')).toEqual(
        ["feed.xml", "blog/feed.xml", "changelog/feed.xml"].map((feed) => site.home + feed),
      );
    }
    const missing = await site.read("404.html");
    expect(missing).toContain('<meta name="robots" content="noindex">');
    expect(linkOf(missing, 'rel="canonical"')).toEqual([]);
  });

  test("have a preview picture of the declared size", async () => {
    for (const path of files) {
      const html = await site.read(path);
      const [url] = propertyOf(html, "og:image");
      expect(url).toBe(`${site.home}card.png`);
      expect(propertyOf(html, "og:title")).toHaveLength(1);
    }
    const { width, height } = await sharp(`${folderOf(build)}/card.png`).metadata();
    const html = await site.read("");
    expect([String(width), String(height)]).toEqual([
      ...propertyOf(html, "og:image:width"),
      ...propertyOf(html, "og:image:height"),
    ]);
  });

  test("contain schema.org data with addresses that exist", async () => {
    for (const { path, title } of pages) {
      const html = await site.read(path);
      const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!;
      const { "@graph": nodes } = JSON.parse(json!) as { "@graph": Record<string, unknown>[] };
      expect(nodes[0]).toMatchObject({ "@type": "WebSite", url: site.home });
      const page = nodes.find((node) => node["@id"] === `${site.home}${path}#page`);
      if (path === "") expect(page).toBeUndefined();
      else expect(title).toBe(page?.headline ?? page?.name);
      for (const [url] of json!.matchAll(/https?:[^"]+/g)) {
        if (url.startsWith("https://schema.org")) continue;
        expect((await site.get(url)).status, url).toBe(200);
      }
    }
  });
});

function linkOf(html: string, attribute: string): string[] {
  return [...html.matchAll(new RegExp(`<link [^>]*${attribute}[^>]*>`, "g"))].flatMap(
    ([tag]) => /href="([^"]*)"/.exec(tag)?.[1] ?? [],
  );
}

function propertyOf(html: string, property: string): string[] {
  return [...html.matchAll(new RegExp(`<meta property="${property}" content="([^"]*)"`, "g"))].map(
    ([, content]) => content!,
  );
}
