import { expect, test } from "vitest";
import type { Destination } from "./destinations.ts";
import { askedFields, isOwnNetwork, isWhole, keeping, toDraft, toGiven } from "./draft.ts";
import type { Kind } from "./kinds.ts";

const kind: Kind = {
  name: "http",
  title: "HTTP request",
  summary: "Any server",
  shapes: ["ready-made", "scan", "json"],
  through: true,
  fields: [
    { name: "url", label: "Address", type: "url", required: true },
    {
      name: "auth",
      label: "Signs in by",
      type: "choice",
      default: "none",
      choices: [
        { value: "none", label: "Nothing" },
        { value: "bearer", label: "Token" },
        { value: "oauth2", label: "OAuth 2" },
      ],
    },
    {
      name: "token",
      label: "Token",
      type: "text",
      secret: true,
      required: true,
      when: { field: "auth", is: ["bearer"] },
    },
    {
      name: "way",
      label: "Way",
      type: "choice",
      choices: [
        { value: "header", label: "Header" },
        { value: "body", label: "Body" },
      ],
      when: { field: "auth", is: ["oauth2"] },
    },
    { name: "part", label: "Part", type: "text", when: { field: "way", is: ["header"] } },
    { name: "headers", label: "Headers", type: "pairs" },
    { name: "to", label: "To", type: "lines" },
    { name: "timeout", label: "Time-out", type: "number", default: 30 },
    { name: "keep", label: "Keep", type: "switch" },
  ],
};

const asked = (draft: ReturnType<typeof toDraft>) => askedFields(kind, draft).map((f) => f.name);

test("a new form has the defaults, and asks only what the answers so far lead to", () => {
  const draft = toDraft(kind);
  expect(draft.title).toBe("HTTP request");
  expect(draft.values).toMatchObject({ auth: "none", timeout: "30", keep: false, headers: [] });
  expect(asked(draft)).toEqual(["url", "auth", "headers", "to", "timeout", "keep"]);
  draft.values.auth = "bearer";
  expect(asked(draft)).toContain("token");
});

test("what hangs on a field that is not asked is not asked either", () => {
  const draft = toDraft(kind);
  expect(draft.values.way).toBe("header");
  expect(asked(draft)).not.toContain("part");
  draft.values.auth = "oauth2";
  expect(asked(draft)).toEqual(expect.arrayContaining(["way", "part"]));
});

test("what is sent is typed as the fields say; what is empty or not asked is left out", () => {
  const draft = toDraft(kind);
  Object.assign(draft.values, {
    url: " https://example.com/hook ",
    timeout: "10",
    to: "a@example.com\n\n b@example.com ",
    headers: [
      { key: "X-Site", value: "north" },
      { key: " ", value: "nothing" },
    ],
  });
  draft.secrets.token = "not asked";
  expect(toGiven(kind, draft, "stock")).toEqual({
    name: "stock",
    title: "HTTP request",
    kind: "http",
    settings: {
      url: "https://example.com/hook",
      auth: "none",
      headers: { "X-Site": "north" },
      to: ["a@example.com", "b@example.com"],
      timeout: 10,
      keep: false,
    },
    secrets: {},
    allowPrivate: false,
    concurrency: 4,
    ordered: false,
  });
});

test("a secret that is set is left alone, replaced, or taken away", () => {
  const destination = {
    settings: { url: "https://example.com", auth: "bearer" },
    secrets: ["token"],
  } as unknown as Destination;
  const draft = toDraft(kind, destination);
  expect(toGiven(kind, draft, "stock").secrets).toEqual({});
  expect(isWhole(kind, draft)).toBe(true);
  draft.secrets.token = "next";
  expect(toGiven(kind, draft, "stock").secrets).toEqual({ token: "next" });
  draft.secrets.token = null;
  expect(toGiven(kind, draft, "stock").secrets).toEqual({ token: null });
  expect(isWhole(kind, draft)).toBe(false);
});

test("a secret is asked for again where it would go to another server", () => {
  const settings = { url: "https://example.com/a", auth: "bearer" };
  const draft = toDraft(kind, { settings, secrets: ["token"] } as unknown as Destination);
  expect(keeping(kind, toDraft(kind), "token")).toBe("no");
  draft.values.url = "https://example.com/b";
  expect([keeping(kind, draft, "token"), isWhole(kind, draft)]).toEqual(["yes", true]);
  draft.values.url = "https://example.org/b";
  expect([keeping(kind, draft, "token"), isWhole(kind, draft)]).toEqual(["moved", false]);
  draft.secrets.token = "next";
  expect(isWhole(kind, draft)).toBe(true);
});

test("a form is whole once everything required that is asked is there", () => {
  const draft = toDraft(kind);
  expect(isWhole(kind, draft)).toBe(false);
  draft.values.url = "https://example.com";
  expect(isWhole(kind, draft)).toBe(true);
  draft.values.auth = "bearer";
  expect(isWhole(kind, draft)).toBe(false);
  draft.secrets.token = "abc";
  expect(isWhole(kind, draft)).toBe(true);
});

test("settings that were saved come back as they were", () => {
  const settings = {
    url: "https://example.com/hook",
    auth: "oauth2",
    way: "body",
    headers: { "X-Site": "north" },
    to: ["a", "b"],
    timeout: 5,
    keep: true,
  };
  const draft = toDraft(kind, { settings, secrets: [] } as unknown as Destination);
  expect(toGiven(kind, draft, "stock").settings).toEqual(settings);
});

test("an address in the own network is noticed", () => {
  const draft = toDraft(kind);
  draft.values.url = "http://192.168.1.2/x";
  expect(isOwnNetwork(kind, draft)).toBe(true);
  draft.values.url = "https://example.com/x";
  expect(isOwnNetwork(kind, draft)).toBe(false);
});
