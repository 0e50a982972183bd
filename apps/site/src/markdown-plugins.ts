import { existsSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { HastPluginEntry, MdastPluginEntry } from "satteri";
import { resolveLink } from "./links.ts";
import { chooseInstall } from "./npm-install.ts";
import type { Page } from "./page.ts";

type Site = {
  /** Absent in a hub's copy, which lacks the files that need absolute addresses. */
  origin?: string | undefined;
  pages: readonly Page[];
  root: string;
  base: string;
  /**
   * The address under which the project's files can be read; without it, links to them become text.
   */
  source?: string | undefined;
};

/** The page that lists the files for programs, and those of them that a hub's copy lacks. */
const filesPage = "docs/project/for-programs.md";
const publicFiles =
  /^\/((blog\/|changelog\/)?feed\.xml|sitemap\.xml|robots\.txt|\.well-known\/security\.txt)$/;
const commonFiles =
  /^\/(llms(-full)?\.txt|index\.md|webhook\/payload\.md|(assets|schemas)\/[a-z]+-index(\.json)?)$/;

/**
 * Removes the title heading, which the layout shows, turns links between files into addresses, and
 * chooses how to install.
 */
export function addressLinks(site: Site): MdastPluginEntry {
  return ({ fileURL }) => {
    if (!fileURL) return null;
    const file = relative(site.root, fileURLToPath(fileURL)).split(sep).join("/");
    const hrefOf = (url: string) => hrefFor(url, file, site);
    return {
      name: "address-links",
      heading(node, context) {
        if (node.depth === 1) context.removeNode(node);
      },
      link(node, context) {
        const href = hrefOf(node.url);
        if (href === undefined) context.replaceNode(node, [...node.children]);
        else if (href !== node.url) context.setProperty(node, "url", href);
      },
      code(node, context) {
        const value = chooseInstall(`${node.value}\n`).trimEnd();
        if (value !== node.value) context.setProperty(node, "value", value);
      },
      inlineCode(node, context) {
        if (file !== filesPage || context.parent(node)?.type === "link") return;
        const isPublished =
          commonFiles.test(node.value) || (site.origin && publicFiles.test(node.value));
        if (!isPublished) return;
        const url = `${site.base.replace(/\/$/, "")}${node.value}`;
        context.replaceNode(node, { type: "link", url, children: [{ ...node }] });
      },
      definition(node, context) {
        const href = hrefOf(node.url);
        if (href !== undefined && href !== node.url) context.setProperty(node, "url", href);
      },
      image(node, context) {
        const dark = darkTwin(node.url);
        if (dark && existsSync(new URL(dark, fileURL)))
          context.data.astro?.localImagePaths.add(dark);
      },
    };
  };
}

/**
 * Returns the address of a link, or undefined if its target has no address. Only drafts have broken
 * links.
 */
export function hrefFor(url: string, file: string, site: Site): string | undefined {
  const target = resolveLink(url, file, site.pages, site.root);
  const hash = (anchor: string) => (anchor ? `#${anchor}` : "");
  switch (target.kind) {
    case "page":
      if (url.startsWith("#")) return url;
      return `${site.base.replace(/\/$/, "")}/${target.page.path}${hash(target.anchor)}`;
    case "file":
      return site.source && `${site.source.replace(/\/$/, "")}/${target.file}`;
    case "elsewhere":
      return url;
    case "broken":
      return undefined;
  }
}

/**
 * Shows a picture `name-light.webp` or its sibling `name-dark.webp`, depending on the color scheme.
 */
export const darkPictures: HastPluginEntry = ({ fileURL }) => ({
  name: "dark-pictures",
  element: {
    filter: ["img"],
    visit(node, context) {
      const src = typeof node.properties?.src === "string" ? node.properties.src : "";
      const picture = (source: string, className: string[]) => ({
        type: "element" as const,
        tagName: "img",
        properties: { ...node.properties, src: source, className, loading: "lazy" },
        children: [],
      });
      const dark = darkTwin(src);
      if (!dark || !fileURL || !existsSync(new URL(dark, fileURL))) return;
      context.replaceNode(node, [picture(src, ["when-light"]), picture(dark, ["when-dark"])]);
    },
  },
});

function darkTwin(path: string): string | undefined {
  return /-light\.\w+$/.test(path) ? path.replace(/-light(\.\w+)$/, "-dark$1") : undefined;
}

/** Keeps a name such as `--password` or `secret-key-file` on one line; longer code may wrap. */
export const wholeNames: HastPluginEntry = {
  name: "whole-names",
  element: {
    filter: ["code"],
    visit(node, context) {
      const parent = context.parent(node);
      if (parent?.type === "element" && parent.tagName === "pre") return;
      if (/^\S{2,24}$/.test(context.textContent(node)))
        context.setProperty(node, "className", ["whole"]);
    },
  },
};

/**
 * Wraps a table so that it scrolls on its own, also by keyboard. Uses the role group, because a
 * page should not have forty landmarks.
 */
export const scrollingTables: HastPluginEntry = {
  name: "scrolling-tables",
  element: {
    filter: ["table"],
    visit(node, context) {
      context.wrapNode(node, {
        type: "element",
        tagName: "div",
        properties: { className: ["wide"], tabIndex: 0, role: "group", ariaLabel: "Table" },
        children: [],
      });
    },
  },
};
