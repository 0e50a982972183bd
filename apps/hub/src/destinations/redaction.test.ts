import fc from "fast-check";
import { expect, test } from "vitest";
import { hideSecrets } from "./hidden-secrets.ts";

/** Without the quotes that stand around the name of what was hidden. */
const text = fc.string({ unit: "grapheme" }).map((one) => one.replace(/[‹›]/g, ""));
const secret = fc
  .oneof(
    fc.string({ minLength: 4, maxLength: 60, unit: "grapheme" }),
    fc.string({ minLength: 4, maxLength: 60, unit: fc.constantFrom("a", "b", "/", "&", '"', "ä") }),
    fc.base64String({ minLength: 4, maxLength: 60 }),
  )
  .map((one) => one.replace(/[‹›\n]/g, "-"));

/** How others write what they were sent. */
const writers: Record<string, (text: string) => string> = {
  plain: (text) => text,
  json: (text) => JSON.stringify({ echo: text }),
  php: (text) => JSON.stringify({ echo: text }).replaceAll("/", "\\/"),
  address: (text) => `https://example.org/?key=${encodeURIComponent(text.toWellFormed())}&more=1`,
  form: (text) => String(new URLSearchParams({ text, more: "1" })),
  html: (text) =>
    `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;")}</p>`,
};

/** The longest beginning of one text that another ends with. */
function begunIn(whole: string, end: string): number {
  let length = Math.min(whole.length, end.length);
  while (length > 0 && !end.endsWith(whole.slice(0, length))) length -= 1;
  return length;
}

test.each(Object.entries(writers))(
  "a secret is hidden in any text, and so is its beginning wherever the text is cut (%s)",
  (_, write) => {
    fc.assert(
      fc.property(text, secret, text, fc.nat(), (before, token, after, anywhere) => {
        const echoed = write(before + token + after);
        const cut = echoed.slice(0, anywhere % (echoed.length + 1));
        const hidden = hideSecrets(cut, { token });
        expect(hidden).not.toContain(token);
        expect(begunIn(token, hidden)).toBeLessThan(4);
      }),
    );
  },
);

test("what is no secret stays as it is", () => {
  fc.assert(
    fc.property(text, (any) => {
      expect(
        hideSecrets(any, { token: "\u{1f511}\u{1f511}\u{1f511}", short: "abc", none: "" }),
      ).toBe(any);
    }),
  );
});

test("of several secrets that overlap the longest is named, and of a cut one that which begins first", () => {
  const secrets = { short: "abcd", long: "abcdefgh" };
  expect(hideSecrets("x abcdefgh y abcd z", secrets)).toBe("x ‹long› y ‹short› z");
  expect(hideSecrets("x abcdef", { long: "abcdefgh" })).toBe("x ‹long›");
  expect(hideSecrets("x abcdef", { late: "defghi", early: "bcdefg" })).toBe("x a‹early›");
});

test("an address that is secret is hidden in its parts", () => {
  const secrets = { url: "https://hooks.example.org/services/T1/B2?key=very-secret" };
  expect(hideSecrets("POST /services/T1/B2?key=very-secret", secrets)).toBe("POST ‹url›?‹url›");
  expect(hideSecrets("the key very-secret is wrong", secrets)).toBe("the key ‹url› is wrong");
});
