import MiniSearch, { type Query, type SearchResult } from "minisearch";
import type { Article } from "./article.ts";
import { markHits, type Part, snippetOf } from "./snippet.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";
import { termsOf, type Word, wordsOf } from "./words.ts";

export type Hit = {
  /** The address, with the anchor of the section. */
  url: string;
  title: Part[];
  /** The title of the navigation section. */
  section?: string;
  heading?: Part[];
  snippet: Part[];
};

export type Engine = {
  /** Returns hits, best first. Never throws. */
  search(question: string, limit?: number): Hit[];
};

/** The unit of search: one section of an article. The first section starts at the top of the article. */
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

const fields = ["title", "heading", "tags", "page", "text"] as const;
const boost = { title: 8, heading: 5, tags: 2, page: 1.5, text: 1 };
/** The limit of hits per article, so that one article does not hide the others. */
const hitsPerArticle = 3;
const maxQuestionLength = 200;
const maxWords = 12;

/** Words without meaning for a search. */
const stopWords = new Set(
  "a an and are can do does for from how i in is it my of on or the to what with".split(" "),
);

/** The number of sections to index before yielding to the page. */
const chunkSize = 20;

/** Indexes the articles in small batches, so that the page stays responsive. */
export async function openEngine(articles: readonly Article[]): Promise<Engine> {
  const sections = articles.flatMap(toSections).map((section, id): Section => ({ ...section, id }));
  const indexedTerms = new Set<string>();
  const index = new MiniSearch<Section>({
    fields: [...fields],
    tokenize: (text) => wordsOf(text).flatMap(termsOf),
    processTerm(term) {
      indexedTerms.add(term);
      return term;
    },
    searchOptions: { boost, weights: { fuzzy: 0.3, prefix: 0.5 } },
  });
  await index.addAllAsync(sections, { chunkSize });
  const vocabulary = createVocabulary(indexedTerms);

  function search(question: string, limit = 10): Hit[] {
    const words = wordsOf(question.slice(0, maxQuestionLength)).slice(0, maxWords);
    const meaningful = words.filter(({ term }) => !stopWords.has(term));
    const terms = meaningful.length > 0 ? meaningful : words;
    if (terms.length === 0) return [];
    // A query that does not end in white space ends in a word that is still being typed.
    const isOpen = !/\s$/.test(question);
    for (const strategy of strategies) {
      const results = index.search(
        toQuery(terms, { ...strategy, isOpen, vocabulary }),
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
      if (count >= hitsPerArticle) continue;
      hitCounts.set(section.article, count + 1);
      hits.push(toHit(section, new Set(terms)));
      if (hits.length >= limit) break;
    }
    return hits;
  }

  return { search };
}

/** Search strategies, tried in order: all words as typed; all words with corrections; any of the words. */
const strategies = [
  { combineWith: "AND", correct: false },
  { combineWith: "AND", correct: true },
  { combineWith: "OR", correct: true },
] as const;

/** Queries consist of terms, so they need no further processing. */
const queryOptions = { tokenize: (text: string) => [text], processTerm: (term: string) => term };

type QueryContext = {
  combineWith: "AND" | "OR";
  correct: boolean;
  isOpen: boolean;
  vocabulary: Vocabulary;
};

/** Builds the query; searches for `tls-cert` as a whole and by its parts. */
function toQuery(terms: readonly Word[], context: QueryContext): Query {
  return {
    combineWith: context.combineWith,
    queries: terms.map((word, i) => {
      const isLast = i === terms.length - 1;
      const whole = toTermQuery(word.term, context, isLast);
      const parts = word.parts.map(({ term }, j) =>
        toTermQuery(term, context, isLast && j === word.parts.length - 1),
      );
      if (parts.length === 0) return whole;
      return {
        combineWith: "OR",
        queries: [
          { combineWith: "OR", queries: [whole], boostTerm: () => 2 },
          { combineWith: "AND", queries: parts },
        ],
      };
    }),
  };
}

function toTermQuery(
  term: string,
  { correct, isOpen, vocabulary }: QueryContext,
  isLast: boolean,
): Query {
  const prefix = isOpen && isLast;
  const corrections = correct ? vocabulary.near(term, { isOpen: prefix }) : [];
  const asTyped = {
    queries: [term],
    prefix,
    fuzzy: editsFor(term),
    // A single letter is the prefix of words in nearly every text.
    ...(prefix && term.length === 1 && { fields: ["title", "heading"] }),
  };
  if (corrections.length === 0) return asTyped;
  return {
    combineWith: "OR",
    queries: [asTyped, { combineWith: "OR", queries: corrections, boostTerm: () => 0.5 }],
  };
}

/** Returns the allowed edit distance: none for words with digits, because a similar number is a different thing. */
function editsFor(term: string): number | false {
  if (/\p{N}/u.test(term) || term.length < 4) return false;
  return term.length < 8 ? 1 : 2;
}

function toSections(article: Article): Omit<Section, "id">[] {
  const { title, tags, description, headings, text } = article;
  const ends = [...headings.slice(1).map(({ at }) => at), text.length];
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
    ...headings.map(({ anchor, text: heading, at }, i) => ({
      article,
      anchor,
      title: "",
      page: title,
      heading,
      tags: "",
      text: text.slice(at + heading.length, ends[i]).trim(),
    })),
  ];
}

function toHit({ article, anchor, heading, text }: Section, terms: ReadonlySet<string>): Hit {
  return {
    url: anchor === "" ? article.url : `${article.url}#${anchor}`,
    title: markHits(article.title, terms),
    ...(article.section !== undefined && { section: article.section }),
    ...(heading !== "" && { heading: markHits(heading, terms) }),
    snippet: snippetOf(text.replace(/\s+/g, " "), terms),
  };
}
