import fc from "fast-check";
import { expect, test } from "vitest";
import type { Article } from "./article.ts";
import { type Engine, openEngine } from "./engine.ts";
import type { SnippetPart } from "./snippet.ts";

function createArticle(title: string, text: string, overrides: Partial<Article> = {}): Article {
  const url = `/${title.toLowerCase().replaceAll(" ", "-")}/`;
  return { url, title, description: `${title}.`, tags: [], headings: [], text, ...overrides };
}

/** Builds an article from its sections: heading → text. */
function createArticleWithSections(title: string, sections: Record<string, string>): Article {
  let text = `About ${title}.`;
  const headings = Object.entries(sections).map(([heading, sectionText]) => {
    const at = text.length + 1;
    text += `\n${heading}\n${sectionText}`;
    return { anchor: heading.toLowerCase().replaceAll(" ", "-"), text: heading, at };
  });
  return createArticle(title, text, { headings });
}

const engine = await openEngine([
  createArticleWithSections("Settings", {
    "tls-cert": "Certificate chain (PEM file), variable SCANHOOK_TLS_CERT.",
    host: "The address to listen on.",
    keepDays: "Scans are deleted when they are older.",
  }),
  createArticleWithSections("Authentication", {
    Challenge: "The receiver answers 401 with WWW-Authenticate: Basic realm=x.",
    Tokens: "A token stands in Authorization: Bearer. Certificates are something else.",
  }),
  createArticle(
    "Webhooks",
    "One POST for each scan. A tag says 04:A2:7F:1B:5E:80:00, or 0x1F in another way.",
  ),
  createArticle(
    "Home Assistant",
    "Automations for the smart home, with a tag on the café's door in Größe 3.",
    {
      section: "Receivers",
      tags: ["home automation"],
    },
  ),
  createArticle(
    "Kiosk",
    "A desk reader. The host of the kiosk posts with its certificate to a webhook.",
  ),
]);

const findUrls = (query: string) => engine.search(query).map(({ url }) => url);
const joinTexts = (parts: readonly SnippetPart[]) => parts.map(({ text }) => text).join("");
const listHitTexts = (parts: readonly SnippetPart[]) =>
  parts.filter(({ isHit }) => isHit).map(({ text }) => text);

test.each([
  ["one letter, the first of a title", "k", "/kiosk/"],
  ["a whole word", "challenge", "/authentication/#challenge"],
  ["the beginning of a word that is being typed", "authent", "/authentication/"],
  ["a letter left out", "webhoks", "/webhooks/"],
  ["a letter too many", "challlenge", "/authentication/#challenge"],
  ["a wrong letter", "kiosc", "/kiosk/"],
  ["two letters swapped", "wehbooks", "/webhooks/"],
  ["a mistake in a word that is not finished", "autehnti", "/authentication/"],
  ["several words, of title and text alike", "home automations", "/home-assistant/"],
  ["a word of the page and one of its section", "settings host", "/settings/#host"],
  ["a question", "how do I set the host in the settings", "/settings/#host"],
  ["a setting", "tls-cert", "/settings/#tls-cert"],
  ["an option", "--tls-cert", "/settings/#tls-cert"],
  ["a variable", "SCANHOOK_TLS_CERT", "/settings/#tls-cert"],
  ["half of a setting", "tls-c", "/settings/#tls-cert"],
  ["a header", "WWW-Authenticate", "/authentication/#challenge"],
  ["one hump", "days", "/settings/#keepdays"],
  ["camel case without its humps", "keepdays", "/settings/#keepdays"],
  ["a UID", "04:A2:7F:1B:5E:80:00", "/webhooks/"],
  ["the beginning of a UID, in lower case", "04:a2:7f", "/webhooks/"],
  ["a number in hexadecimal", "0x1f", "/webhooks/"],
  ["no diacritics where there are some", "cafe", "/home-assistant/"],
  ["ß as ss", "grosse", "/home-assistant/"],
  ["upper case", "KIOSK", "/kiosk/"],
])("finds %s", (_description, query, url) => {
  expect(findUrls(query)[0]).toBe(url);
});

