import type { Publication } from "./publication.ts";
import { element, xmlDocument } from "./xml.ts";

/** Returns the sitemap (sitemaps.org protocol). */
export function sitemap({ pages }: Publication): string {
  const urls = pages.map(({ url, changed }) =>
    element(
      "url",
      {},
      element("loc", {}, url),
      ...(changed ? [element("lastmod", {}, changed)] : []),
    ),
  );
  return xmlDocument(
    element("urlset", { xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9" }, ...urls),
  );
}
