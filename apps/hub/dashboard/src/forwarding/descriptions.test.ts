import fc from "fast-check";
import { expect, test } from "vitest";
import type { Settings } from "../../../src/destinations/kind.ts";
import { describeDestination, describeRoute, formatDueTime } from "./descriptions.ts";
import type { Kind } from "./destinations/kinds.ts";

const toSentence = (route: Parameters<typeof describeRoute>[0]) =>
  describeRoute(route, (name) => ({ door: "Front door" })[name] ?? name)
    .map(({ text }) => text)
    .join("");

test("describes which scans a route takes", () => {
  expect(toSentence({ filter: {}, mode: "stored" })).toBe("Scans from every inbox");
  expect(toSentence({ inbox: "door", filter: { content: "https://…*" }, mode: "stored" })).toBe(
    "Scans from Front door whose content matches https://…*",
  );
  expect(
    toSentence({
      inbox: "spools",
      filter: { source: "nfc", tagType: "openPrintTag", structured: { material: "PLA" } },
      mode: "through",
    }),
  ).toBe(
    "NFC tags from spools whose tag type matches openPrintTag and whose material matches PLA, with the destination's response",
  );
  expect(toSentence({ filter: {}, mode: "stored", expires: 30, oncePer: 300 })).toBe(
    "Scans from every inbox, each content once per 5 min, for 30 s",
  );
});

test("keeps any inbox name and any pattern apart from the words around it", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (inbox, content) => {
      const parts = describeRoute({ inbox, filter: { content }, mode: "stored" }, (name) => name);
      expect(parts.filter(({ as }) => as === "name")).toEqual([{ text: inbox, as: "name" }]);
      expect(parts.filter(({ as }) => as === "pattern")).toEqual([
        { text: content, as: "pattern" },
      ]);
    }),
  );
});

test("describes a destination by its kind, and by its host when the settings contain one", () => {
  const kind = {
    title: "HTTP request",
    fields: [{ name: "url", label: "Address", type: "url" }],
  } as Kind;
  const describeHttp = (settings: Settings) =>
    describeDestination({ kind: "http", settings }, kind);
  expect(describeHttp({ url: "https://example.com:8443/hooks?a=b" })).toBe(
    "HTTP request · example.com:8443",
  );
  expect(describeHttp({ url: "not an address" })).toBe("HTTP request · not an address");
  expect(describeHttp({})).toBe("HTTP request");
  expect(describeDestination({ kind: "http", settings: {} }, undefined)).toBe("http");
});

test("formats the next attempt as a duration, and as now once its time has come", () => {
  const now = Date.parse("2026-05-12T14:23:00Z");
  expect(formatDueTime("2026-05-12T14:25:05Z", now)).toBe("in 2 min 5 s");
  expect(formatDueTime("2026-05-12T14:23:00.400Z", now)).toBe("now");
  expect(formatDueTime("2026-05-12T14:20:00Z", now)).toBe("now");
});
