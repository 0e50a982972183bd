import fc from "fast-check";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { maxSpan } from "../definitions/span.ts";
import type { DestinationRecord, RouteRecord } from "../store/routing.ts";
import { parseConfigFile } from "./parse.ts";
import { formatDefinitions } from "./print.ts";

const createdAt = "2026-05-12T14:23:01.000Z";
const anyName = fc.oneof(
  fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,10}$/),
  // Names that would result in the same variable.
  fc.stringMatching(/^[a1][_-]{0,2}$/),
);
const anyLine = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((text) => {
  return text.trim() === text && !/\p{Cc}/u.test(text) && text.isWellFormed();
});
const anyTitle = fc.option(anyLine, { nil: undefined });

const anyDestination = fc
  .record({
    title: anyTitle,
    path: fc.webPath(),
    headers: fc.option(
      fc.dictionary(fc.stringMatching(/^x-[a-z]{1,8}$/), fc.stringMatching(/^[!-z]{1,10}$/), {
        minKeys: 1,
        maxKeys: 3,
      }),
      { nil: undefined },
    ),
    hasSecret: fc.boolean(),
    concurrency: fc.integer({ min: 1, max: 64 }),
    ordered: fc.boolean(),
    allowPrivate: fc.boolean(),
  })
  .map(
    ({ title, path, headers, hasSecret, ...rest }): Omit<DestinationRecord, "id" | "name"> => ({
      ...rest,
      ...(title && { title }),
      kind: "http",
      settings: {
        url: `https://example.org${path || "/"}`,
        ...(hasSecret && { auth: "bearer" }),
        ...(headers && { headers }),
      },
      secrets: hasSecret ? ["token"] : [],
      state: "on",
      origin: "dashboard",
      createdAt,
      revision: 1,
      changedAt: createdAt,
    }),
  );

const anyShape = fc.oneof(
  fc.constantFrom<RouteRecord["shape"]>({ format: "ready-made" }, { format: "scan" }),
  fc
    .record({
      format: fc.constantFrom("json" as const, "form" as const, "text" as const),
      text: anyLine,
    })
    .map(({ format, text }): RouteRecord["shape"] => ({
      format,
      template: `${text.replace(/[{}%]/g, "")}.\n  {{ content | json }}\n# not a comment\n`,
    })),
);

const anySpan = fc.option(
  fc.integer({ min: 1, max: maxSpan }).map((seconds) => seconds * 1000),
  { nil: undefined },
);

