import fc from "fast-check";
import { expect, test } from "vitest";
import type { Settings } from "../../../src/destinations/kind.ts";
import type { Kind } from "./destinations/kinds.ts";
import { dueWords, placeWords, routeWords } from "./words.ts";

const said = (route: Parameters<typeof routeWords>[0]) =>
  routeWords(route, (name) => ({ door: "Front door" })[name] ?? name)
    .map(({ text }) => text)
    .join("");

test("a route says which scans it takes", () => {
  expect(said({ filter: {}, mode: "stored" })).toBe("Scans of every inbox");
  expect(said({ inbox: "door", filter: { content: "https://…*" }, mode: "stored" })).toBe(
    "Scans of Front door whose content matches https://…*",
  );
  expect(
    said({
      inbox: "spools",
      filter: { source: "nfc", tagType: "openPrintTag", structured: { material: "PLA" } },
      mode: "through",
    }),
  ).toBe(
    "NFC tags of spools whose tag type matches openPrintTag and whose material matches PLA, answered through",
  );
});

test("what people typed stands apart in the sentence, whatever it is", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (inbox, content) => {
      const pieces = routeWords({ inbox, filter: { content }, mode: "stored" }, (name) => name);
      expect(pieces.filter(({ as }) => as === "name")).toEqual([{ text: inbox, as: "name" }]);
      expect(pieces.filter(({ as }) => as === "pattern")).toEqual([
        { text: content, as: "pattern" },
      ]);
    }),
  );
});

test("a destination says its kind, and the host it is at when that is no secret", () => {
  const kind = {
    title: "HTTP request",
    fields: [{ name: "url", label: "Address", type: "url" }],
  } as Kind;
  const at = (settings: Settings) => placeWords({ kind: "http", settings }, kind);
  expect(at({ url: "https://example.com:8443/hooks?a=b" })).toBe("HTTP request · example.com:8443");
  expect(at({ url: "not an address" })).toBe("HTTP request · not an address");
  expect(at({})).toBe("HTTP request");
  expect(placeWords({ kind: "http", settings: {} }, undefined)).toBe("http");
});

test("the next try is said as a span, and as now once its time has come", () => {
  const now = Date.parse("2026-05-12T14:23:00Z");
  expect(dueWords("2026-05-12T14:25:05Z", now)).toBe("in 2 min 5 s");
  expect(dueWords("2026-05-12T14:23:00.400Z", now)).toBe("now");
  expect(dueWords("2026-05-12T14:20:00Z", now)).toBe("now");
});
