// Checks the built files; e2e/site.test.ts opens the site in a browser.
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  elsewhereSite,
  folderOf,
  hubSite,
  publicSite,
  type SiteBuild,
} from "../../../scripts/build-site.ts";
import { readPages } from "./pages.ts";
import { decodeEntities } from "./testing/decode-entities.ts";

describe.each([
  ["public", publicSite],
  ["hub’s", hubSite],
  ["other", elsewhereSite],
] as [string, SiteBuild][])("the %s site", (_name, build) => {
  const { base } = build;
  const dir = folderOf(build);
  const read = (file: string) => readFileSync(join(dir, file), "utf8");
  const pages = globSync("**/*.html", { cwd: dir });
  const addresses = (html: string) =>
    [...html.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, url]) => url!);

  test("has a file for every page, and a 404 page", () => {
    for (const { path } of readPages()) expect(pages).toContain(`${path}index.html`);
    expect(pages).toContain("404.html");
  });

  test("links only to existing addresses below its base", () => {
    for (const page of pages) {
      for (const url of addresses(read(page))) {
        if (/^(?:https?:|mailto:|#)/.test(url)) continue;
        expect(url.startsWith(base), `${page}: ${url}`).toBe(true);
        const path = decodeURIComponent(url.slice(base.length).replace(/[?#].*/s, ""));
        const file = join(dir, path === "" || path.endsWith("/") ? `${path}index.html` : path);
        expect(existsSync(file) && statSync(file).isFile(), `${page}: ${url}`).toBe(true);
      }
    }
  });

  test("keeps options whole in wrapped commands, and commands identical to their page", () => {
    const source = read("uses/inventory.md");
    const html = read("uses/inventory/index.html");
    const blocks = [...html.matchAll(/<pre[^>]*data-language="sh".*?<\/pre>/gs)].flat();
    expect(blocks.length).toBeGreaterThan(3);
    for (const block of blocks) {
      const text = decodeEntities(block.replace(/<[^>]+>/g, ""));
      expect(source).toContain(text);
      const whole = [...block.matchAll(/<span class="whole">(.*?)<\/span>/g)];
      expect(whole.map(([, name]) => name)).toEqual(text.match(/(?<=\s)--?[a-z][\w-]*/g) ?? []);
    }
    expect(/<code class="whole"[^>]*>--password<\/code>/.test(html)).toBe(true);
  });

  test("has the anchor of every link", () => {
    const ids = new Map(
      pages.map((page) => [
        page,
        new Set([...read(page).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!)),
      ]),
    );
    for (const page of pages) {
      for (const url of addresses(read(page))) {
        const [address = "", anchor] = url.split("#");
        if (anchor === undefined || /^\w+:/.test(url)) continue;
        const target = address === "" ? page : `${address.slice(base.length)}index.html`;
        expect(ids.get(target)?.has(decodeURIComponent(anchor)), `${page}: ${url}`).toBe(true);
      }
    }
  });

  test("has the icons that every page names, and that browsers ask for", () => {
    for (const icon of ["favicon.ico", "apple-touch-icon.png", "icon.svg"]) {
      expect(statSync(join(dir, icon)).size).toBeGreaterThan(0);
      for (const page of pages) expect(read(page), page).toContain(`href="${base}${icon}"`);
    }
  });

  test("has no page of more than 4,000 elements, which a phone would lay out slowly", () => {
    for (const page of pages) {
      const elements = read(page).match(/<[a-z][a-z0-9]*[\s>]/g) ?? [];
      expect(elements.length, page).toBeLessThan(4000);
    }
  });

  test("has no inline scripts or styles, which its policy forbids", () => {
    for (const page of pages) {
      const html = read(page);
      expect(html, page).toContain('http-equiv="content-security-policy"');
      const script = /<script(?![^>]*(?:\ssrc=|type="application\/ld\+json"))[^>]*>/.exec(
        html,
      )?.[0];
      const style = /<style|<[a-z][^<>]*\sstyle=/.exec(html)?.[0];
      const handler = /<[a-z][^<>]*\son[a-z]+=/.exec(html)?.[0];
      expect([page, script, style, handler]).toEqual([page, undefined, undefined, undefined]);
    }
  });

  test("needs less than 50 kB compressed for a page with its styles and scripts", () => {
    for (const page of pages) {
      const html = read(page);
      const parts = addresses(html)
        .filter((url) => /\.(?:css|js|svg)$/.test(url))
        .map((url) => url.slice(base.length));
      const bytes = [page, ...new Set(parts)].reduce(
        (sum, file) => sum + gzipSync(readFileSync(join(dir, file)), { level: 9 }).length,
        0,
      );
      expect(bytes, page).toBeLessThan(50_000);
    }
  });
});

test.each([publicSite, elsewhereSite])(
  "the site in $out uses its origin and base in the address of each page",
  (build) => {
    const { origin, base } = build;
    for (const { path } of readPages()) {
      const html = readFileSync(join(folderOf(build), `${path}index.html`), "utf8");
      expect(html).toContain(`<link rel="canonical" href="${origin}${base}${path}">`);
      expect(html).toContain(`<meta property="og:url" content="${origin}${base}${path}">`);
    }
  },
);
