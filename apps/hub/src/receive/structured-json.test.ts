import fc from "fast-check";
import { expect, test } from "vitest";
import { extractStructuredJson } from "./structured-json.ts";

test.each([
  ['{"structured":{"a":1e20}}', '{"a":1e20}'],
  ['{"a" : -1.50 , "structured" : { "b" : [ 1E+2 , -0.0 ] } , "c" : null }', '{"b":[1E+2,-0.0]}'],
  ['{"a":"\\"structured\\":{}","structured":{"x":" y \\" "}}', '{"x":" y \\" "}'],
  ['{"struct\\u0075red":{"a":"\\u00e9"}}', '{"a":"\\u00e9"}'],
  ['{"structured":{"a":1},"structured":{"a":2}}', '{"a":2}'],
  [
    `{"structure":1,"structured":[-1.5E+9 , true , null , [ ] ],"structured ":2}`,
    "[-1.5E+9,true,null,[]]",
  ],
  ['{"\\u0073\\u0074\\u0072uctured":"{\\\\\\"["}', '"{\\\\\\"["'],
  ['{"nested":{"structured":{"a":1}}}', undefined],
  ["\uFEFF\n{ }", undefined],
])("takes structured of %s as it was sent", (body, structured) => {
  expect(extractStructuredJson(body)).toBe(structured);
});

test("returns for any object what JSON.stringify wrote, however it is spaced", () => {
  const spaces = fc.constantFrom("", " ", "\n\t", 2);
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.jsonValue(),
      spaces,
      (rest, structured, space) => {
        const body = JSON.stringify({ ...rest, structured, z: 1 }, undefined, space);
        const written = JSON.parse(body).structured;
        expect(extractStructuredJson(body)).toBe(JSON.stringify(written));
      },
    ),
  );
});