test("ranks a title above a heading, and a heading above text", () => {
  expect(findUrls("kiosk")[0]).toBe("/kiosk/");
  expect(findUrls("host").slice(0, 2)).toEqual(["/settings/#host", "/kiosk/"]);
  expect(findUrls("webhook ")[0]).toBe("/webhooks/");
});

test("matches numbers and codes only exactly", () => {
  expect(findUrls("04:A2:7E:1B:5E:80:00")).not.toContain("/webhooks/");
});

test("falls back to some of the words if no page has all of them", () => {
  expect(findUrls("kiosk zeppelin")[0]).toBe("/kiosk/");
  expect(findUrls("zeppelin")).toEqual([]);
});

test("returns the address of a hit with its matches marked", () => {
  const [hit] = engine.search("home automaton");
  expect(hit).toMatchObject({ url: "/home-assistant/", section: "Receivers" });
  expect(hit!.heading).toBeUndefined();
  expect(listHitTexts(hit!.title)).toEqual(["Home"]);
  expect(listHitTexts(hit!.snippet)).toContain("Automations");
  const [section] = engine.search("chain");
  expect(joinTexts(section!.heading!)).toBe("tls-cert");
  expect(joinTexts(section!.title)).toBe("Settings");
});

test("returns at most three sections of one article", async () => {
  const sections = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`Scan ${index}`, "A scan."]),
  );
  const engine = await openEngine([
    createArticleWithSections("Scans", sections),
    createArticle("Other", "One scan."),
  ]);
  const foundPages = engine.search("scan").map(({ url }) => url.split("#")[0]);
  expect(foundPages.filter((url) => url === "/scans/")).toHaveLength(3);
  expect(foundPages).toContain("/other/");
});

test("finds nothing for an empty query or in an empty index", async () => {
  for (const query of ["", "  ", "--", "…", "'"]) expect(engine.search(query)).toEqual([]);
  expect((await openEngine([])).search("scan")).toEqual([]);
});

const hostileText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "\ud800",
    "ﬃ",
    "İ",
    "e\u0301",
  ),
  fc.stringMatching(/^[a-zA-Z0-9_.:/@'’ -]{0,40}$/),
);
const text = fc.array(hostileText, { maxLength: 8 }).map((parts) => parts.join(" "));

test("accepts any query and any text, and returns excerpts of that text", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, text, async (title, body, description) => {
      const heading = { anchor: "h", text: title.slice(0, 5), at: 0 };
      const articles: Article[] = [
        createArticle("a", body, { title, tags: [title], headings: [{ ...heading }] }),
        createArticle("b", title, { title: body, description }),
      ];
      const engine: Engine = await openEngine(articles);
      const texts = [`a. ${body}`, `${description} ${title}`].map((excerpt) =>
        excerpt.replace(/\s+/g, " "),
      );
      for (const query of [description, title, body, `${body}x`]) {
        for (const hit of engine.search(query)) {
          expect([title, body]).toContain(joinTexts(hit.title));
          const shown = joinTexts(hit.snippet)
            .replace(/^… | …$/g, "")
            .trim();
          expect(
            texts.some((excerpt) => excerpt.includes(shown)),
            shown,
          ).toBe(true);
        }
      }
    }),
  );
});

test("finds a word by itself, by its prefix and with one wrong letter", async () => {
  const wordLists = fc.uniqueArray(fc.stringMatching(/^[a-z]{6,12}$/), {
    minLength: 3,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(wordLists, fc.nat(), fc.nat(), async (words, wordSeed, letterSeed) => {
      const articles = words.map((word, index) =>
        createArticle(`Page ${index}`, `${word} stands here`),
      );
      const engine = await openEngine(articles);
      const wordIndex = wordSeed % words.length;
      const word = words[wordIndex]!;
      const url = `/page-${wordIndex}/`;
      const position = 1 + (letterSeed % (word.length - 1));
      const mistyped =
        word.slice(0, position) + (word[position] === "q" ? "x" : "q") + word.slice(position + 1);
      for (const query of [word, word.toUpperCase(), word.slice(0, 5), mistyped]) {
        expect(engine.search(query, 50).map((hit) => hit.url)).toContain(url);
      }
    }),
  );
});
