/** A page as plain text: one entry of `/assets/search-index.json`. */
export type Article = {
  /** The address, including the base path. */
  url: string;
  title: string;
  description: string;
  /** The title of its navigation section. */
  section?: string | undefined;
  tags: string[];
  /** Headings in order; `at` is the offset of the heading in `text`. */
  headings: { anchor: string; text: string; at: number }[];
  /** The text, including headings. */
  text: string;
};

export type SearchIndex = { $schema?: string; articles: Article[] };
