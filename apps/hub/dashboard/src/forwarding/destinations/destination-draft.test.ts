import { expect, test } from "vitest";
import {
  createDestinationDraft,
  isComplete,
  pointsToPrivateNetwork,
  savedSecretState,
  toDestinationInput,
  visibleFields,
} from "./destination-draft.ts";
import type { Destination } from "./destinations.ts";
import type { Kind } from "./kinds.ts";

const kind: Kind = {
  name: "http",
  title: "HTTP request",
  summary: "Any server",
  shapes: ["ready-made", "scan", "json"],
  through: true,
  alerts: true,
  fields: [
    { name: "url", label: "Address", type: "url", required: true },
    {
      name: "auth",
      label: "Authentication",
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

const listVisibleNames = (draft: ReturnType<typeof createDestinationDraft>) =>
  visibleFields(kind, draft).map((field) => field.name);

test("starts with the defaults and shows only the fields that apply to them", () => {
  const draft = createDestinationDraft(kind);
  expect(draft.title).toBe("HTTP request");
  expect(draft.values).toMatchObject({ auth: "none", timeout: "30", keep: false, headers: [] });
  expect(listVisibleNames(draft)).toEqual(["url", "auth", "headers", "to", "timeout", "keep"]);
  draft.values.auth = "bearer";
  expect(listVisibleNames(draft)).toContain("token");
});

test("hides a field that depends on a hidden field", () => {
  const draft = createDestinationDraft(kind);
  expect(draft.values.way).toBe("header");
  expect(listVisibleNames(draft)).not.toContain("part");
  draft.values.auth = "oauth2";
  expect(listVisibleNames(draft)).toEqual(expect.arrayContaining(["way", "part"]));
});

test("sends values in the types of their fields, without empty and hidden fields", () => {
  const draft = createDestinationDraft(kind);
  Object.assign(draft.values, {
    url: " https://example.com/hook ",
    timeout: "10",
    to: "a@example.com\n\n b@example.com ",
    headers: [
      { key: "X-Site", value: "north" },
      { key: " ", value: "nothing" },
    ],
  });
  draft.secrets.token = "not visible";
  expect(toDestinationInput(kind, draft, "stock")).toEqual({
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

test("keeps, replaces or removes a secret that is set", () => {
  const destination = {
    settings: { url: "https://example.com", auth: "bearer" },
    secrets: ["token"],
  } as unknown as Destination;
  const draft = createDestinationDraft(kind, destination);
  expect(toDestinationInput(kind, draft, "stock").secrets).toEqual({});
  expect(isComplete(kind, draft)).toBe(true);
  draft.secrets.token = "next";
  expect(toDestinationInput(kind, draft, "stock").secrets).toEqual({ token: "next" });
  draft.secrets.token = null;
  expect(toDestinationInput(kind, draft, "stock").secrets).toEqual({ token: null });
  expect(isComplete(kind, draft)).toBe(false);
});

test("requires a secret again when it would go to another server", () => {
  const settings = { url: "https://example.com/a", auth: "bearer" };
  const draft = createDestinationDraft(kind, {
    settings,
    secrets: ["token"],
  } as unknown as Destination);
  expect(savedSecretState(kind, createDestinationDraft(kind), "token")).toBe("none");
  draft.values.url = "https://example.com/b";
  expect([savedSecretState(kind, draft, "token"), isComplete(kind, draft)]).toEqual(["kept", true]);
  draft.values.url = "https://example.org/b";
  expect([savedSecretState(kind, draft, "token"), isComplete(kind, draft)]).toEqual([
    "moved",
    false,
  ]);
  draft.secrets.token = "next";
  expect(isComplete(kind, draft)).toBe(true);
});

test("calls a form complete once every visible required field is filled in", () => {
  const draft = createDestinationDraft(kind);
  expect(isComplete(kind, draft)).toBe(false);
  draft.values.url = "https://example.com";
  expect(isComplete(kind, draft)).toBe(true);
  draft.values.auth = "bearer";
  expect(isComplete(kind, draft)).toBe(false);
  draft.secrets.token = "abc";
  expect(isComplete(kind, draft)).toBe(true);
});

test("converts saved settings to a form and back without a change", () => {
  const settings = {
    url: "https://example.com/hook",
    auth: "oauth2",
    way: "body",
    headers: { "X-Site": "north" },
    to: ["a", "b"],
    timeout: 5,
    keep: true,
  };
  const draft = createDestinationDraft(kind, { settings, secrets: [] } as unknown as Destination);
  expect(toDestinationInput(kind, draft, "stock").settings).toEqual(settings);
});

test("notices an address in a private network", () => {
  const draft = createDestinationDraft(kind);
  draft.values.url = "http://192.168.1.2/x";
  expect(pointsToPrivateNetwork(kind, draft)).toBe(true);
  draft.values.url = "https://example.com/x";
  expect(pointsToPrivateNetwork(kind, draft)).toBe(false);
});
