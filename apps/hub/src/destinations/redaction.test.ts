import fc from "fast-check";
import { expect, test } from "vitest";
import { hideSecrets } from "./redaction.ts";

/** Removes the quotes around the names of hidden secrets. */
const anyText = fc.string({ unit: "grapheme" }).map((value) => value.replace(/[‹›]/g, ""));
const anySecret = fc
  .oneof(
    fc.string({ minLength: 4, maxLength: 60, unit: "grapheme" }),
    fc.string({ minLength: 4, maxLength: 60, unit: fc.constantFrom("a", "b", "/", "&", '"', "ä") }),
    fc.base64String({ minLength: 4, maxLength: 60 }),
  )
  .map((value) => value.replace(/[‹›\n]/g, "-"));

/** The encodings in which a destination may repeat a request. */
const encoders: Record<string, (text: string) => string> = {
  plain: (text) => text,
  json: (text) => JSON.stringify({ echo: text }),
  php: (text) => JSON.stringify({ echo: text }).replaceAll("/", "\\/"),
  address: (text) => `https://example.org/?key=${encodeURIComponent(text.toWellFormed())}&more=1`,
  form: (text) => String(new URLSearchParams({ text, more: "1" })),
  html: (text) =>
    `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;")}</p>`,
};

/** Returns the length of the longest beginning of a secret that a text ends with. */
function overlapLength(secret: string, text: string): number {
  let length = Math.min(secret.length, text.length);
  while (length > 0 && !text.endsWith(secret.slice(0, length))) length -= 1;
  return length;
}

test.each(Object.entries(encoders))(
  "a secret is hidden in any text, even when the text is cut off within it (%s)",
  (_, encode) => {
    fc.assert(
      fc.property(anyText, anySecret, anyText, fc.nat(), (before, token, after, cutSeed) => {
        const echoed = encode(before + token + after);
        const truncated = echoed.slice(0, cutSeed % (echoed.length + 1));
        const hidden = hideSecrets(truncated, { token });
        expect(hidden).not.toContain(token);
        expect(overlapLength(token, hidden)).toBeLessThan(4);
      }),
    );
  },
);

test("text without secrets stays as it is", () => {
  fc.assert(
    fc.property(anyText, (value) => {
      expect(
        hideSecrets(value, { token: "\u{1f511}\u{1f511}\u{1f511}", short: "abc", none: "" }),
      ).toBe(value);
    }),
  );
});

test("the longest of several overlapping secrets is named, and of those cut off the first", () => {
  const secrets = { short: "abcd", long: "abcdefgh" };
  expect(hideSecrets("x abcdefgh y abcd z", secrets)).toBe("x ‹long› y ‹short› z");
  expect(hideSecrets("x abcdef", { long: "abcdefgh" })).toBe("x ‹long›");
  expect(hideSecrets("x abcdef", { late: "defghi", early: "bcdefg" })).toBe("x a‹early›");
});

test("the parts of a secret address are hidden too", () => {
  const secrets = { url: "https://hooks.example.org/services/T1/B2?key=very-secret" };
  expect(hideSecrets("POST /services/T1/B2?key=very-secret", secrets)).toBe("POST ‹url›?‹url›");
  expect(hideSecrets("the key very-secret is wrong", secrets)).toBe("the key ‹url› is wrong");
});
