import MiniSearch, { type Query, type SearchResult } from "minisearch";
import type { Article } from "./article.ts";
import { createSnippet, markHits, type SnippetPart } from "./snippet.ts";
import { findSynonyms } from "./synonyms.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";
import { findWords, toTerms, type Word } from "./words.ts";

export type Hit = {
  /** The address, with the anchor of the section. */
  url: string;
  title: SnippetPart[];
  /** The title of the navigation section. */
  section?: string | undefined;
  heading?: SnippetPart[] | undefined;
  snippet: SnippetPart[];
};

export type Engine = {
  /** Returns hits, best first. Never throws. */
  search(query: string, limit?: number): Hit[];
};

/**
 * The unit of search: one section of an article. The first section starts at the top of the
 * article.
 */
type Section = {
  id: number;
  article: Article;
  anchor: string;
  title: string;
  page: string;
  heading: string;
  tags: string;
  text: string;
};

const indexedFields = ["title", "heading", "tags", "page", "text"] as const;
const fieldBoosts = { title: 8, heading: 5, tags: 6, page: 1.5, text: 1 };
/** The limit of hits per article, so that one article does not hide the others. */
const maxHitsPerArticle = 3;
/** The number of characters of a query that are searched. */
const maxQueryLength = 200;
/** The number of words of a query that are searched. */
const maxQueryWords = 12;

/** Words without meaning for a search. */
const stopWords = new Set(
  "a an and are can do does for from how i in is it my of on or the to what with".split(" "),
);

/** The number of sections to index before yielding to the page. */
const sectionsPerChunk = 20;

/** Indexes the articles in small batches, so that the page stays responsive. */
export async function openEngine(articles: readonly Article[]): Promise<Engine> {
  const sections = articles.flatMap(toSections).map((section, id): Section => ({ ...section, id }));
  const indexedTerms = new Set<string>();
  const index = new MiniSearch<Section>({
    fields: [...indexedFields],
    tokenize: (text) => findWords(text).flatMap(toTerms),
    processTerm(term) {
      indexedTerms.add(term);
      return term;
    },
    searchOptions: { boost: fieldBoosts, weights: { fuzzy: 0.3, prefix: 0.5 } },
  });
  await index.addAllAsync(sections, { chunkSize: sectionsPerChunk });
  const vocabulary = createVocabulary(indexedTerms);

  function search(query: string, limit = 10): Hit[] {
    const words = findWords(query.slice(0, maxQueryLength)).slice(0, maxQueryWords);
    const meaningfulWords = words.filter(({ term }) => !stopWords.has(term));
    const searchedWords = meaningfulWords.length > 0 ? meaningfulWords : words;
    if (searchedWords.length === 0) return [];
    // A query that does not end in white space ends in a word that is still being typed.
    const endsInPrefix = !/\s$/.test(query);
    for (const strategy of strategies) {
      const results = index.search(
        toQuery(searchedWords, { ...strategy, endsInPrefix, vocabulary }),
        queryOptions,
      );
      if (results.length > 0) return pickHits(results, limit);
    }
    return [];
  }

  function pickHits(results: readonly SearchResult[], limit: number): Hit[] {
    const hitCounts = new Map<Article, number>();
    const hits: Hit[] = [];
    for (const { id, terms } of results) {
      const section = sections[id as number]!;
      const count = hitCounts.get(section.article) ?? 0;
      if (count >= maxHitsPerArticle) continue;
      hitCounts.set(section.article, count + 1);
      hits.push(toHit(section, new Set(terms)));
      if (hits.length >= limit) break;
    }
    return hits;
  }

  return { search };
}

/**
 * Search strategies, tried in order: all words as typed; all words with corrections; any of the
 * words.
 */
const strategies = [
  { combineWith: "AND", allowsCorrections: false },
  { combineWith: "AND", allowsCorrections: true },
  { combineWith: "OR", allowsCorrections: true },
] as const;

/** Queries consist of terms, so they need no further processing. */
const queryOptions = { tokenize: (text: string) => [text], processTerm: (term: string) => term };

type QueryContext = {
  combineWith: "AND" | "OR";
  allowsCorrections: boolean;
  endsInPrefix: boolean;
  vocabulary: Vocabulary;
};

/** Ranks a section with `tagIdentifier` itself before a title with its parts. */
const wholeWordBoost = 40;

/** Builds the query; searches for `tls-cert` as a whole and by its parts. */
function toQuery(words: readonly Word[], context: QueryContext): Query {
  return {
    combineWith: context.combineWith,
    queries: words.map((word, index) => {
      const isLastWord = index === words.length - 1;
      const wholeQuery = toTermQuery(word.term, context, isLastWord);
      const partQueries = word.parts.map(({ term }, partIndex) =>
        toTermQuery(term, context, isLastWord && partIndex === word.parts.length - 1),
      );
      if (partQueries.length === 0) return wholeQuery;
      return {
        combineWith: "OR",
        queries: [
          { combineWith: "OR", queries: [wholeQuery], boostTerm: () => wholeWordBoost },
          { combineWith: "AND", queries: partQueries },
        ],
      };
    }),
  };
}

function toTermQuery(
  term: string,
  { allowsCorrections, endsInPrefix, vocabulary }: QueryContext,
  isLast: boolean,
): Query {
  const isPrefix = endsInPrefix && isLast;
  const corrections = allowsCorrections ? vocabulary.findSimilar(term, { isPrefix }) : [];
  const queryAsTyped = {
    queries: [term],
    prefix: isPrefix,
    fuzzy: toMaxEdits(term),
    // A single letter is the prefix of words in nearly every text.
    ...(isPrefix && term.length === 1 && { fields: ["title", "heading"] }),
  };
  const alternatives = [...corrections, ...findSynonyms(term)];
  if (alternatives.length === 0) return queryAsTyped;
  return {
    combineWith: "OR",
    queries: [queryAsTyped, { combineWith: "OR", queries: alternatives, boostTerm: () => 0.5 }],
  };
}

/**
 * Returns the allowed edit distance: none for words with digits, because a similar number is a
 * different thing.
 */
function toMaxEdits(term: string): number | false {
  if (/\p{N}/u.test(term) || term.length < 4) return false;
  return term.length < 8 ? 1 : 2;
}

function toSections(article: Article): Omit<Section, "id">[] {
  const { title, tags, description, headings, text } = article;
  const sectionEnds = [...headings.slice(1).map(({ at }) => at), text.length];
  const intro = text.slice(0, headings[0]?.at ?? text.length).trim();
  const isDescribed = intro.includes(description);
  return [
    {
      article,
      anchor: "",
      title,
      page: "",
      heading: "",
      tags: tags.join(" "),
      text: isDescribed ? intro : `${description}\n${intro}`.trim(),
    },
    ...headings.map(({ anchor, text: heading, at }, index) => ({
      article,
      anchor,
      title: "",
      page: title,
      heading,
      tags: "",
      text: text.slice(at + heading.length, sectionEnds[index]).trim(),
    })),
  ];
}

function toHit({ article, anchor, heading, text }: Section, terms: ReadonlySet<string>): Hit {
  return {
    url: anchor === "" ? article.url : `${article.url}#${anchor}`,
    title: markHits(article.title, terms),
    section: article.section,
    heading: heading === "" ? undefined : markHits(heading, terms),
    snippet: createSnippet(text.replace(/\s+/g, " "), terms),
  };
}
