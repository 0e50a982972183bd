import { readFileSync } from "node:fs";
import { join } from "node:path";
import { glob, type Loader } from "astro/loaders";
import { findBrokenLinks } from "./links.ts";
import { projectRoot, readPages } from "./pages.ts";

/** The pages of the docs as Starlight takes them. A link that leads nowhere ends the build. */
export function docsLoader(): Loader {
  return {
    name: "docs",
    async load(context) {
      const pages = readPages();
      const broken = findBrokenLinks(pages, projectRoot, (file) =>
        readFileSync(join(projectRoot, file), "utf8"),
      );
      if (broken.length > 0) {
        const sentence = `Links lead nowhere.\n${broken.join("\n")}`;
        // A draft (npm run site -- --draft) is looked at while others still write.
        if (!process.env.SITE_DRAFT) throw new Error(sentence);
        process.stderr.write(`${sentence}\n`);
      }
      const inDocs = new Map(pages.filter((page) => page.section).map((page) => [page.file, page]));
      const idOf = (file: string) => inDocs.get(file)?.path.replace(/\/$/, "") ?? file;
      const byId = new Map([...inDocs.values()].map((page) => [idOf(page.file), page]));
      await glob({
        base: projectRoot,
        pattern: [...inDocs.keys()],
        generateId: ({ entry }) => idOf(entry),
      }).load({
        ...context,
        // The glob loader hands on the frontmatter; what it means is known already.
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
