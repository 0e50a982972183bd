import fc from "fast-check";
import { expect, test } from "vitest";
import { maxTemplateLength } from "../templates/template.ts";
import type { OutgoingScan } from "./outgoing-scan.ts";
import { checkScanTemplate, fillScanTemplate } from "./scan-template.ts";

const scan: OutgoingScan = {
  id: 7,
  inbox: "shelf",
  identifier: "04:A2",
  date: "2026-05-12T14:23:01Z",
  content: 'Say "hi"\n& bye',
  tagType: "openPrintTag",
  structured: { material: { type: "PLA" }, list: [1, 2, 3], __proto__trap: 1 },
  source: "nfc",
  tag: "04:A2",
  tagName: "Red spool",
  receivedAt: "2026-05-12T14:23:02.000Z",
  repeats: 0,
  body: '{"identifier":"04:A2"}',
};

function fill(template: string, overrides: Partial<OutgoingScan> = {}): string {
  const filled = fillScanTemplate(template, { ...scan, ...overrides });
  return filled.ok ? filled.text : `✗ ${filled.reason}`;
}

test.each([
  ["{{ tagName }} in {{ inbox }}", "Red spool in shelf"],
  ["{{ structured.material.type }}/{{ structured.list[1] }}", "PLA/2"],
  ["{{ content | json }}", '"Say \\"hi\\"\\n& bye"'],
  ["{{ user | json }}", "null"],
  ["{{ nothing.at.all }}", ""],
  ["{{ structured.material }}", '{"type":"PLA"}'],
  ["{% if source == 'nfc' %}tag{% else %}code{% endif %}", "tag"],
  ["{% for n in structured.list %}{{ n }},{% endfor %}", "1,2,3,"],
  ["{{ date | date: '%d.%m.%Y %H:%M' }}", "12.05.2026 14:23"],
  ["{{ identifier | replace: ':', '' | downcase }}", "04a2"],
  ["{{ body }}", '{"identifier":"04:A2"}'],
  ["{{ tagName | base64_encode }}", "UmVkIHNwb29s"],
])("the template %s results in %j", (template, expected) => {
  expect(fill(template)).toBe(expected);
});

test.each([
  ["BEGIN:VCARD\nVERSION:3.0\nFN;CHARSET=UTF-8:Grace Hopper\nEND:VCARD", "Grace Hopper"],
  ["BEGIN:VCARD\r\nVERSION:2.1\r\nN:Hopper;Grace\r\nEND:VCARD", "Grace Hopper"],
  ["MECARD:N:Lovelace,Ada;TEL:12345;;", "Ada Lovelace"],
  ["WIFI:T:WPA;S:workshop;P:secret;;", "workshop"],
  ["two\nlines", "two lines"],
])("the filter summary of %j is %s", (content, expected) => {
  expect(fill("{{ content | summary }}", { content })).toBe(expected);
});

test("a template has the verdict of a scan and the guest it is about, and without one neither", () => {
  const verdict = {
    ...{ result: "no", code: "full", title: "Ada Lovelace", register: "gala" },
    ...{ facts: [["Group", "Press"]], counts: { inside: 900 } },
  } as unknown as NonNullable<OutgoingScan["verdict"]>;
  const template =
    "{{ verdict.code }} {{ verdict.counts.inside }}: {{ entry.label }}, {{ entry.fields.Group }}";
  expect(fill(template, { verdict })).toBe("full 900: Ada Lovelace, Press");
  expect(fill(template)).toBe(" : , ");
  expect(checkScanTemplate(template)).toBeUndefined();
});

test("the variable scan holds the whole record without the body", () => {
  const { body: _body, ...record } = scan;
  expect(JSON.parse(fill("{{ scan | json }}"))).toEqual(record);
});

test.each(["include", "render", "layout"])(
  "the tag %s, which would read files, is unknown",
  (tag) => {
    expect(checkScanTemplate(`{% ${tag} '/etc/hostname' %}`)).toMatch(
      /^The template has an error: .*\.$/,
    );
  },
);

test.each([
  "constructor",
  "__proto__",
  "structured.constructor",
  "structured.__proto__.polluted",
  "structured.material.toString",
  "structured.list.constructor",
  "structured.list.push",
  "content.constructor.constructor",
  "scan.hasOwnProperty",
  "structured['__proto__']['constructor']",
])("the path %s results in an empty text", (path) => {
  expect(fill(`{{ ${path} }}`)).toBe("");
  expect(fill(`{{ structured | map: "${path}" | join }}`)).toBe("");
});

test("an unknown filter, an open tag and an unknown variable are found before the template is used", () => {
  expect(checkScanTemplate("{{ content | nonsense }}")).toBe(
    "The template has an error: undefined filter: nonsense, line:1, col:1.",
  );
  expect(checkScanTemplate("{% if content %}")).toMatch(
    /^The template has an error: .* not closed.*\.$/,
  );
  expect(checkScanTemplate("{{ content }}")).toBeUndefined();
  expect(checkScanTemplate("{{ contnt | default: user }}")).toBe(
    "There is no variable “contnt”. Templates can use id, inbox, user, identifier, date, content, tagType, structured, source, tag, tagName, receivedAt, repeats, verdict, entry, body, scan.",
  );
  for (const validTemplate of [
    "{% for field in structured %}{{ forloop.index }} {{ field[0] }}{% endfor %}",
    "{% assign a = scan.tag | default: content %}{{ a }}{% increment n %}{{ n }}",
    "{% raw %}{{ anything }}{% endraw %}{% if user == nil or tagName == blank %}-{% endif %}",
  ]) {
    expect(checkScanTemplate(validTemplate)).toBeUndefined();
  }
  expect(checkScanTemplate("x".repeat(maxTemplateLength + 1))).toBe(
    "The template was stopped because it does too much. Make it simpler.",
  );
});

