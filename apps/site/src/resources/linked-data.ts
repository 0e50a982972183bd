import { sections } from "../sections.ts";
import { isPost } from "./feeds.ts";
import { addressOf, type Publication, type PublishedPage, siteName } from "./publication.ts";

/** Returns the structured data of a page (schema.org). */
export function linkedData(page: PublishedPage, site: Publication): object {
  const home = addressOf("", site);
  const website = { "@type": "WebSite", "@id": `${home}#site`, name: siteName, url: home };
  if (page.path === "")
    return graph([{ ...website, description: page.description, inLanguage: "en" }]);
  const { url, title, description, tags, date, changed } = page;
  return graph([
    website,
    {
      "@type": typeOf(page),
      "@id": `${url}#page`,
      url,
      [page.section ? "headline" : "name"]: title,
      description,
      inLanguage: "en",
      isPartOf: { "@id": website["@id"] },
      ...(page.section && {
        image: addressOf("card.png", site),
        mainEntityOfPage: url,
        author: { "@type": "Organization", name: siteName, url: home },
      }),
      keywords: tags.length > 0 ? tags.join(", ") : undefined,
      datePublished: date,
      dateModified: changed ?? date,
    },
    {
      "@type": "BreadcrumbList",
      itemListElement: trail(page, site, home).map((step, index) => ({
        "@type": "ListItem",
        position: index + 1,
        ...step,
      })),
    },
  ]);
}

function typeOf(page: PublishedPage): string {
  if (!page.section) return "WebPage";
  if (page.path === `${page.section}/`) return "CollectionPage";
  return isPost(page) ? "BlogPosting" : "TechArticle";
}

/** Serializes JSON for embedding in HTML. */
export function toScript(data: object): string {
  return JSON.stringify(data).replace(/</g, "\\u003c");
}

/**
 * Returns the breadcrumbs from the landing page to this page, including its section if that has a
 * page.
 */
function trail(page: PublishedPage, site: Publication, home: string) {
  const section = sections.find(({ name }) => name === page.section);
  const above = site.pages.find(({ path }) => section && path === `${section.name}/`);
  return [
    { name: siteName, item: home },
    ...(section && above && above !== page ? [{ name: section.title, item: above.url }] : []),
    { name: page.title, item: page.url },
  ];
}

function graph(nodes: object[]): object {
  return { "@context": "https://schema.org", "@graph": nodes };
}
