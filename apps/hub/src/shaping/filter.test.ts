import fc from "fast-check";
import { expect, test } from "vitest";
import type { DestinationRecord, RouteFilter, RouteRecord } from "../store/routing.ts";
import { compileFilter, compileRouting, type Routable } from "./filter.ts";

const spool: Routable = {
  inbox: "shelf",
  source: "nfc",
  identifier: "04:A2:B3:C4:D5:E6:07",
  content: "https://example.org/s/7",
  tagType: "openPrintTag",
  structured: {
    materialType: { abbreviation: "PLA" },
    minPrintTemperature: 200,
    tags: ["glow", "matte"],
    "a.b": "dotted",
    nothing: null,
  },
};

function passes(filter: RouteFilter, scan: Routable = spool): boolean {
  const compiled = compileFilter(filter);
  if (!compiled.ok) throw new Error(compiled.reason);
  return compiled.passes(scan);
}

test.each<[RouteFilter, boolean]>([
  [{}, true],
  [{ source: "nfc" }, true],
  [{ source: "code" }, false],
  [{ identifier: "04:a2:*" }, true],
  [{ content: "*/s/?" }, true],
  [{ content: "*/s/?", source: "code" }, false],
  [{ tagType: "openPrintTag" }, true],
  [{ tagType: "!*" }, false],
  [{ structured: { "materialType.abbreviation": "pla | petg" } }, true],
  [{ structured: { "materialType.abbreviation": "!pla" } }, false],
  [{ structured: { minPrintTemperature: "2??" } }, true],
  [{ structured: { tags: "matte" } }, true],
  [{ structured: { tags: "!matte" } }, false],
  [{ structured: { "a.b": "dotted" } }, true],
  [{ structured: { missing: "*" } }, false],
  [{ structured: { missing: "!PLA" } }, true],
  [{ structured: { nothing: "*" } }, false],
  [{ structured: { "__proto__.x": "*" } }, false],
  [{ structured: { constructor: "*" } }, false],
  [{ structured: { materialType: '*"PLA"*' } }, true],
])("whether the filter %j lets the spool pass is %s", (filter, expected) => {
  expect(passes(filter)).toBe(expected);
});

test("a scan without a value that the filter needs does not pass", () => {
  const codeScan: Routable = { inbox: "i", identifier: "x", content: "y" };
  expect(passes({ source: "nfc" }, codeScan)).toBe(false);
  expect(passes({ tagType: "*" }, codeScan)).toBe(false);
  expect(passes({ structured: { a: "*" } }, codeScan)).toBe(false);
});

test("the field of an invalid pattern in a filter is returned", () => {
  expect(compileFilter({ content: "/(/" })).toMatchObject({ ok: false, field: "content" });
  expect(compileFilter({ structured: { "a.b": "/[/" } })).toMatchObject({
    ok: false,
    field: "structured.a.b",
  });
});

test.each([
  [
    "no | full",
    [
      ["no", "full"],
      ["no", "used"],
    ],
    [["yes", "checked-in"]],
  ],
  [
    "!yes",
    [
      ["no", "full"],
      ["look", "checked-in"],
    ],
    [["yes", "checked-in"]],
  ],
  [
    "checked-*",
    [
      ["yes", "checked-in"],
      ["look", "checked-in"],
      ["yes", "checked-out"],
    ],
    [["no", "used"]],
  ],
])(
  "the verdict %s is matched by its result or its code, and by no scan without one",
  (verdict, pass, fail) => {
    const filter = compileFilter({ verdict });
    if (!filter.ok) throw new Error(filter.reason);
    const bare = { inbox: "door", identifier: "1", content: "T-1" };
    for (const [verdicts, expected] of [
      [pass, true],
      [fail, false],
    ] as const)
      for (const [result, code] of verdicts) {
        expect(filter.passes({ ...bare, verdict: { result: result!, code: code! } })).toBe(
          expected,
        );
        expect(filter.verdicts!.includes(`${result} ${code}`)).toBe(expected);
      }
    expect(filter.passes(bare)).toBe(false);
    expect(filter.passes({ ...bare, verdict: "undecided" })).toBe(true);
  },
);

