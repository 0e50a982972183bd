import fc from "fast-check";
import { expect, test } from "vitest";
import { formatFilter, isFiltered, noFilter, parseFilter, toQuery } from "./scan-filter.ts";

const now = new Date(2026, 4, 12, 14, 23, 1);
const toLocalMidnight = (...parts: [number, number, number]) => new Date(...parts).toISOString();

test("formats no filter as an empty query, for the API and for the address", () => {
  expect(toQuery(noFilter, now).toString()).toBe("");
  expect(formatFilter(noFilter).toString()).toBe("");
  expect(isFiltered(noFilter)).toBe(false);
});

test("starts today at local midnight", () => {
  expect(Object.fromEntries(toQuery({ time: { kind: "today" } }, now))).toEqual({
    from: toLocalMidnight(2026, 4, 12),
  });
});

test("takes today and the six days before it as the last seven days, even across a month", () => {
  const early = new Date(2026, 2, 3, 0, 0, 1);
  expect(toQuery({ time: { kind: "week" } }, early).get("from")).toBe(toLocalMidnight(2026, 1, 25));
});

test("includes the whole last day of a range", () => {
  const query = toQuery({ time: { kind: "range", from: "2026-02-27", to: "2026-02-28" } }, now);
  // The API excludes `to` itself, hence the first of March.
  expect(Object.fromEntries(query)).toEqual({
    from: toLocalMidnight(2026, 1, 27),
    to: toLocalMidnight(2026, 2, 1),
  });
});

test("leaves a range open at an end without a day", () => {
  expect([...toQuery({ time: { kind: "range", to: "2026-05-01" } }, now).keys()]).toEqual(["to"]);
  expect([...toQuery({ time: { kind: "range" } }, now).keys()]).toEqual([]);
});

test("ignores days that do not exist and unknown sources", () => {
  const params = new URLSearchParams("time=range&from=2026-02-30&to=soon&source=smoke&inbox=");
  expect(parseFilter(params)).toEqual({ time: { kind: "range" } });
});

test("trims the search text", () => {
  expect(toQuery({ text: "  red box ", time: { kind: "any" } }, now).get("text")).toBe("red box");
  expect(toQuery({ text: "  ", time: { kind: "any" } }, now).has("text")).toBe(false);
});

test("queries one tag by its identifier", () => {
  const filter = { ...noFilter, tag: "04:A2" };
  expect(toQuery(filter, now).get("tag")).toBe("04:A2");
  expect(isFiltered(filter)).toBe(true);
});

test("parses a formatted filter back to the same filter", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom("inbox", "source", "tag", "time", "from", "to", "text", "else"),
        fc.oneof(fc.string(), fc.constantFrom("nfc", "today", "week", "range", "2024-02-29")),
      ),
      (query) => {
        const parsed = parseFilter(new URLSearchParams(query));
        expect(parseFilter(formatFilter(parsed))).toEqual(parsed);
      },
    ),
  );
});
