import fc from "fast-check";
import { expect, test } from "vitest";
import { freeName } from "./names.ts";

test("a name is made of the title", () => {
  expect(freeName("Stock list in the Büro", [], "http")).toBe("stock-list-in-the-bu-ro");
  expect(freeName("  n8n  ", [], "n8n")).toBe("n8n");
  expect(freeName("在庫", [], "http")).toBe("http");
});

test("a taken name gets a number", () => {
  expect(freeName("Slack", ["slack", "slack-2"], "slack")).toBe("slack-3");
});

test("whatever the title is, the hub takes the name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.string()), (title, taken) => {
      const name = freeName(title, taken, "http");
      expect(name).toMatch(/^[a-z0-9][a-z0-9_-]{0,63}$/);
      expect(taken).not.toContain(name);
    }),
  );
});
