import fc from "fast-check";
import { expect, test } from "vitest";
import { createEgress } from "../egress/egress.ts";
import { completeSettings, findActiveFields, parseFields } from "./fields.ts";
import type { Kind } from "./kind.ts";
import { findKind, kinds } from "./kinds.ts";

const kind: Kind = {
  name: "sample",
  title: "Sample",
  summary: "",
  group: "server",
  via: "http",
  fields: [
    { name: "url", label: "Address", type: "url", required: true },
    { name: "broker", label: "Broker", type: "url", protocols: ["mqtt:", "mqtts:"] },
    { name: "count", label: "Count", type: "number", default: 3, min: 1, max: 9 },
    { name: "loud", label: "Loud", type: "switch", default: false },
    {
      name: "auth",
      label: "Auth",
      type: "choice",
      default: "none",
      choices: [
        { value: "none", label: "None" },
        { value: "token", label: "Token" },
      ],
    },
    {
      name: "token",
      label: "Token",
      type: "text",
      secret: true,
      copied: true,
      required: true,
      when: { field: "auth", is: ["token"] },
    },
    { name: "place", label: "Place", type: "text", when: { field: "loud", is: ["true"] } },
    { name: "deep", label: "Deep", type: "text", when: { field: "place", is: ["here"] } },
    { name: "password", label: "Password", type: "text", secret: true },
    { name: "keys", label: "Keys", type: "lines", secret: true },
    { name: "names", label: "Names", type: "lines" },
    { name: "pairs", label: "Pairs", type: "pairs", template: true },
    { name: "pem", label: "PEM", type: "multiline" },
  ],
  shapes: [],
  createMessages: () => ({ ok: true, messages: [] }),
};

const url = "https://example.org/";

test("given values are kept, and defaults are filled in only when settings are completed", () => {
  const input = {
    url: ` ${url} `,
    count: "7",
    loud: "true",
    names: "a\r\n\n b \n",
    pairs: { " x ": 1, y: "{{ content }}", z: "" },
    pem: "-----BEGIN\r\nx\r\n",
    keys: ["k1", "k2"],
  };
  expect(parseFields(kind, input)).toEqual({
    ok: true,
    settings: {
      url,
      count: 7,
      loud: true,
      names: ["a", "b"],
      pairs: { x: "1", y: "{{ content }}" },
      pem: "-----BEGIN\nx",
    },
    secrets: { keys: "k1\nk2" },
  });
  expect(parseFields(kind, { url, count: "", loud: null })).toEqual({
    ok: true,
    settings: { url },
    secrets: {},
  });
  expect(completeSettings(kind, { url })).toEqual({ url, count: 3, loud: false, auth: "none" });
});

test("fields that other choices make inactive are neither required nor kept", () => {
  const input = { url, token: "t", place: "here", deep: "x" };
  expect(parseFields(kind, input)).toEqual({ ok: true, settings: { url }, secrets: {} });
  expect(parseFields(kind, { ...input, auth: "token", loud: true })).toEqual({
    ok: true,
    settings: { url, auth: "token", loud: true, place: "here", deep: "x" },
    secrets: { token: "t" },
  });
  const listActiveNames = (settings: Record<string, unknown>) =>
    findActiveFields(kind, settings).map(({ name }) => name);
  expect(listActiveNames({ url })).not.toContain("token");
  expect(listActiveNames({ url, auth: "token" })).toContain("token");
  expect(listActiveNames({ url, loud: true, place: "there" })).not.toContain("deep");
});

test("a stored secret need not be entered again, but a required one cannot be removed", () => {
  const input = { url, auth: "token" };
  expect(parseFields(kind, input)).toEqual({
    ok: false,
    field: "token",
    reason: "“Token” is missing.",
  });
  expect(parseFields(kind, input, ["token"])).toMatchObject({ ok: true, secrets: {} });
  expect(parseFields(kind, { ...input, token: null }, ["token"])).toMatchObject({ field: "token" });
});

test("a password keeps its spaces and loses the line break of a paste", () => {
  expect(parseFields(kind, { url, password: " a b \n" })).toMatchObject({
    secrets: { password: " a b " },
  });
});

test("a token loses the spaces around it", () => {
  expect(parseFields(kind, { url, auth: "token", token: " a-b \r\n" })).toMatchObject({
    secrets: { token: "a-b" },
  });
  expect(parseFields(kind, { url, auth: "token", token: "  " })).toMatchObject({ field: "token" });
});

test.each([
  [{}, "“Address” is missing."],
  [{ url: "example.org" }, "“Address” must be an address such as https://example.org/path."],
  [{ url, broker: url }, "“Broker” must be an address such as mqtts://example.org/path."],
  [{ url, count: 10 }, "“Count” must be a whole number from 1 to 9."],
  [{ url, count: 1.5 }, "“Count” must be a whole number from 1 to 9."],
  [{ url, loud: "maybe" }, "“Loud” must be true or false."],
  [{ url, auth: "magic" }, "“Auth” must be one of none, token."],
  [{ url, auth: "token", token: "a\nb" }, "“Token” must be text in one line."],
  [{ url, names: { a: 1 } }, "“Names” must be a list of texts, or one text per line."],
  [{ url, pairs: ["a"] }, "“Pairs” must be a mapping of names to texts, each in one line."],
  [{ url, pairs: { a: "{{" } }, /^“Pairs” cannot be filled in\. The template has an error: .*\.$/],
  [{ url, adress: 1 }, /^“adress” is not a field of Sample\. Its fields are url, broker, .*\.$/],
])("the values %j are refused: %s", (input, reason) => {
  const parsed = parseFields(kind, input);
  expect(parsed.ok ? "" : parsed.reason).toEqual(
    typeof reason === "string" ? reason : expect.stringMatching(reason),
  );
});

