import { withBase } from "../../addresses.ts";
import { textEndpoint } from "../../resources/endpoints.ts";
import type { SearchIndex } from "../../search/article.ts";
import { toArticles } from "../../search/articles.ts";

export const GET = textEndpoint(({ pages, base }) => {
  const index: SearchIndex = {
    $schema: withBase("schemas/search-index.json", base),
    articles: toArticles(pages, { base }),
  };
  return JSON.stringify(index);
});
