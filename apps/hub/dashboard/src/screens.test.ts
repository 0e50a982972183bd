import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRoute, printRoute, type Route } from "./router.ts";
import { noFilter } from "./scans/filter.ts";

test("an empty address is the list of scans", () => {
  for (const hash of ["", "#", "#/"]) {
    expect(parseRoute(hash)).toEqual({ screen: "scans", filter: noFilter });
  }
});

test("the one-time link of the terminal leads to the log-in with its code", () => {
  expect(parseRoute("#/login?code=abc_-1")).toEqual({ screen: "login", code: "abc_-1" });
  expect(parseRoute("#/login")).toEqual({ screen: "login" });
});

test("a scan that is open keeps the filter it was found with", () => {
  expect(parseRoute("#/scans/12?source=nfc&text=red+box")).toEqual({
    screen: "scans",
    filter: { source: "nfc", text: "red box", time: { kind: "any" } },
    scan: 12,
  });
});

test("the identifier of a tag stands in the address as it is written", () => {
  const place = { screen: "tag", identifier: "04:A2:7F:1B:5E:80:00" } as const;
  expect(printRoute(place)).toBe("#/tags/04:A2:7F:1B:5E:80:00");
  expect(parseRoute("#/tags/04%3AA2:7F%3a1B:5E:80:00")).toEqual(place);
});

test.each([
  "#/scans/",
  "#/scans/x",
  "#/scans/-1",
  "#/scans/1.5",
  "#/scans/9007199254740993",
  "#/inboxes/%",
  "#/inboxes/a/b",
  "#/tags/%",
  "#/destinations/%",
  "#/routes/a/b",
  "#/tags/04/A2",
  "#/elsewhere",
  "#nowhere/else",
])("%s is no place", (hash) => {
  expect(parseRoute(hash)).toEqual({ screen: "unknown" });
});

const word = fc.string({ minLength: 1, unit: "binary" }).filter((text) => text.isWellFormed());
const day = fc
  .date({
    min: new Date("1990-01-01T12:00Z"),
    max: new Date("2100-01-01T12:00Z"),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));
const filter = fc.record(
  {
    inbox: word,
    source: fc.constantFrom("nfc" as const, "code" as const),
    tag: word,
    text: word,
    time: fc.oneof(
      fc.constantFrom(
        { kind: "any" as const },
        { kind: "today" as const },
        { kind: "week" as const },
      ),
      fc.record(
        { kind: fc.constant("range" as const), from: day, to: day },
        { requiredKeys: ["kind"] },
      ),
    ),
  },
  { requiredKeys: ["time"] },
);
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.record(
    { screen: fc.constant("scans" as const), filter, scan: fc.integer({ min: 1 }) },
    { requiredKeys: ["screen", "filter"] },
  ),
  fc.record({ screen: fc.constant("inbox" as const), name: word }),
  fc.record({ screen: fc.constant("tag" as const), identifier: word }),
  fc.record({ screen: fc.constant("tags" as const), text: word }, { requiredKeys: ["screen"] }),
  fc.record({
    screen: fc.constantFrom("inboxes" as const, "routes" as const, "settings" as const),
  }),
  fc.record(
    { screen: fc.constant("make-route" as const), kind: word, destination: word },
    { requiredKeys: ["screen"] },
  ),
  fc.record({
    screen: fc.constantFrom("route" as const, "edit-destination" as const),
    name: word,
  }),
  fc.record(
    {
      screen: fc.constant("destination" as const),
      name: word,
      state: fc.constantFrom(
        "pending" as const,
        "delivered" as const,
        "dead" as const,
        "dropped" as const,
      ),
    },
    { requiredKeys: ["screen", "name"] },
  ),
  fc.record({ screen: fc.constant("login" as const), code: word }, { requiredKeys: ["screen"] }),
);

test("every place survives the way into the address bar and back", () => {
  fc.assert(
    fc.property(route, (place) => {
      expect(parseRoute(printRoute(place))).toEqual(place);
    }),
  );
});

test("any text in the address bar leads somewhere", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const place = parseRoute(`#/${text}`);
      expect(parseRoute(printRoute(place)).screen).toBe(
        place.screen === "unknown" ? "scans" : place.screen,
      );
    }),
  );
});