const baseInputs: Record<string, Record<string, unknown>> = {
  http: {},
  mail: { from: "a@example.org", to: "b@example.org" },
  mqtt: { security: "tls" },
  amqp: { routingKey: "scans" },
};
const oauth2Input = { auth: "oauth2", clientId: "id", clientSecret: "s3cret" };

test.each([
  [
    "http",
    "url",
    "http://169.254.169.254/latest/meta-data",
    "169.254.169.254 is the metadata service",
  ],
  [
    "http",
    "url",
    "https://169.254.169.254/{{ content }}",
    "169.254.169.254 is the metadata service",
  ],
  ["http", "url", "http://2852039166/", "169.254.169.254 is the metadata service"],
  ["http", "url", "http://[fe80::1]:8080/", "fe80::1 is a link-local address"],
  ["http", "url", "http://[::ffff:169.254.169.254]/", "::ffff:a9fe:a9fe is the metadata service"],
  ["http", "url", "http://[fd00:ec2::254]/", "fd00:ec2::254 is the metadata service"],
  ["http", "url", "http://0.0.0.0/", "0.0.0.0 is not the address of a host"],
  ["http", "tokenUrl", "http://169.254.169.254/token", "169.254.169.254 is the metadata service"],
  [
    "slack",
    "url",
    "https://169.254.169.254/services/T/B/x",
    "169.254.169.254 is the metadata service",
  ],
  ["mqtt", "host", "169.254.169.254", "169.254.169.254 is the metadata service"],
  ["mqtt", "host", "fe80::1%eth0", "fe80::1%eth0 is a link-local address"],
  ["mqtt", "host", "[fd00:ec2::254]", "fd00:ec2::254 is the metadata service"],
  ["amqp", "url", "amqps://169.254.169.254:5671/shop", "169.254.169.254 is the metadata service"],
  ["mail", "host", "224.0.0.1", "224.0.0.1 is a multicast address"],
])(
  "%s refuses %s %s when it is saved, as it would be refused when dialed",
  (name, field, value, beginning) => {
    const input = {
      ...baseInputs[name],
      ...(field === "tokenUrl" ? { ...oauth2Input, url } : {}),
      [field]: value,
    };
    const parsed = parseFields(findKind(name)!, input);
    expect(parsed).toEqual({ ok: false, field, reason: expect.any(String) });
    const reason = parsed.ok ? "" : parsed.reason;
    expect(reason.startsWith(beginning)).toBe(true);
    expect(reason).toMatch(/\. The hub never sends anything there\.$/);
  },
);

test.each([
  ["http", "url", "http://metadata.google.internal/"],
  ["http", "url", "http://10.0.0.1/169.254.169.254"],
  ["mqtt", "host", "127.0.0.1"],
  ["mqtt", "host", "169.254.169.254.example.org"],
  ["mail", "host", "fd12::25"],
])("%s accepts %s %s, which is checked when it is dialed", (name, field, value) => {
  const input = { ...baseInputs[name], [field]: value };
  expect(parseFields(findKind(name)!, input)).toMatchObject({
    ok: true,
    settings: { [field]: value },
  });
});

test("an address is refused with the guard's sentence if and only if the guard never allows it", () => {
  const { refusal } = createEgress();
  const property = fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
    const parsed = parseFields(findKind("mqtt")!, { host: address });
    expect(parsed.ok ? undefined : parsed.reason).toBe(refusal(address, { allowPrivate: true }));
  });
  fc.assert(property);
});

test("any input for any kind is accepted or refused with one sentence, and accepted values are accepted again", () => {
  const values = fc.oneof(
    fc.anything(),
    fc.string({ unit: "binary" }),
    fc.webUrl(),
    fc.constantFrom("true", "1", "basic", "{{ content }}"),
  );
  const cases = fc.constantFrom(kind, ...kinds).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      input: fc.record(Object.fromEntries(kind.fields.map(({ name }) => [name, values])), {
        requiredKeys: [],
      }),
      storedSecrets: fc.subarray(kind.fields.map(({ name }) => name)),
    }),
  );
  const property = fc.property(cases, ({ kind, input, storedSecrets }) => {
    const parsed = parseFields(kind, input, storedSecrets);
    if (!parsed.ok) {
      expect(parsed).toMatchObject({
        field: expect.any(String),
        reason: expect.stringMatching(/\.$/),
      });
      return;
    }
    const parsedInput = { ...parsed.settings, ...parsed.secrets };
    expect(parseFields(kind, parsedInput, storedSecrets)).toEqual(parsed);
    completeSettings(kind, parsed.settings);
  });
  fc.assert(property);
});
