import fc from "fast-check";
import { expect, test } from "vitest";
import type { Shape } from "../store/routing.ts";
import type { OutgoingScan } from "./outgoing-scan.ts";
import { shapeScan } from "./shape.ts";

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
const readyMade: Shape = { format: "text", template: "ready-made {{ identifier }}" };
const shapeTestScan = (shape: Shape, overrides: Partial<OutgoingScan> = {}) =>
  shapeScan(shape, { ...scan, ...overrides }, readyMade);

test("the shape scan returns the received body byte for byte", () => {
  expect(shapeTestScan({ format: "scan" })).toEqual({
    ok: true,
    body: scan.body,
    contentType: "application/json",
  });
});

test("the shape ready-made uses the default of the kind", () => {
  expect(shapeTestScan({ format: "ready-made" })).toMatchObject({
    ok: true,
    body: "ready-made 04:A2",
  });
  expect(shapeScan({ format: "ready-made" }, scan, { format: "scan" })).toMatchObject({
    body: scan.body,
  });
});

test("a JSON template whose result is not JSON is refused, and the reason recommends the filter json", () => {
  expect(shapeTestScan({ format: "json", template: '{"code": {{ content | json }}}' })).toEqual({
    ok: true,
    body: '{"code": "Say \\"hi\\"\\nname: other\\r\\nx"}',
    contentType: "application/json",
  });
  expect(shapeTestScan({ format: "json", template: '{"code": {{ content }}}' })).toEqual({
    ok: false,
    reason: expect.stringMatching(/is not JSON \(.+\)\. Use the filter json/s),
  });
});

test("a form has exactly the fields of its template, even if the scanned content contains lines like fields", () => {
  const template =
    "code: {{ content }}\nnote: at 10:30, {{ inbox }}\n\n {{ identifier }}: a&b=c ü\n";
  expect(shapeTestScan({ format: "form", template })).toEqual({
    ok: true,
    body: "code=Say+%22hi%22%0Aname%3A+other%0D%0Ax&note=at+10%3A30%2C+shelf&04%3AA2=a%26b%3Dc+%C3%BC",
    contentType: "application/x-www-form-urlencoded",
  });
  expect(shapeTestScan({ format: "form", template: "just text" })).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/one line per field/),
  });
});

test("the result of any JSON template either is valid JSON or is refused with a reason", () => {
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
    (templateParts, content) => {
      const shaped = shapeTestScan(
        { format: "json", template: templateParts.join("") },
        { content },
      );
      if (shaped.ok) JSON.parse(shaped.body);
      else expect(shaped.reason).toMatch(/\.$|\}\.$|json \}\}\.$/);
    },
  );
  fc.assert(property);
});

test("a value inserted with the filter json parses back to the scanned text", () => {
  const property = fc.property(fc.string({ unit: "binary" }), (content) => {
    const shaped = shapeTestScan(
      { format: "json", template: '{"a": [{{ content | json }}]}' },
      { content },
    );
    expect(shaped.ok && JSON.parse(shaped.body)).toEqual({ a: [content] });
  });
  fc.assert(property);
});

test("any content inserted between the quotes of a JSON string stays inside that string", () => {
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
      const shaped = shapeTestScan({ format: "json", template }, { content });
      const parsedBody = shaped.ok && JSON.parse(shaped.body);
      expect(parsedBody).toEqual({ a: `<${content}>`, b: content, c: content });
    },
  );
  fc.assert(property);
});

test("a JSON value can be inserted into JSON without quotes", () => {
  const template = '{"scan": {{ body }}, "id": {{ id }}, "quoted": "\\"{{ inbox }}\\""}';
  const shaped = shapeTestScan({ format: "json", template });
  expect(shaped.ok && JSON.parse(shaped.body)).toEqual({
    scan: JSON.parse(scan.body),
    id: 7,
    quoted: '"shelf"',
  });
});

test("a value in a form parses back to the scanned text, except for spaces around it", () => {
  const property = fc.property(
    fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[a:\n\r &=%+]{0,20}$/)),
    (content) => {
      const template = "before: 1\ncode: ({{ content }})\nafter: 2";
      const shaped = shapeTestScan({ format: "form", template }, { content });
      const fields = shaped.ok ? [...new URLSearchParams(shaped.body)] : [];
      const expectedValue = content.toWellFormed().replace(/[\ufdd0-\ufdd2]/g, "\ufffd");
      expect(fields).toEqual([
        ["before", "1"],
        ["code", `(${expectedValue})`],
        ["after", "2"],
      ]);
    },
  );
  fc.assert(property);
});
