/** A page as plain text: one entry of `/assets/search-index.json`. */
export type Article = {
  /** With the base path of the site. */
  url: string;
  title: string;
  description: string;
  /** The title of its section in the navigation. */
  section?: string;
  tags: string[];
  /** In their order; `at` is where the section of a heading begins in `text`. */
  headings: { anchor: string; text: string; at: number }[];
  /** Headings included. */
  text: string;
};

export type SearchIndex = { $schema?: string; articles: Article[] };
