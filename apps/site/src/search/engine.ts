import MiniSearch, { type Query, type SearchResult } from "minisearch";
import type { Article } from "./article.ts";
import { markHits, type Part, snippetOf } from "./snippet.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";
import { termsOf, type Word, wordsOf } from "./words.ts";

export type Hit = {
  /** With the anchor of its section. */
  url: string;
  title: Part[];
  /** The title of the article's place in the navigation. */
  section?: string;
  heading?: Part[];
  snippet: Part[];
};

export type Engine = {
  /** The best first. Never throws, whatever is asked. */
  search(question: string, most?: number): Hit[];
};

/** A section of an article is what is found; the first begins with the article. */
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
/** More of one article would push all others out of sight. */
const mostOfOne = 3;
const longestQuestion = 200;
const mostWords = 12;

/** Words of questions that say nothing of what is looked for. */
const empty = new Set(
  "a an and are can do does for from how i in is it my of on or the to what with".split(" "),
);

/** Sections that are taken up at a time, before the page has its turn. */
const atATime = 20;

/** Takes up the articles, a few at a time: the page stays quick meanwhile. */
export async function openEngine(articles: readonly Article[]): Promise<Engine> {
  const sections = articles.flatMap(toSections).map((section, id): Section => ({ ...section, id }));
  const known = new Set<string>();
  const index = new MiniSearch<Section>({
    fields: [...fields],
    tokenize: (text) => wordsOf(text).flatMap(termsOf),
    processTerm(term) {
      known.add(term);
      return term;
    },
    searchOptions: { boost, weights: { fuzzy: 0.3, prefix: 0.5 } },
  });
  await index.addAllAsync(sections, { chunkSize: atATime });
  const vocabulary = createVocabulary(known);

  function search(question: string, most = 10): Hit[] {
    const words = wordsOf(question.slice(0, longestQuestion)).slice(0, mostWords);
    const telling = words.filter(({ term }) => !empty.has(term));
    const asked = telling.length > 0 ? telling : words;
    if (asked.length === 0) return [];
    // A word that is still being typed has nothing behind it.
    const isOpen = !/\s$/.test(question);
    for (const step of steps) {
      const results = index.search(toQuery(asked, { ...step, isOpen, vocabulary }), queryOptions);
      if (results.length > 0) return pick(results, most);
    }
    return [];
  }

  function pick(results: readonly SearchResult[], most: number): Hit[] {
    const taken = new Map<Article, number>();
    const hits: Hit[] = [];
    for (const { id, terms } of results) {
      const section = sections[id as number]!;
      const count = taken.get(section.article) ?? 0;
      if (count >= mostOfOne) continue;
      taken.set(section.article, count + 1);
      hits.push(toHit(section, new Set(terms)));
      if (hits.length >= most) break;
    }
    return hits;
  }

  return { search };
}

/** All words as they were typed, or nearly; then what may have been meant by them; then some of the words. */
const steps = [
  { combineWith: "AND", guess: false },
  { combineWith: "AND", guess: true },
  { combineWith: "OR", guess: true },
] as const;

/** What is asked for are terms already. */
const queryOptions = { tokenize: (text: string) => [text], processTerm: (term: string) => term };

type Way = { combineWith: "AND" | "OR"; guess: boolean; isOpen: boolean; vocabulary: Vocabulary };

/** `tls-cert` is looked for as it is, and as its parts. */
function toQuery(asked: readonly Word[], way: Way): Query {
  return {
    combineWith: way.combineWith,
    queries: asked.map((word, i) => {
      const isLast = i === asked.length - 1;
      const whole = toTerm(word.term, way, isLast);
      const parts = word.parts.map(({ term }, j) =>
        toTerm(term, way, isLast && j === word.parts.length - 1),
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

function toTerm(term: string, { guess, isOpen, vocabulary }: Way, isLast: boolean): Query {
  const prefix = isOpen && isLast;
  const meant = guess ? vocabulary.near(term, { isOpen: prefix }) : [];
  const asTyped = {
    queries: [term],
    prefix,
    fuzzy: editsFor(term),
    // Nearly every text has words that begin with one letter.
    ...(prefix && term.length === 1 && { fields: ["title", "heading"] }),
  };
  if (meant.length === 0) return asTyped;
  return {
    combineWith: "OR",
    queries: [asTyped, { combineWith: "OR", queries: meant, boostTerm: () => 0.5 }],
  };
}

/** Words with digits are numbers and codes, which have neighbours that are something else. */
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
