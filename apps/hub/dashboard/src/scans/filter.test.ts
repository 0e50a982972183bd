import fc from "fast-check";
import { expect, test } from "vitest";
import { isFiltered, noFilter, parseFilter, printFilter, toQuery } from "./filter.ts";

const now = new Date(2026, 4, 12, 14, 23, 1);
const local = (...parts: [number, number, number]) => new Date(...parts).toISOString();

test("without a filter nothing is asked for and nothing stands in the address", () => {
  expect(toQuery(noFilter, now).toString()).toBe("");
  expect(printFilter(noFilter).toString()).toBe("");
  expect(isFiltered(noFilter)).toBe(false);
});

test("today begins at the person's own midnight", () => {
  expect(Object.fromEntries(toQuery({ time: { kind: "today" } }, now))).toEqual({
    from: local(2026, 4, 12),
  });
});

test("the last seven days are today and the six before it, also across a month", () => {
  const early = new Date(2026, 2, 3, 0, 0, 1);
  expect(toQuery({ time: { kind: "week" } }, early).get("from")).toBe(local(2026, 1, 25));
});

test("a range includes all of its last day", () => {
  const query = toQuery({ time: { kind: "range", from: "2026-02-27", to: "2026-02-28" } }, now);
  // The API leaves out `to` itself.
  expect(Object.fromEntries(query)).toEqual({ from: local(2026, 1, 27), to: local(2026, 2, 1) });
});

test("a range may be open at either end", () => {
  expect([...toQuery({ time: { kind: "range", to: "2026-05-01" } }, now).keys()]).toEqual(["to"]);
  expect([...toQuery({ time: { kind: "range" } }, now).keys()]).toEqual([]);
});

test("a day that does not exist and a source nobody knows are left out", () => {
  const params = new URLSearchParams("time=range&from=2026-02-30&to=soon&source=smoke&inbox=");
  expect(parseFilter(params)).toEqual({ time: { kind: "range" } });
});

test("spaces around a search are not sent", () => {
  expect(toQuery({ text: "  red box ", time: { kind: "any" } }, now).get("text")).toBe("red box");
  expect(toQuery({ text: "  ", time: { kind: "any" } }, now).has("text")).toBe(false);
});

test("one tag is asked for by its identifier", () => {
  const filter = { ...noFilter, tag: "04:A2" };
  expect(toQuery(filter, now).get("tag")).toBe("04:A2");
  expect(isFiltered(filter)).toBe(true);
});

test("reading any query and writing it again settles at once", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom("inbox", "source", "tag", "time", "from", "to", "text", "else"),
        fc.oneof(fc.string(), fc.constantFrom("nfc", "today", "week", "range", "2024-02-29")),
      ),
      (query) => {
        const once = parseFilter(new URLSearchParams(query));
        expect(parseFilter(printFilter(once))).toEqual(once);
      },
    ),
  );
});
