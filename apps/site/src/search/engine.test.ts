import fc from "fast-check";
import { expect, test } from "vitest";
import type { Article } from "./article.ts";
import { type Engine, openEngine } from "./engine.ts";
import type { Part } from "./snippet.ts";

function article(title: string, text: string, more: Partial<Article> = {}): Article {
  const url = `/${title.toLowerCase().replaceAll(" ", "-")}/`;
  return { url, title, description: `${title}.`, tags: [], headings: [], text, ...more };
}

/** Sections: heading → text. */
function withSections(title: string, sections: Record<string, string>): Article {
  let text = `About ${title}.`;
  const headings = Object.entries(sections).map(([heading, said]) => {
    const at = text.length + 1;
    text += `\n${heading}\n${said}`;
    return { anchor: heading.toLowerCase().replaceAll(" ", "-"), text: heading, at };
  });
  return article(title, text, { headings });
}

const engine = await openEngine([
  withSections("Settings", {
    "tls-cert": "Certificate chain (PEM file), variable SCANHOOK_TLS_CERT.",
    host: "The address to listen on.",
    keepDays: "Scans are deleted when they are older.",
  }),
  withSections("Authentication", {
    Challenge: "The receiver answers 401 with WWW-Authenticate: Basic realm=x.",
    Tokens: "A token stands in Authorization: Bearer. Certificates are something else.",
  }),
  article(
    "Webhooks",
    "One POST for each scan. A tag says 04:A2:7F:1B:5E:80:00, or 0x1F in another way.",
  ),
  article(
    "Home Assistant",
    "Automations for the smart home, with a tag on the café's door in Größe 3.",
    {
      section: "Receivers",
      tags: ["home automation"],
    },
  ),
  article("Kiosk", "A desk reader. The host of the kiosk posts with its certificate to a webhook."),
]);

const urls = (question: string) => engine.search(question).map(({ url }) => url);
const plain = (parts: readonly Part[]) => parts.map(({ text }) => text).join("");
const marked = (parts: readonly Part[]) => parts.filter(({ hit }) => hit).map(({ text }) => text);

test.each([
  ["one letter, that a title begins with", "k", "/kiosk/"],
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
])("finds %s", (_what, question, url) => {
  expect(urls(question)[0]).toBe(url);
});

test("a title counts more than a heading, and a heading more than a text", () => {
  expect(urls("kiosk")[0]).toBe("/kiosk/");
  expect(urls("host").slice(0, 2)).toEqual(["/settings/#host", "/kiosk/"]);
  expect(urls("webhook ")[0]).toBe("/webhooks/");
});

test("numbers and codes are taken as they are", () => {
  expect(urls("04:A2:7E:1B:5E:80:00")).not.toContain("/webhooks/");
});

test("some of the words are enough when no page has all", () => {
  expect(urls("kiosk zeppelin")[0]).toBe("/kiosk/");
  expect(urls("zeppelin")).toEqual([]);
});

test("a hit says where it is, with what was found marked", () => {
  const [hit] = engine.search("home automaton");
  expect(hit).toMatchObject({ url: "/home-assistant/", section: "Receivers" });
  expect(hit).not.toHaveProperty("heading");
  expect(marked(hit!.title)).toEqual(["Home"]);
  expect(marked(hit!.snippet)).toContain("Automations");
  const [section] = engine.search("chain");
  expect(plain(section!.heading!)).toBe("tls-cert");
  expect(plain(section!.title)).toBe("Settings");
});

test("of one article no more than three sections are shown", async () => {
  const sections = Object.fromEntries(
    Array.from({ length: 9 }, (_, i) => [`Scan ${i}`, "A scan."]),
  );
  const many = await openEngine([withSections("Scans", sections), article("Other", "One scan.")]);
  const found = many.search("scan").map(({ url }) => url.split("#")[0]);
  expect(found.filter((url) => url === "/scans/")).toHaveLength(3);
  expect(found).toContain("/other/");
});

test("an empty question finds nothing, and so does an empty index", async () => {
  for (const question of ["", "  ", "--", "…", "'"]) expect(engine.search(question)).toEqual([]);
  expect((await openEngine([])).search("scan")).toEqual([]);
});

const hostile = fc.oneof(
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
const text = fc.array(hostile, { maxLength: 8 }).map((parts) => parts.join(" "));

test("any text may be asked for and searched, and what is shown is a part of it", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, text, async (title, said, question) => {
      const heading = { anchor: "h", text: title.slice(0, 5), at: 0 };
      const made: Article[] = [
        article("a", said, { title, tags: [title], headings: [{ ...heading }] }),
        article("b", title, { title: said, description: question }),
      ];
      const odd: Engine = await openEngine(made);
      const texts = [`a. ${said}`, `${question} ${title}`].map((one) => one.replace(/\s+/g, " "));
      for (const asked of [question, title, said, `${said}x`]) {
        for (const hit of odd.search(asked)) {
          expect([title, said]).toContain(plain(hit.title));
          const shown = plain(hit.snippet)
            .replace(/^… | …$/g, "")
            .trim();
          expect(
            texts.some((one) => one.includes(shown)),
            shown,
          ).toBe(true);
        }
      }
    }),
  );
});

test("a word of a text is found by itself, by its beginning and with one letter wrong", async () => {
  const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{6,12}$/), { minLength: 3, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(words, fc.nat(), fc.nat(), async (all, which, where) => {
      const articles = all.map((word, i) => article(`Page ${i}`, `${word} stands here`));
      const some = await openEngine(articles);
      const i = which % all.length;
      const [word, url] = [all[i]!, `/page-${i}/`];
      const at = 1 + (where % (word.length - 1));
      const wrong = word.slice(0, at) + (word[at] === "q" ? "x" : "q") + word.slice(at + 1);
      for (const asked of [word, word.toUpperCase(), word.slice(0, 5), wrong]) {
        expect(some.search(asked, 50).map((hit) => hit.url)).toContain(url);
      }
    }),
  );
});
