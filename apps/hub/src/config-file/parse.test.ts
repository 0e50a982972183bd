import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConfigFile } from "./parse.ts";

const path = "/d/scanhook.yaml";
const parse = (text: string, env: Record<string, string> = {}) =>
  parseConfigFile(text, { path, env });

const validYaml = `
http-port: 8080
destinations:
  erp:
    title: ERP
    kind: http
    settings:
      url: https://erp.example.org/scans
      auth: basic
      username: hub
    secrets:
      password: pre-\${ERP_PASSWORD}-$\${x}
    ordered: true
routes:
  codes:
    inbox: door
    destination: erp
    filter: { source: code, structured: { a.b: "x*" } }
    shape:
      format: json
      template: |
        {"code": {{ content | json }}}
`;

test("a file is parsed as a whole, with variables filled into its secrets", () => {
  const parsed = parse(validYaml, { ERP_PASSWORD: "hunter2" });
  expect(parsed.ok && parsed.definitions?.destinations.get("erp")).toEqual({
    title: "ERP",
    kind: "http",
    settings: { url: "https://erp.example.org/scans", auth: "basic", username: "hub" },
    secrets: { password: `pre-hunter2-\${x}` },
    keptSecrets: [],
    concurrency: 4,
    ordered: true,
    allowPrivate: false,
  });
  expect(parsed.ok && parsed.definitions?.routes.get("codes")).toEqual({
    inbox: "door",
    destination: "erp",
    filter: { source: "code", structured: { "a.b": "x*" } },
    shape: { format: "json", template: '{"code": {{ content | json }}}\n' },
    mode: "stored",
    on: true,
  });
});

