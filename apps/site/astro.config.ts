import { fileURLToPath } from "node:url";
import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { classesForColors } from "./src/code-colors.ts";
import { addressLinks, darkPictures, scrollingTables, wholeNames } from "./src/markdown-plugins.ts";
import { markdownFeatures } from "./src/markdown-tree.ts";
import { projectRoot, readPages } from "./src/pages.ts";
import { sections } from "./src/sections.ts";

// scripts/build-site.ts sets these variables; an empty origin means that there is none.
const {
  SITE_ORIGIN = "https://scanhook.example",
  SITE_BASE = "/",
  SITE_OUT = "dist",
} = process.env;
const pages = readPages();
const site = {
  origin: SITE_ORIGIN || undefined,
  pages,
  root: projectRoot,
  base: SITE_BASE,
  source: process.env.SITE_SOURCE || undefined,
};
const part = (name: string) => `./src/parts/${name}.astro`;

export default defineConfig({
  ...(SITE_ORIGIN && { site: SITE_ORIGIN }),
  base: SITE_BASE,
  outDir: `./${SITE_OUT}`,
  cacheDir: `./node_modules/.cache/${SITE_OUT}`,
  trailingSlash: "always",
  devToolbar: { enabled: false },
  prefetch: false,
  // The Content-Security-Policy of the site forbids inline styles.
  build: { inlineStylesheets: "never" },
  vite: {
    build: { assetsInlineLimit: 0 },
    // The hub depends on an older version, which the built site would resolve before Astro's own.
    environments: { prerender: { resolve: { noExternal: ["cookie"] } } },
    // Pictures and pages are outside this workspace.
    server: { fs: { allow: [fileURLToPath(new URL("../..", import.meta.url))] } },
  },
  markdown: {
    syntaxHighlight: "shiki",
    shikiConfig: {
      theme: "css-variables",
      transformers: [classesForColors],
      langAlias: { caddyfile: "nginx" },
    },
    processor: satteri({
      features: markdownFeatures,
      mdastPlugins: [addressLinks(site)],
      hastPlugins: [darkPictures, scrollingTables, wholeNames],
    }),
  },
  integrations: [
    starlight({
      title: "Scanhook",
      expressiveCode: false,
      pagefind: false,
      disable404Route: true,
      credits: false,
      markdown: { processedDirs: [projectRoot] },
      customCss: [
        "@scanhook/page-parts/tokens.css",
        "./src/style/site.css",
        "./src/style/docs.css",
      ],
      sidebar: sections.flatMap(({ name, title }) => {
        const items = pages
          .filter(({ section }) => section === name)
          .map(({ path }) => ({ slug: path.replace(/\/$/, "") }));
        return items.length > 0 ? [{ label: title, items }] : [];
      }),
      components: {
        Head: part("DocsHead"),
        ThemeProvider: part("Nothing"),
        PageFrame: part("DocsFrame"),
        Header: part("Header"),
        Sidebar: part("DocsMenu"),
        TwoColumnContent: part("DocsColumns"),
        PageSidebar: part("DocsContents"),
        PageTitle: part("DocsTitle"),
        Footer: part("DocsFooter"),
      },
    }),
    // Starlight would add its own sitemap; ours is built with the other resources.
    { name: "@astrojs/sitemap", hooks: {} },
  ],
});