test("a scan that is yet to be decided about gets deliveries that name the verdicts they are for", () => {
  const findRoutes = compileRouting({
    destinations: [destination("on", "on")],
    routes: [route(1, { filter: { verdict: "full" } }), route(2, {})],
  });
  const scan = { inbox: "door", identifier: "1", content: "T-1" };
  const deliveries = findRoutes({ ...scan, verdict: "undecided" }).map((match) => match.delivery);
  expect(deliveries).toStrictEqual([
    { route: 1, state: "pending", verdicts: ["yes full", "look full", "no full", "ask full"] },
    { route: 2, state: "pending" },
  ]);
  expect(findRoutes(scan).map((match) => match.delivery)).toStrictEqual([
    { route: 2, state: "pending" },
  ]);
});

const destination = (name: string, state: DestinationRecord["state"]): DestinationRecord => ({
  id: name.length,
  name,
  kind: "http",
  settings: {},
  secrets: [],
  state,
  concurrency: 4,
  ordered: false,
  allowPrivate: false,
  origin: "dashboard",
  createdAt: "2026-11-21T00:00:00.000Z",
  revision: 1,
  changedAt: "2026-11-21T00:00:00.000Z",
});

const route = (id: number, overrides: Partial<RouteRecord>): RouteRecord => ({
  id,
  name: `route-${id}`,
  destination: "on",
  filter: {},
  shape: { format: "ready-made" },
  mode: "stored",
  on: true,
  origin: "dashboard",
  createdAt: "2026-11-21T00:00:00.000Z",
  revision: 1,
  changedAt: "2026-11-21T00:00:00.000Z",
  ...overrides,
});

test("each matching route creates one delivery, which is dropped if its destination is switched off and pending otherwise", () => {
  const findDeliveries = compileRouting({
    destinations: [
      destination("on", "on"),
      destination("held!", "held"),
      destination("dropping", "dropping"),
    ],
    routes: [
      route(1, {}),
      route(2, { inbox: "shelf", destination: "held!" }),
      route(3, { inbox: "door" }),
      route(4, { destination: "dropping", filter: { source: "nfc" } }),
      route(5, { on: false }),
      route(6, { filter: { source: "code" } }),
      route(7, { destination: "gone" }),
    ],
  });
  expect(findDeliveries(spool).map(({ delivery }) => delivery)).toEqual([
    { route: 1, state: "pending" },
    { route: 2, state: "pending" },
    { route: 4, state: "dropped" },
  ]);
  expect(
    findDeliveries(spool).map(({ route, destination }) => [route.name, destination.name]),
  ).toEqual([
    ["route-1", "on"],
    ["route-2", "held!"],
    ["route-4", "dropping"],
  ]);
});

test("any filter compiles or names its invalid part, and then decides on any scan", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("*", "!*", "/a/", "a | b"));
  const filters = fc.record(
    {
      source: fc.constantFrom("nfc" as const, "code" as const),
      identifier: text,
      content: text,
      tagType: text,
      structured: fc.dictionary(fc.string(), text),
    },
    { requiredKeys: [] },
  );
  const scans = fc.record({
    inbox: fc.string(),
    identifier: fc.string(),
    content: fc.string({ unit: "binary" }),
    structured: fc.dictionary(fc.string(), fc.jsonValue()),
  });
  const property = fc.property(filters, scans, (filter, scan) => {
    const compiled = compileFilter(filter);
    expect(compiled.ok ? typeof compiled.passes(scan) : typeof compiled.field).toMatch(
      compiled.ok ? "boolean" : "string",
    );
  });
  fc.assert(property);
});
