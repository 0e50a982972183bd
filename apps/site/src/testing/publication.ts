import type { Page } from "../page.ts";
import { type Publication, publish } from "../resources/publication.ts";

/** Creates a site of a few pages for tests. */
export function publicationOf(
  pages: readonly (Partial<Page> & { path: string })[],
  changed: Readonly<Record<string, string>> = {},
): Publication {
  const whole = pages.map(
    (page): Page => ({
      file: `docs/${page.path.replace(/\/$/, "") || "index"}.md`,
      title: page.path || "First",
      description: `About ${page.path || "all"}.`,
      tags: [],
      markdown: "Text.\n",
      ...page,
    }),
  );
  return publish(
    whole,
    { origin: "https://y.example", base: "/x/", root: "/nowhere" },
    { known: true, of: new Map(Object.entries(changed)) },
  );
}
