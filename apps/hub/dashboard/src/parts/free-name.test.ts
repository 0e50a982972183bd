import fc from "fast-check";
import { expect, test } from "vitest";
import { findFreeName } from "./free-name.ts";

test("derives the name from the title", () => {
  expect(findFreeName("Stock list in the Büro", [], "http")).toBe("stock-list-in-the-buro");
  expect(findFreeName("Fest der Straße!", [], "http")).toBe("fest-der-strasse");
  expect(findFreeName("  n8n  ", [], "n8n")).toBe("n8n");
  expect(findFreeName("在庫", [], "http")).toBe("http");
});

test("appends a number to a taken name", () => {
  expect(findFreeName("Slack", ["slack", "slack-2"], "slack")).toBe("slack-3");
});

test("returns a valid and free name for any title", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.string()), (title, taken) => {
      const name = findFreeName(title, taken, "http");
      expect(name).toMatch(/^[a-z0-9][a-z0-9_-]{0,63}$/);
      expect(taken).not.toContain(name);
    }),
  );
});
