import fc from "fast-check";
import { expect, test } from "vitest";
import type { OutgoingScan } from "../destinations/kind.ts";
import { checkTemplate, fillTemplate, longestTemplate } from "../forwarding/template.ts";

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

function fill(template: string, more: Partial<OutgoingScan> = {}): string {
  const filled = fillTemplate(template, { ...scan, ...more });
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
])("%s gives %j", (template, expected) => {
  expect(fill(template)).toBe(expected);
});

test("the whole record is one variable, without the body", () => {
  const { body: _body, ...record } = scan;
  expect(JSON.parse(fill("{{ scan | json }}"))).toEqual(record);
});

test.each(["include", "render", "layout"])("the tag %s, which reads files, is unknown", (tag) => {
  expect(checkTemplate(`{% ${tag} '/etc/hostname' %}`)).toMatch(
    /^The template has a mistake: .*\.$/,
  );
});

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
])("%s leads nowhere", (path) => {
  expect(fill(`{{ ${path} }}`)).toBe("");
  expect(fill(`{{ structured | map: "${path}" | join }}`)).toBe("");
});

test("an unknown filter and an open tag are told when the template is written, with the place", () => {
  expect(checkTemplate("{{ content | nonsense }}")).toBe(
    "The template has a mistake: undefined filter: nonsense, line:1, col:1.",
  );
  expect(checkTemplate("{% if content %}")).toMatch(
    /^The template has a mistake: .* not closed.*\.$/,
  );
  expect(checkTemplate("{{ content }}")).toBeUndefined();
  expect(checkTemplate("{{ contnt | default: user }}")).toBe(
    "There is no variable “contnt”; templates know id, inbox, user, identifier, date, content, tagType, structured, source, tag, tagName, receivedAt, repeats, body, scan.",
  );
  for (const right of [
    "{% for field in structured %}{{ forloop.index }} {{ field[0] }}{% endfor %}",
    "{% assign a = scan.tag | default: content %}{{ a }}{% increment n %}{{ n }}",
    "{% raw %}{{ anything }}{% endraw %}{% if user == nil or tagName == blank %}-{% endif %}",
  ]) {
    expect(checkTemplate(right)).toBeUndefined();
  }
  expect(checkTemplate("x".repeat(longestTemplate + 1))).toBe(
    "The template does too much: it was stopped.",
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
])("%s is stopped, and each time in the same way", (template) => {
  const large = { body: "1".repeat(20_000) };
  expect(fill(template, large)).toBe("✗ The template does too much: it was stopped.");
});

const many = "1,".repeat(200_000);
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
  ["{{ content | split: ',' | where_exp: 'one', 'one == content' | size }}", { content: many }],
  ["{{ content | split: ',' | sort_natural | size }}", { content: many }],
  [
    "{% for n in (1..900) %}{{ content | url_encode | size }}{% endfor %}",
    { content: "ä".repeat(500_000) },
  ],
])("%s is stopped when what was scanned is made to keep the hub busy", (template, given) => {
  expect(fill(template, given)).toBe("✗ The template does too much: it was stopped.");
  expect(fill(template, { content: "1,2,3", identifier: "2" })).not.toMatch(/^✗/);
});

test("a scan as large as the hub takes one fits into a template", () => {
  const content = '"'.repeat(500_000);
  expect(
    JSON.parse(fill('{"a": {{ content | json }}, "b": {{ scan | json }}}', { content })),
  ).toHaveProperty("a", content);
});

test("what is put into an address is percent-encoded, unless it is meant to be raw", () => {
  const fillUrl = (template: string, content: string) =>
    fillTemplate(template, { ...scan, content }, "url");
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

const pieces = fc.array(
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

test("any template with any scan is filled in or refused in a sentence, and twice the same", () => {
  const property = fc.property(
    pieces,
    fc.string({ unit: "binary" }),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom("a", "toString", "size", "length")),
      fc.jsonValue(),
    ),
    fc.constantFrom("nothing" as const, "url" as const, "form" as const),
    (parts, content, structured, escaping) => {
      const given = { ...scan, content, structured } as OutgoingScan;
      const filled = fillTemplate(parts.join(""), given, escaping);
      expect(filled).toEqual(
        filled.ok
          ? { ok: true, text: expect.any(String) }
          : { ok: false, reason: expect.stringMatching(/^The template .*\.$/s) },
      );
      expect(fillTemplate(parts.join(""), given, escaping)).toEqual(filled);
    },
  );
  fc.assert(property);
});
