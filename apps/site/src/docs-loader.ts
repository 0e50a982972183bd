import { readFileSync } from "node:fs";
import { join } from "node:path";
import { glob, type Loader } from "astro/loaders";
import { findBrokenLinks } from "./links.ts";
import { projectRoot, readPages } from "./pages.ts";

/** Loads the pages of the docs for Starlight. Throws on a broken link, which fails the build. */
export function docsLoader(): Loader {
  return {
    name: "docs",
    async load(context) {
      const pages = readPages();
      const brokenLinks = findBrokenLinks(pages, projectRoot, (file) =>
        readFileSync(join(projectRoot, file), "utf8"),
      );
      if (brokenLinks.length > 0) {
        const message = `Links lead nowhere.\n${brokenLinks.join("\n")}`;
        // A draft (npm run site -- --draft) may link to pages that do not exist yet.
        if (!process.env.SITE_DRAFT) throw new Error(message);
        process.stderr.write(`${message}\n`);
      }
      const docsPages = new Map(
        pages.filter((page) => page.section).map((page) => [page.file, page]),
      );
      const idOf = (file: string) => docsPages.get(file)?.path.replace(/\/$/, "") ?? file;
      const byId = new Map([...docsPages.values()].map((page) => [idOf(page.file), page]));
      await glob({
        base: projectRoot,
        pattern: [...docsPages.keys()],
        generateId: ({ entry }) => idOf(entry),
      }).load({
        ...context,
        // The glob loader passes the raw frontmatter; the parsed page replaces it.
        parseData: (entry) => {
          const { title, description, label } = byId.get(entry.id)!;
          const data: Record<string, unknown> = { title, description };
          if (label) data.sidebar = { label };
          return context.parseData({ ...entry, data: data as typeof entry.data });
        },
      });
    },
  };
}
