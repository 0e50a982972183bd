import fc from "fast-check";
import { expect, test } from "vitest";
import { parseGs1 } from "./gs1.ts";

const list = (text: string) =>
  parseGs1(text)
    ?.map(({ identifier, value }) => `${identifier}=${value}`)
    .join(" ");

test.each([
  // The examples of the GS1 Digital Link standard.
  ["https://id.gs1.org/01/09506000134352", "01=09506000134352"],
  [
    "https://id.gs1.org/01/09506000134352/10/ABC123/21/456?17=210101",
    "01=09506000134352 10=ABC123 21=456 17=210101",
  ],
  ["http://example.com/some/path/01/09506000134352/22/2A", "01=09506000134352 22=2A"],
  ["HTTPS://ID.GS1.ORG/00/952012345678912345", "00=952012345678912345"],
  ["https://brand.example/414/9520123456788/254/32a%2Fb", "414=9520123456788 254=32a/b"],
  ["https://brand.example/8004/9520614141234567", "8004=9520614141234567"],
  [
    "https://dal.example/01/09506000134352?3103=000195&linkType=all&utm=1",
    "01=09506000134352 3103=000195",
  ],
  ["https://dal.example/01/09506000134352/?8099=X", "01=09506000134352 8099=X"],
  // Version 1.1 allowed GTINs of 12 and 13 digits.
  ["https://dal.example/01/9506000134352", "01=09506000134352"],
  // A wrong check digit, a wrong order of qualifiers, a date in a path, a status and a mere path.
  ["https://id.gs1.org/01/09506000134353", undefined],
  ["https://id.gs1.org/01/09506000134352/21/1/10/A", undefined],
  ["https://id.gs1.org/01/09506000134352/10/A/235/B", undefined],
  ["https://blog.example/01/20240115", undefined],
  ["https://example.com/401/error", undefined],
  ["https://example.com/a/b", undefined],
  ["https://example.com/", undefined],
  ["javascript:/01/09506000134352", undefined],
])("%s has the parts %j", (text, expected) => {
  expect(list(text)).toBe(expected);
});

test("the parts of a link have dates, amounts and text", () => {
  expect(parseGs1("https://a.example/01/09506000134352?17=270200&3103=000195")).toMatchObject([
    { name: "Product (GTIN)" },
    { date: "2027-02" },
    { amount: { number: "0.195", unit: "kg" } },
  ]);
});

test("any path and query is split or refused without an exception", () => {
  const part = fc.constantFrom("01", "09506000134352", "10", "A", "%zz", "?", "&", "=", "8004", "");
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      parseGs1(`https://a.example/${parts.join("/")}`);
    }),
  );
});