test.each([
  "{% for i in (1..1000000000) %}x{% endfor %}",
  "{% for i in (1..3000) %}{% for j in (1..3000) %}{% endfor %}x{% endfor %}",
  "{% for i in (1..9000) %}{% assign a = i %}{% assign b = i %}{% assign c = i %}{% endfor %}",
  "{% assign x = content %}{% for i in (1..100) %}{% assign x = x | append: x %}{% endfor %}{{ x }}",
  "{% capture x %}{% for i in (1..19000) %}{{ content }}{% endfor %}{% endcapture %}{{ x | upcase }}{{ x | upcase }}",
  "{% for i in (1..19000) %}{{ body }}{% endfor %}",
  "{{ 'x' | date: '%999999999Y' }}{{ date | date: '%999999999Y' }}",
  "{{ content | split: '' | join: body }}{{ body | replace: '1', body | replace: '1', body | replace: '1', body }}",
  "{% tablerow i in (1..100000) %}x{% endtablerow %}",
])("the template %s is stopped, always with the same result", (template) => {
  const large = { body: "1".repeat(20_000) };
  expect(fill(template, large)).toBe(
    "✗ The template was stopped because it does too much. Make it simpler.",
  );
});

const longList = "1,".repeat(200_000);
test.each<[string, Partial<OutgoingScan>]>([
  [
    "{% if content contains identifier %}x{% endif %}",
    { content: "a".repeat(400_000), identifier: `b${"a".repeat(100_000)}` },
  ],
  [
    "{{ content | remove_last: identifier }}",
    { content: "a".repeat(400_000), identifier: `${"a".repeat(100_000)}b` },
  ],
  ["{{ content | slice: content }}", { content: "1".repeat(300_000) }],
  ["{{ content | split: ',' | where_exp: 'one', 'one == content' | size }}", { content: longList }],
  ["{{ content | split: ',' | sort_natural | size }}", { content: longList }],
  [
    "{% for n in (1..900) %}{{ content | url_encode | size }}{% endfor %}",
    { content: "ä".repeat(500_000) },
  ],
])(
  "the template %s is stopped when the scanned content is made to keep the hub busy",
  (template, input) => {
    expect(fill(template, input)).toBe(
      "✗ The template was stopped because it does too much. Make it simpler.",
    );
    expect(fill(template, { content: "1,2,3", identifier: "2" })).not.toMatch(/^✗/);
  },
);

test("the largest scan that the hub accepts fits into a template", () => {
  const content = '"'.repeat(500_000);
  expect(
    JSON.parse(fill('{"a": {{ content | json }}, "b": {{ scan | json }}}', { content })),
  ).toHaveProperty("a", content);
});

test("values in an address are percent-encoded, unless the filter raw is used", () => {
  const fillUrl = (template: string, content: string) =>
    fillScanTemplate(template, { ...scan, content }, "url");
  expect(fillUrl("/{{ content }}", "a/b?c=d&e #ü")).toEqual({
    ok: true,
    text: "/a%2Fb%3Fc%3Dd%26e%20%23%C3%BC",
  });
  expect(fillUrl("/{{ content | raw }}", "a/b")).toEqual({ ok: true, text: "/a/b" });
  expect(fillUrl("/{{ content }}", "\ud800")).toEqual({ ok: true, text: "/%EF%BF%BD" });
  for (const filter of ["json", "jsonify"]) {
    const filled = fillUrl(`/?q={{ content | ${filter} }}`, "a&admin=1");
    expect(filled).toEqual({ ok: true, text: "/?q=%22a%26admin%3D1%22" });
  }
});

const templateParts = fc.array(
  fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "{{",
      "}}",
      "{%",
      "%}",
      "{{ content }}",
      "{{ content | json }}",
      "{{ structured | json }}",
      "{% for a in structured %}",
      "{% endfor %}",
      "{% if tagType %}",
      "{% else %}",
      "{% endif %}",
      "{% assign a = content %}",
      "{% capture a %}",
      "{% endcapture %}",
      "{{ a | append: a }}",
      "{{ structured.a | sort | uniq | join: ',' }}",
      "{{ content | split: '' | reverse | first }}",
      "{{ content | date: content }}",
      "{{ content | base64_decode }}",
      "{{ content | times: content }}",
      "{% case content %}{% when 'a' %}",
      "{% cycle 'a', content %}",
      "{% raw %}",
      "{% increment a %}",
      "{% liquid\n echo content\n %}",
      " | ",
      "-%}",
    ),
  ),
  { maxLength: 8 },
);

test("any template with any scan is filled in or refused with one sentence, with the same result each time", () => {
  const property = fc.property(
    templateParts,
    fc.string({ unit: "binary" }),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom("a", "toString", "size", "length")),
      fc.jsonValue(),
    ),
    fc.constantFrom("nothing" as const, "url" as const, "form" as const),
    (parts, content, structured, escaping) => {
      const input = { ...scan, content, structured } as OutgoingScan;
      const filled = fillScanTemplate(parts.join(""), input, escaping);
      expect(filled).toEqual(
        filled.ok
          ? { ok: true, text: expect.any(String) }
          : { ok: false, reason: expect.stringMatching(/^The template .*\.$/s) },
      );
      expect(fillScanTemplate(parts.join(""), input, escaping)).toEqual(filled);
    },
  );
  fc.assert(property);
});