const anyRoute = fc
  .record({
    title: anyTitle,
    inbox: fc.option(anyName, { nil: undefined }),
    shape: anyShape,
    content: fc.option(fc.stringMatching(/^[\w*? :#-]{1,10}$/), { nil: undefined }),
    structured: fc.option(fc.dictionary(anyLine, fc.stringMatching(/^\w{1,5}$/), { minKeys: 1 }), {
      nil: undefined,
    }),
    mode: fc.constantFrom("stored" as const, "through" as const),
    expiresMs: anySpan,
    oncePerMs: anySpan,
    on: fc.boolean(),
  })
  .map(({ oncePerMs, ...route }) =>
    // A through route cannot leave out a scan.
    route.mode === "through" ? route : { ...route, oncePerMs },
  );

test("formatted definitions parse back to the same values, with secrets from the variables they name", () => {
  fc.assert(
    fc.property(
      fc.dictionary(anyName, anyDestination, { minKeys: 1, maxKeys: 3 }),
      fc.dictionary(anyName, anyRoute, { maxKeys: 3 }),
      (destinations, routes) => {
        const records = Object.entries(destinations).map(([key, record], index) => ({
          ...record,
          id: index,
          name: key,
        }));
        const routeRecords = Object.entries(routes).map(([key, record], index): RouteRecord => {
          const { title, inbox, content, structured, ...rest } = record;
          return {
            ...rest,
            ...(title && { title }),
            ...(inbox && { inbox }),
            id: index,
            name: key,
            destination: records[index % records.length]!.name,
            filter: { ...(content && { content }), ...(structured && { structured }) },
            origin: "dashboard",
            createdAt,
            revision: 1,
            changedAt: createdAt,
          };
        });
        const yaml = formatDefinitions({
          routing: { destinations: records, routes: routeRecords },
        });
        const written: Record<string, { secrets?: { token: string } }> =
          parseYaml(yaml).destinations;
        const variablesByDestination = Object.entries(written).flatMap(([name, { secrets }]) =>
          secrets ? [[name, secrets.token.slice(2, -1)] as const] : [],
        );
        // No two destinations share a variable, and each one gets its own secret back.
        const env = Object.fromEntries(
          variablesByDestination.map(([name, variable]) => [variable, `of ${name}`]),
        );
        expect(Object.keys(env)).toHaveLength(variablesByDestination.length);
        const parsed = parseConfigFile(yaml, { path: "x.yaml", env });
        if (!parsed.ok) throw new Error(`${parsed.reasons[0]}\n${yaml}`);
        const { definitions } = parsed;
        expect([...definitions!.destinations.keys()].toSorted()).toEqual(
          records.map(({ name }) => name).toSorted(),
        );
        for (const {
          id: _,
          name,
          secrets,
          state,
          origin,
          createdAt,
          revision,
          changedAt,
          ...rest
        } of records) {
          expect(definitions!.destinations.get(name)).toEqual({
            ...rest,
            secrets: secrets.length > 0 ? { token: `of ${name}` } : {},
            keptSecrets: [],
          });
        }
        for (const {
          id: _,
          name,
          origin,
          createdAt,
          revision,
          changedAt,
          ...rest
        } of routeRecords) {
          expect(definitions!.routes.get(name)).toEqual(rest);
        }
        expect(definitions!.routes.size).toBe(routeRecords.length);
      },
    ),
  );
});

test("defaults are omitted, and a template keeps its lines", () => {
  const template = '{\n  "code": {{ content | json }}\n}\n';
  const yaml = formatDefinitions({
    routing: {
      destinations: [
        {
          id: 1,
          name: "erp",
          kind: "http",
          settings: { url: "https://example.org/" },
          secrets: ["clientSecret"],
          state: "held",
          concurrency: 4,
          ordered: false,
          allowPrivate: false,
          origin: "dashboard",
          createdAt,
          revision: 1,
          changedAt: createdAt,
        },
      ],
      routes: [
        {
          id: 1,
          name: "codes",
          destination: "erp",
          filter: {},
          shape: { format: "json", template },
          mode: "stored",
          expiresMs: 30_000,
          oncePerMs: 5_400_000,
          on: true,
          origin: "file",
          createdAt,
          revision: 1,
          changedAt: createdAt,
        },
      ],
    },
  });
  expect(yaml).toBe(`destinations:
  erp:
    kind: http
    settings:
      url: https://example.org/
    secrets:
      clientSecret: \${ERP_CLIENT_SECRET}
routes:
  codes:
    destination: erp
    shape:
      format: json
      template: |
        {
          "code": {{ content | json }}
        }
    expires: 30 s
    oncePer: 1 h 30 min
`);
});

test("registers are printed without guests and counts, and read back as they were", () => {
  const printed = formatDefinitions({
    routing: { destinations: [], routes: [] },
    registers: [
      {
        ...{ id: 1, name: "gala", title: "Gala", kind: "check-in", origin: "dashboard" },
        rules: { capacity: 900, texts: { "checked-in": "Welcome!" } },
        keepDays: 3,
        bindings: [
          { inbox: "door", action: "in", answer: "negotiated" },
          { inbox: "exit", action: "out", answer: "always-2xx" },
        ],
        ...{ createdAt, revision: 1, changedAt: createdAt },
        ...{ entries: 2, inside: 1, admitted: 1, refused: 1, secrets: [] },
      },
    ],
  });
  expect(printed).toBe(`destinations: {}
routes: {}
registers:
  gala:
    title: Gala
    kind: check-in
    rules:
      capacity: 900
      texts:
        checked-in: Welcome!
    keepDays: 3
    bindings:
      - inbox: door
      - inbox: exit
        action: out
        answer: always-2xx
`);
  const parsed = parseConfigFile(printed, { path: "scanhook.yaml", env: {} });
  expect(parsed.ok && parsed.definitions?.registers.get("gala")).toMatchObject({
    rules: { capacity: 900, texts: { "checked-in": "Welcome!" } },
    bindings: [
      { inbox: "door", action: "in" },
      { inbox: "exit", answer: "always-2xx" },
    ],
  });
});

test("a stock is printed without what its scans do by default, and read back as it was", () => {
  const printed = formatDefinitions({
    routing: { destinations: [], routes: [] },
    registers: [
      {
        ...{
          id: 1,
          name: "parts",
          kind: "stock",
          origin: "dashboard",
          rules: { belowZero: "look" },
        },
        bindings: [
          { inbox: "count", action: "count", answer: "negotiated" },
          { inbox: "take", action: "remove", answer: "negotiated" },
        ],
        ...{ createdAt, revision: 1, changedAt: createdAt },
        ...{ entries: 2, inside: 0, admitted: 0, refused: 0, secrets: [] },
      },
    ],
  });
  expect(printed).toBe(`destinations: {}
routes: {}
registers:
  parts:
    kind: stock
    rules:
      belowZero: look
    bindings:
      - inbox: count
      - inbox: take
        action: remove
`);
  const parsed = parseConfigFile(printed, { path: "scanhook.yaml", env: {} });
  expect(parsed.ok && parsed.definitions?.registers.get("parts")).toMatchObject({
    kind: "stock",
    bindings: [
      { inbox: "count", action: "count" },
      { inbox: "take", action: "remove" },
    ],
  });
});