test("several secrets of one field can be a list or lines of one text, with variables in both", () => {
  const env = { OLD: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };
  const [oldSecret, newSecret] = [env.OLD, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"];
  const settings = "{ url: 'https://x.example/', auth: hmac-standard }";
  for (const writtenSecrets of [`["\${OLD}", "${newSecret}"]`, `"\${OLD}\\n${newSecret}"`]) {
    const text = `destinations: { a: { kind: http, settings: ${settings}, secrets: { signingSecrets: ${writtenSecrets} } } }`;
    const parsed = parse(text, env);
    expect(parsed.ok && parsed.definitions?.destinations.get("a")?.secrets).toEqual({
      signingSecrets: `${oldSecret}\n${newSecret}`,
    });
  }
});

test("a file without definitions differs from one with empty definitions", () => {
  expect(parse("http-port: 8080")).toEqual({ ok: true });
  expect(parse("")).toEqual({ ok: true });
  const [inboxes, destinations, routes, registers] = Array.from({ length: 4 }, () => new Map());
  const empty = { inboxes, destinations, routes, registers };
  expect(parse("destinations:\n")).toEqual({ ok: true, definitions: empty });
  expect(parse("routes: {}\n")).toEqual({ ok: true, definitions: empty });
  expect(parse("registers:\n")).toEqual({ ok: true, definitions: empty });
});

test("alerts go to destinations of the file or of the dashboard, with defaults for the rest", () => {
  const text = `destinations: { phone: { kind: ntfy, settings: { topic: hub } } }
alerts: { destinations: [phone, team], backupDays: 3 }`;
  const team = { name: "team", kind: "http", settings: { url: "https://example.org/" } };
  const findDestination = (name: string) => (name === "team" ? team : undefined);
  const parsed = parseConfigFile(text, { path, env: {}, findDestination });
  expect(parsed).toMatchObject({
    ok: true,
    definitions: {
      alerts: { destinations: ["phone", "team"], backupDays: 3, diskPercent: 5, failingMinutes: 1 },
    },
  });
  expect(parse("alerts:\n")).toMatchObject({ definitions: { alerts: { destinations: [] } } });
});

test.each([
  ["alerts: 7", "alerts in /d/scanhook.yaml: This must be a mapping."],
  ["alerts: { backupDays: often }", "alerts.backupDays in"],
  ["alerts: { destination: [a] }", "alerts.destination in"],
  ["alerts: { destinations: [nowhere] }", "nowhere: There is no destination with this name."],
  [
    "destinations: { f: { kind: file, settings: { path: a.csv } } }\nalerts: { destinations: [f] }",
    "f: File keeps records of scans, so it takes no alerts.",
  ],
])("refuses %s and says why", (text, reason) => {
  expect(parse(text)).toEqual({ ok: false, reasons: [expect.stringContaining(reason)] });
});

test("a route can lead to a destination that is not in the file", () => {
  const text = "routes: { a: { destination: made-elsewhere } }";
  const findDestination = (name: string) =>
    name === "made-elsewhere" ? { name, kind: "http", settings: {} } : undefined;
  expect(parseConfigFile(text, { path, env: {}, findDestination }).ok).toBe(true);
  expect(parse(text)).toEqual({
    ok: false,
    reasons: [expect.stringMatching(/^routes\.a\.destination in \/d\/scanhook\.yaml: .*\.$/)],
  });
});

test("names what contradicts the schema beside what the kind refuses, each once", () => {
  const text = `destinations:
  orders: { kind: slak, url: 'https://x.example/' }
  erp: { kind: http, settings: { url: 'ftp://x' }, concurrency: 100, ordered: maybe }
routes:
  r: { destination: ordrs, when: x, filter: { content: 7 } }
registers:
  gala: { kind: chekin }`;
  const parsed = parse(text);
  const reasons = parsed.ok ? [] : parsed.reasons.map((one) => one.replace(` in ${path}`, ""));
  expect(reasons).toEqual([
    expect.stringMatching(/^destinations\.orders\.url: .* Fields of the kind go under settings\.$/),
    expect.stringMatching(/^destinations\.orders\.kind: .*slack/),
    "destinations.erp.concurrency: This must be at most 64.",
    "destinations.erp.ordered: This must be true or false.",
    expect.stringMatching(/^destinations\.erp\.settings\.url: /),
    expect.stringMatching(/^routes\.r\.when: This name is unknown here\. The names are .*filter/),
    "routes.r.filter.content: This must be text. Put it in quotes.",
    expect.stringMatching(/^routes\.r\.destination: /),
    "registers.gala.kind: This must be one of check-in, stock, loans, inspection, leads. The nearest is check-in.",
  ]);
});

const http = "kind: http, settings: { url: 'https://x.example/' }";
test.each([
  ["destinations: [a]", "destinations in /d/scanhook.yaml: This must be a mapping"],
  ["destinations: { Erp: {} }", "destinations.Erp in /d/scanhook.yaml: A name has 1 to 64"],
  ["destinations: { a: http }", "destinations.a in /d/scanhook.yaml: This must be a mapping"],
  ["destinations: { a: {} }", "destinations.a in /d/scanhook.yaml: kind must be set"],
  [`destinations: { a: { ${http}, color: red } }`, "destinations.a.color in /d/scanhook.yaml"],
  [
    `destinations: { a: { ${http} } }\nroutes: { r: { destination: a, expires: later } }`,
    "routes.r.expires in /d/scanhook.yaml: “later” is no span of time. Write whole seconds",
  ],
  [
    `destinations: { a: { ${http} } }\nroutes: { r: { destination: a, mode: through, oncePer: 5 } }`,
    "routes.r.oncePer in /d/scanhook.yaml: With mode through",
  ],
  [`destinations: { a: { ${http}, ordered: maybe } }`, "destinations.a.ordered in"],
  [`destinations: { a: { ${http}, concurrency: 0 } }`, "destinations.a.concurrency in"],
  ["destinations: { a: { kind: htp } }", "destinations.a.kind in"],
  ["destinations: { a: { kind: http } }", "destinations.a.settings.url in"],
  [
    "destinations: { a: { kind: http, settings: { url: 'http://169.254.169.254/' } } }",
    "destinations.a.settings.url in /d/scanhook.yaml: 169.254.169.254 is the metadata service of a cloud",
  ],
  [
    `destinations: { a: { ${http}, secrets: { password: 1234 } } }`,
    "destinations.a.secrets.password in /d/scanhook.yaml: This must be text. Put it in quotes.",
  ],
  [
    `destinations: { a: { kind: http, settings: { url: 'https://x/', auth: bearer }, secrets: { token: '\${NONE}' } } }`,
    "destinations.a.secrets.token in /d/scanhook.yaml: The variable NONE is not set",
  ],
  [
    "destinations: { a: { kind: http, settings: { url: 'https://x/' }, secrets: { token: x } } }",
    "destinations.a.secrets.token in /d/scanhook.yaml: “token” only counts with auth: bearer. Set that, or remove the secret.",
  ],
  [
    `destinations: { a: { ${http} } }\nroutes: { r: { destination: a, filter: { source: qr } } }`,
    "routes.r.filter.source in /d/scanhook.yaml: This must be one of nfc, code.",
  ],
  [
    `destinations: { a: { ${http} } }\nroutes: { r: { destination: a, filter: { content: "/(/" } } }`,
    "routes.r.filter.content in",
  ],
  [
    `destinations: { a: { ${http} } }\nroutes: { r: { destination: a, shape: { format: json, template: "{{" } } }`,
    "routes.r.shape.template in",
  ],
  ["a: b: c", "/d/scanhook.yaml is not YAML ("],
  [
    "destination: { a: { kind: http } }",
    'There is no "destination" in /d/scanhook.yaml; the nearest name is "destinations".',
  ],
  ['"a\\nb": 1', 'There is no "a b" in /d/scanhook.yaml; '],
  ["destinations: &a { kind: *a }", "destinations.kind.kind"],
])("%j is refused with the path of the field", (text, beginning) => {
  const parsed = parse(text);
  expect(parsed).toEqual({ ok: false, reasons: [expect.stringMatching(/^[^\n]*\.$/)] });
  expect(!parsed.ok && parsed.reasons[0]).toContain(beginning);
});

test("every mistake is named at once, with the nearest name, and none that only follows from another", () => {
  const parsed = parse(`
http-prot: 8080
destinations:
  erp:
    kind: htpp
  crm:
    kind: http
    settings: { ulr: "https://x.example/", auth: berer }
    secrets: { tokn: "\${NONE}" }
  log:
    kind: http
    settings: { url: "https://x.example/" }
    orderd: true
routes:
  a: { destination: erp, mode: thruogh }
  b: { destination: erp, filter: { content: "/(/" } }
  c: { destination: nowhere, shape: { format: json } }
registers:
  gala:
    kind: check-in
    rules: { texts: { chekced-in: "In" }, exitAllAt: "25:00" }
alerts: { destinations: [erp, pager] }
`);
  const reasons = parsed.ok ? [] : parsed.reasons;
  expect(reasons.map((reason) => reason.replace(` in ${path}`, ""))).toEqual([
    'There is no "http-prot"; the nearest name is "http-port".',
    "destinations.erp.kind: There is no kind “htpp”. The nearest is “http”.",
    "destinations.crm.secrets.tokn: The variable NONE is not set. Set it for the hub, or write the secret here.",
    "destinations.crm.settings.ulr: “ulr” is not a field of HTTP request. The nearest is “url”.",
    expect.stringMatching(/^destinations\.crm\.settings\.auth: .*; the nearest is bearer\.$/),
    "destinations.log.orderd: This name is unknown here. The nearest is ordered.",
    "routes.a.mode: This must be one of stored, through. The nearest is through.",
    expect.stringMatching(/^routes\.b\.filter\.content: /),
    "routes.c.destination: There is no destination “nowhere”. Create it first, or correct the name.",
    "routes.c.shape.template: The shape json needs a template, such as {{ content | json }}.",
    "registers.gala.rules.exitAllAt: exit-all-at is a time of day from 00:00 to 23:59, such as 04:00, not “25:00”.",
    "registers.gala.rules.texts: There is no verdict “chekced-in”; the nearest is checked-in.",
    "alerts.destinations: pager: There is no destination with this name. Correct it.",
  ]);
});

test("any YAML is parsed or refused with sentences, and never throws", () => {
  const leaf = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(
      "http",
      `\${A}`,
      "$$".concat("{"),
      "json",
      "code",
      "/(/",
      "{{",
      "a",
      "on",
      "__proto__",
    ),
  );
  const key = fc.oneof(
    fc.string(),
    fc.constantFrom("kind", "settings", "secrets", "url", "auth", "password", "destination"),
    fc.constantFrom(
      "filter",
      "shape",
      "format",
      "template",
      "structured",
      "a",
      "b\nc",
      "__proto__",
    ),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "medium" },
      leaf,
      fc.array(tie("any"), { maxLength: 3 }),
      tie("map"),
    ),
    map: fc.dictionary(key, tie("any"), { maxKeys: 4 }),
  }));
  const destination = fc.record(
    {
      kind: fc.oneof(fc.constant("http"), value.any),
      settings: fc.oneof(
        fc.record({ url: fc.oneof(fc.constant("https://x.example/"), value.any), auth: value.any }),
        value.any,
      ),
      secrets: value.any,
      concurrency: value.any,
    },
    { requiredKeys: ["kind"] },
  );
  const route = fc.record(
    {
      destination: fc.oneof(fc.constant("a"), value.any),
      filter: fc.oneof(value.any, fc.record({ content: value.any, structured: value.any })),
      shape: fc.oneof(
        value.any,
        fc.record({ format: fc.constantFrom("json", "text"), template: value.any }),
      ),
      inbox: value.any,
      mode: value.any,
    },
    { requiredKeys: ["destination"] },
  );
  const register = fc.record(
    {
      kind: fc.oneof(fc.constant("check-in"), value.any),
      rules: fc.oneof(
        value.any,
        fc.record({ capacity: value.any, opens: value.any, texts: value.any }),
      ),
      entriesFrom: fc.oneof(fc.constantFrom("g", "h"), value.any),
      bindings: fc.oneof(value.any, fc.array(fc.record({ inbox: value.any }), { maxLength: 3 })),
    },
    { requiredKeys: ["kind"] },
  );
  const file = fc.oneof(
    fc.string(),
    value.any.map((any) => JSON.stringify(any)),
    fc
      .record({
        destinations: fc.oneof(value.any, fc.record({ a: fc.oneof(destination, value.any) })),
        routes: fc.oneof(value.any, fc.record({ r: fc.oneof(route, value.any) })),
        registers: fc.oneof(
          value.any,
          fc.record({ g: fc.oneof(register, value.any), h: register }),
        ),
        alerts: value.any,
      })
      .map((any) => JSON.stringify(any)),
  );
  fc.assert(
    fc.property(file, fc.dictionary(fc.constantFrom("A", "B"), fc.string()), (text, env) => {
      const parsed = parseConfigFile(text, { path, env });
      for (const reason of parsed.ok ? [] : parsed.reasons) expect(reason).toMatch(/^[^\n]*\.$/);
    }),
    { numRuns: 1000 },
  );
});
