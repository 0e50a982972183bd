import fc from "fast-check";
import { expect, test } from "vitest";
import type { OutgoingScan } from "../destinations/kind.ts";
import { shapeScan } from "../forwarding/shape.ts";
import type { Shape } from "../store/forwarding.ts";

const scan: OutgoingScan = {
  id: 7,
  inbox: "shelf",
  identifier: "04:A2",
  date: "2026-05-12T14:23:01Z",
  content: 'Say "hi"\nname: other\r\nx',
  receivedAt: "2026-05-12T14:23:02.000Z",
  repeats: 0,
  body: '{ "identifier":"04:A2", "extra": 1 }',
};
const readyMade: Shape = { format: "text", template: "made of {{ identifier }}" };
const shape = (shape: Shape, more: Partial<OutgoingScan> = {}) =>
  shapeScan(shape, { ...scan, ...more }, readyMade);

test("as it was received means byte for byte", () => {
  expect(shape({ format: "scan" })).toEqual({
    ok: true,
    body: scan.body,
    contentType: "application/json",
  });
});

test("ready-made is what the kind makes of it", () => {
  expect(shape({ format: "ready-made" })).toMatchObject({ ok: true, body: "made of 04:A2" });
  expect(shapeScan({ format: "ready-made" }, scan, { format: "scan" })).toMatchObject({
    body: scan.body,
  });
});

test("a JSON template that is no JSON is told what to do", () => {
  expect(shape({ format: "json", template: '{"code": {{ content | json }}}' })).toEqual({
    ok: true,
    body: '{"code": "Say \\"hi\\"\\nname: other\\r\\nx"}',
    contentType: "application/json",
  });
  expect(shape({ format: "json", template: '{"code": {{ content }}}' })).toEqual({
    ok: false,
    reason: expect.stringMatching(/is no JSON \(.+\); the filter json puts a value in/s),
  });
});

test("a form has the fields of its template, whatever was scanned", () => {
  const template =
    "code: {{ content }}\nnote: at 10:30, {{ inbox }}\n\n {{ identifier }}: a&b=c ü\n";
  expect(shape({ format: "form", template })).toEqual({
    ok: true,
    body: "code=Say+%22hi%22%0Aname%3A+other%0D%0Ax&note=at+10%3A30%2C+shelf&04%3AA2=a%26b%3Dc+%C3%BC",
    contentType: "application/x-www-form-urlencoded",
  });
  expect(shape({ format: "form", template: "just text" })).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/one line for each field/),
  });
});

test("whatever a JSON template makes parses, or is refused in a sentence", () => {
  const property = fc.property(
    fc.array(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom(
          "{",
          "}",
          '"a":',
          "{{ content | json }}",
          "{{ content }}",
          "[",
          "]",
          ",",
          "1",
        ),
      ),
      { maxLength: 6 },
    ),
    fc.string({ unit: "binary" }),
    (parts, content) => {
      const shaped = shape({ format: "json", template: parts.join("") }, { content });
      if (shaped.ok) JSON.parse(shaped.body);
      else expect(shaped.reason).toMatch(/\.$|\}\.$|json \}\}\.$/);
    },
  );
  fc.assert(property);
});

test("a value put in with the filter json comes out of the JSON as it was scanned", () => {
  const property = fc.property(fc.string({ unit: "binary" }), (content) => {
    const shaped = shape(
      { format: "json", template: '{"a": [{{ content | json }}]}' },
      { content },
    );
    expect(shaped.ok && JSON.parse(shaped.body)).toEqual({ a: [content] });
  });
  fc.assert(property);
});

test("a value put between quotes of JSON stays between them, whatever was scanned", () => {
  const property = fc.property(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom('"', "\\", ",", ":", "}", "a", "\n") }),
    ),
    fc.constantFrom(
      ...['{"a": "<{{ content }}>", "b": {{ content | json }}, "c": "{{ content }}"}'],
      ...['{"a": "<{% echo content %}>", "b": {{ scan.content | json }}, "c": "{{content}}"}'],
      ...[
        '{"a": "<{% for n in (1..1) %}{{ content }}{% endfor %}>", "b": {{ content | json }}, "c": "{{ content }}"}',
      ],
    ),
    (content, template) => {
      const shaped = shape({ format: "json", template }, { content });
      const made = shaped.ok && JSON.parse(shaped.body);
      expect(made).toEqual({ a: `<${content}>`, b: content, c: content });
    },
  );
  fc.assert(property);
});

test("what is put into JSON without quotes is JSON itself", () => {
  const template = '{"all": {{ body }}, "id": {{ id }}, "said": "\\"{{ inbox }}\\""}';
  const shaped = shape({ format: "json", template });
  expect(shaped.ok && JSON.parse(shaped.body)).toEqual({
    all: JSON.parse(scan.body),
    id: 7,
    said: '"shelf"',
  });
});

test("a value in a form comes out of the form as it was scanned, but for blanks around it", () => {
  const property = fc.property(
    fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[a:\n\r &=%+]{0,20}$/)),
    (content) => {
      const template = "before: 1\ncode: ({{ content }})\nafter: 2";
      const shaped = shape({ format: "form", template }, { content });
      const fields = shaped.ok ? [...new URLSearchParams(shaped.body)] : [];
      const written = content.toWellFormed().replace(/[\ufdd0-\ufdd2]/g, "\ufffd");
      expect(fields).toEqual([
        ["before", "1"],
        ["code", `(${written})`],
        ["after", "2"],
      ]);
    },
  );
  fc.assert(property);
});
