import { describe, expect, test } from "vitest";
import { publicationOf } from "../testing/publication.ts";
import { linkedData, toScript } from "./linked-data.ts";

const site = publicationOf(
  [
    { path: "" },
    { path: "demo/" },
    { path: "webhook/payload/", section: "webhook", tags: ["json", "scan"] },
    { path: "blog/", section: "blog" },
    { path: "blog/first/", section: "blog", date: "2026-10-01" },
  ],
  { "docs/blog/first.md": "2026-11-20T10:00:00Z" },
);

describe("linkedData", () => {
  test("describes the landing page as the site, and others as its pages, articles or posts", () => {
    expect(site.pages.map((page) => typesOf(page))).toEqual([
      ["WebSite"],
      ["WebSite", "WebPage", "BreadcrumbList"],
      ["WebSite", "TechArticle", "BreadcrumbList"],
      ["WebSite", "CollectionPage", "BreadcrumbList"],
      ["WebSite", "BlogPosting", "BreadcrumbList"],
    ]);
  });

  test("gives a post its dates and a breadcrumb through its section's page", () => {
    const [, post, trail] = graphOf(site.pages[4]!);
    expect(post).toMatchObject({
      headline: "blog/first/",
      datePublished: "2026-10-01",
      dateModified: "2026-11-20T10:00:00Z",
    });
    expect(trail).toMatchObject({
      itemListElement: [
        { position: 1, name: "Scanhook", item: "https://y.example/x/" },
        { position: 2, name: "Blog", item: "https://y.example/x/blog/" },
        { position: 3, name: "blog/first/", item: "https://y.example/x/blog/first/" },
      ],
    });
  });

  test("escapes a title that would end its script element", () => {
    const script = toScript(linkedData({ ...site.pages[2]!, title: "</script><!--" }, site));
    expect(script).not.toContain("<");
    expect(JSON.parse(script)).toMatchObject({ "@graph": [{}, { headline: "</script><!--" }, {}] });
  });
});

function graphOf(page: (typeof site.pages)[number]) {
  return (linkedData(page, site) as { "@graph": { "@type": string }[] })["@graph"];
}

function typesOf(page: (typeof site.pages)[number]): string[] {
  return graphOf(page).map((node) => node["@type"]);
}
