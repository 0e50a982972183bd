import fc from "fast-check";
import { expect, test } from "vitest";
import { noFilter } from "./scan-filter.ts";
import { needOf, parseHash, type Screen, toHash } from "./screens.ts";

test("parses an empty address as the list of scans", () => {
  for (const hash of ["", "#", "#/"]) {
    expect(parseHash(hash)).toEqual({ screen: "scans", filter: noFilter });
  }
});

test("parses the one-time link as the log-in screen with its code", () => {
  expect(parseHash("#/login?code=abc_-1")).toEqual({ screen: "login", code: "abc_-1" });
  expect(parseHash("#/login")).toEqual({ screen: "login" });
});

test("the code of a problem at the provider of single sign-on is in the address", () => {
  const screen = { screen: "login", problem: "sso-denied" } as const;
  expect(toHash(screen)).toBe("#/login?problem=sso-denied");
  expect(parseHash("#/login?problem=sso-denied")).toEqual(screen);
});

test("the parts of the settings have addresses, and need what their endpoints need", () => {
  expect(parseHash("#/settings/people")).toEqual({ screen: "settings", part: "people" });
  expect(needOf({ screen: "settings" })).toBe(undefined);
  expect(needOf({ screen: "settings", part: "people" })).toBe("seePeople");
  expect(needOf({ screen: "settings", part: "changes" })).toBe("own");
  expect(needOf({ screen: "edit-destination", name: "shop" })).toBe("forward");
});

test("parses the filter of the list together with the open scan", () => {
  expect(parseHash("#/scans/12?source=nfc&text=red+box")).toEqual({
    screen: "scans",
    filter: { source: "nfc", text: "red box", time: { kind: "any" } },
    scan: 12,
  });
});

test("writes the colons of a tag identifier unescaped, and parses them escaped or not", () => {
  const screen = { screen: "tag", identifier: "04:A2:7F:1B:5E:80:00" } as const;
  expect(toHash(screen)).toBe("#/tags/04:A2:7F:1B:5E:80:00");
  expect(parseHash("#/tags/04%3AA2:7F%3a1B:5E:80:00")).toEqual(screen);
});

test("the filter of the entries of a register is in its address", () => {
  const screen = { screen: "register", name: "tool-room", show: "overdue" } as const;
  expect(toHash(screen)).toBe("#/registers/tool-room?show=overdue");
  expect(parseHash("#/registers/tool-room?show=overdue")).toEqual(screen);
});

test.each([
  "#/scans",
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
  "#/registers/%",
  "#/entries/gala",
  "#/entries/gala?id=0",
  "#/entries/%?id=1",
  "#/tags/04/A2",
  "#/settings/",
  "#/settings/constructor",
  "#/settings/tokens/1",
  "#/constructor",
  "#/elsewhere",
  "#nowhere/else",
])("%s is the address of no screen", (hash) => {
  expect(parseHash(hash)).toEqual({ screen: "unknown" });
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
const screen: fc.Arbitrary<Screen> = fc.oneof(
  fc.record(
    { screen: fc.constant("scans" as const), filter, scan: fc.integer({ min: 1 }) },
    { requiredKeys: ["screen", "filter"] },
  ),
  fc.record({ screen: fc.constant("inbox" as const), name: word }),
  fc.record({ screen: fc.constant("tag" as const), identifier: word }),
  fc.record({ screen: fc.constant("tags" as const), text: word }, { requiredKeys: ["screen"] }),
  fc.record({
    screen: fc.constantFrom(
      "inboxes" as const,
      "registers" as const,
      "routes" as const,
      "settings" as const,
    ),
  }),
  fc.record(
    { screen: fc.constant("make-route" as const), kind: word, destination: word },
    { requiredKeys: ["screen"] },
  ),
  fc.record({
    screen: fc.constantFrom("route" as const, "register" as const, "edit-destination" as const),
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

test("parses the hash of any screen back to the same screen", () => {
  fc.assert(
    fc.property(screen, (original) => {
      expect(parseHash(toHash(original))).toEqual(original);
    }),
  );
});

test("parses any text to a screen that has a hash of its own, or to the list of scans", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const parsed = parseHash(`#/${text}`);
      const expected = parsed.screen === "unknown" ? "scans" : parsed.screen;
      expect(parseHash(toHash(parsed)).screen).toBe(expected);
    }),
  );
});
