import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSupplierLabel } from "./supplier-label.ts";

const now = new Date("2026-11-29T00:00:00Z");
const partsOf = (text: string) =>
  parseSupplierLabel(text, now)?.map(({ identifier, name, value }) => [identifier, name, value]);

// The layouts of the labels are those of the tests of InvenTree and Part-DB and of the
// specification of the IFA; order numbers are ours.
test("a label of DigiKey without trailer has its parts, without empty values and padding", () => {
  const label = `[)>\u001e06\u001dP296-LM358BIDDFRCT-ND\u001d1PLM358BIDDFR\u001d30P296-LM358BIDDFRCT-ND\u001dK\u001d1K700001\u001d10K800001\u001d9D2231\u001d1T0123456\u001d11K1\u001d4LPH\u001dQ10\u001d11ZPICK\u001d12Z1522000\u001d20Z${"0".repeat(60)}`;
  expect(partsOf(label)).toEqual([
    ["P", "Customer part number", "296-LM358BIDDFRCT-ND"],
    ["1P", "Supplier part number", "LM358BIDDFR"],
    ["30P", "Part number of the distributor", "296-LM358BIDDFRCT-ND"],
    ["1K", "Sales order", "700001"],
    ["10K", "Invoice", "800001"],
    ["9D", "Date code", "2231"],
    ["1T", "Lot", "0123456"],
    ["11K", "Packing list", "1"],
    ["4L", "Country of origin", "PH"],
    ["Q", "Quantity", "10"],
    ["11Z", "Mutually defined", "PICK"],
    ["12Z", "Mutually defined", "1522000"],
  ]);
});

test.each([
  "[)>\u001e06\u001dKP0-1\u001d14K011\u001d1PMC34063ADR\u001dQ3\u001d4LMX\u001d1VTI\u001e\u0004",
  ">[)>06\u001dKP0-1\u001d14K011\u001d1PMC34063ADR\u001dQ3\u001d4LMX\u001d1VTI",
  "[)>\u001e06\u001dKP0-1\u001d14K011\u001d1PMC34063ADR\u001dQ3\u001d4LMX\u001d1VTI\u0004",
])(
  "a label of Mouser has its parts, whether or not it has separators around them (%j)",
  (label) => {
    expect(partsOf(label)).toEqual([
      ["K", "Purchase order", "P0-1"],
      ["14K", "Order line", "011"],
      ["1P", "Supplier part number", "MC34063ADR"],
      ["Q", "Quantity", "3"],
      ["4L", "Country of origin", "MX"],
      ["1V", "Manufacturer", "TI"],
    ]);
  },
);

test.each([
  ["D151231", "2015-12-31"],
  ["D261200", "2026-12"],
  ["14D20270131", "2027-01-31"],
  ["16D20260231", undefined],
  ["14DN/A", undefined],
])("the date of %s is %s", (field, date) => {
  const label = `[)>\u001e06\u001d9N111234567842\u001d1T1A234B5\u001d${field}\u001e\u0004`;
  expect(parseSupplierLabel(label, now)?.at(-1)?.date).toBe(date);
});

test("only the envelopes of format 06 are read, and unknown identifiers are named so", () => {
  const label = "[)>\u001e05\u001d0109506000134352\u001e06\u001d99BX\u001dlower\u001e\u0004";
  expect(partsOf(label)).toEqual([["99B", "Unknown", "X"]]);
});

test.each(["", "[)>", "[)>\u001e06", "[)>\u001e06\u001d", "[)>\u001e05\u001dQ1", "06\u001dQ1"])(
  "%j is no label",
  (text) => {
    expect(parseSupplierLabel(text)).toBeUndefined();
  },
);

test("any text is a label with parts or none", () => {
  const unit = fc.constantFrom("[)>", "\u001e", "\u001d", "\u0004", "06", "Q", "1P", "D", "0", ">");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      for (const { identifier, value } of parseSupplierLabel(text) ?? []) {
        expect(text).toContain(`\u001d${identifier}${value}`);
      }
    }),
  );
});
