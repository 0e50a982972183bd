import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { codeOf, keysOf, textKey, toTicketText } from "./keys.ts";
import type { KeyRules } from "./rules.ts";
import { showKey } from "./shown-key.ts";

const gs = "\u001d";
const rs = "\u001e";
const products = { products: true };
const find = (content: string, rules: KeyRules = products) => keysOf({ content }, rules);

test.each([
  // The examples of the GS1 General Specifications and of the Digital Link standard.
  ["9521234543213", ["g:0109521234543213"]],
  ["19521234543210", ["g:0119521234543210"]],
  ["95200002", ["g:0100000095200002"]],
  [`010952123454321310AB${gs}17200101`, ["g:0109521234543213"]],
  ["(01)09521234543213(21)7a(10)AB", ["g:0109521234543213217a", "g:0109521234543213"]],
  [`]d2010952123454321321${gs}`, ["g:0109521234543213"]],
  ["]C100952012345678912345", ["g:00952012345678912345"]],
  ["https://id.gs1.org/00/952012345678912345", ["g:00952012345678912345"]],
  [
    "https://brand.example/some/01/9506000134352/10/ABC/21/4%2F6?17=270101",
    ["g:0109506000134352214/6", "g:0109506000134352"],
  ],
  ["(8003)01234567890128ABC", ["g:800301234567890128ABC"]],
  ["https://brand.example/8004/9520614141234567", ["g:80049520614141234567"]],
  // A pallet and what is on it.
  [
    "(00)952012345678912345(02)09521234543213(37)24",
    ["g:00952012345678912345", "g:0109521234543213"],
  ],
])("%j has the keys %j", (content, keys) => {
  expect(find(` ${content}\n`)).toEqual([...keys, `t:${content}`]);
});

it("reads an UPC-E, and eight digits that may be an EAN-8 too, as both", () => {
  expect(find("04252614")).toEqual(["g:0100042100005264", "t:04252614"]);
  expect(find("01234565")).toEqual(["g:0100000001234565", "g:0100012345000065", "t:01234565"]);
  expect(textKey("04252614", products)).toBe("t:04252614");
});

test.each([
  "9521234543214",
  "0109521234543214",
  "(01)09521234543214(21)1",
  "https://id.gs1.org/01/09521234543214",
  "(10)LOT(21)9521234543213",
  "1234567890",
  "T-0001",
])("%j has no product number, so only its text is a key", (content) => {
  expect(find(content)).toEqual([`t:${content}`]);
});

it("reads products only under the rule", () => {
  expect(find("9521234543213", {})).toEqual(["t:9521234543213"]);
  expect(textKey("9521234543213")).toBe("t:9521234543213");
});

describe("the label of a supplier", () => {
  // The label that DigiKey's page on its labels explains, and the layout of Mouser's.
  const digiKey = `[)>${rs}06${gs}PC1,C3,C5-7${gs}1P860010672008${gs}30P732-8660-1-ND${gs}K1${gs}1K86761783${gs}10K104669300${gs}9D1437${gs}1T31751001143669${gs}511K1${gs}4LCN${gs}Q1${gs}11ZPICK${gs}12Z5728615${gs}13Z999999${gs}20Z${"0".repeat(64)}`;
  const mouser = `>[)>06${gs}KP0-1${gs}14K011${gs}1PMC34063ADR${gs}Q3${gs}4LMX${gs}1VTI`;

  it("is found by its part numbers as a list has them", () => {
    expect(find(digiKey).slice(0, 3)).toEqual([
      ...["t:C1,C3,C5-7", "t:732-8660-1-ND", "t:860010672008"],
    ]);
    expect(find(mouser)).toEqual(["t:MC34063ADR", `t:${mouser}`]);
  });

  it("is found under the other rules of the register", () => {
    const rules = { products: true, ignoreCase: true, stripPrefix: "MC" };
    expect(find(mouser, rules)[0]).toBe(textKey("MC34063ADR", rules));
  });
});

/** Returns digits with their check digit, by the sum of the GS1 General Specifications, 7.9.1. */
function addCheckDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index++)
    sum += Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 3 : 1);
  return digits + ((10 - (sum % 10)) % 10);
}

const digits = (minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
const gtins = fc
  .oneof(digits(7), digits(11), digits(12), digits(13))
  .map((each) => addCheckDigit(each).padStart(14, "0"));
const serials = fc.stringMatching(/^[!"%-?A-Z_a-z]{1,20}$/);

it("finds one key for all spellings of a product number", () => {
  const spellings = fc.constantFrom<(gtin: string) => string>(
    (gtin) => gtin,
    (gtin) => gtin.replace(/^0/, ""),
    (gtin) => gtin.replace(/^00/, ""),
    (gtin) => gtin.replace(/^000000/, ""),
    (gtin) => gtin.replace(/^0?/, "]E0").replace(/^\]E0(?=\d{14})/, "]I1"),
    (gtin) => `01${gtin}`,
    (gtin) => `01${gtin}10AB`,
    (gtin) => `${gs}01${gtin}10AB${gs}17270131`,
    (gtin) => `]C101${gtin}`,
    (gtin) => `]d210AB${gs}01${gtin}`,
    (gtin) => `]Q3${gs}01${gtin}3103001750`,
    (gtin) => `]e001${gtin}17270131`,
    (gtin) => `(01)${gtin}`,
    (gtin) => `(10) AB (01) ${gtin}`,
    (gtin) => `https://id.gs1.org/01/${gtin}`,
    (gtin) => `http://shop.example:8080/a/b/01/${gtin}/10/AB?17=270131&x=1#y`,
    (gtin) => `HTTPS://SHOP.EXAMPLE/01/${gtin}`,
  );
  fc.assert(
    fc.property(gtins, spellings, fc.boolean(), (gtin, spell, ignoreCase) => {
      const rules = { products: true, ignoreCase };
      expect(find(`${spell(gtin)}\r\n`, rules)).toContain(`g:01${gtin}`);
      expect(textKey(gtin, rules)).toBe(`g:01${gtin}`);
    }),
  );
});

it("prints a code from which a scan and a list get the key of the entry", () => {
  const keys = fc.oneof(
    gtins.map((gtin) => `g:01${gtin}`),
    fc.tuple(gtins, serials).map(([gtin, serial]) => `g:01${gtin}21${serial}`),
    digits(17).map((each) => `g:00${addCheckDigit(each)}`),
    fc
      .tuple(digits(12), fc.option(serials))
      .map(([each, serial]) => `g:80030${addCheckDigit(each)}${serial?.slice(0, 16) ?? ""}`),
    serials.map((serial) => `g:8004${serial}`),
    fc.constantFrom("g:8004A(10)B(21)", "g:010952123454321321(01)", "g:8004(8004)", "g:800401"),
  );
  const prefixes = fc.constantFrom("", "0", "(", "(01)", "]C1", "952", "TICKET:");
  fc.assert(
    fc.property(keys, prefixes, fc.boolean(), (key, stripPrefix, ignoreCase) => {
      const rules = { products: true, ignoreCase, stripPrefix };
      const stored = ignoreCase ? key.toLowerCase() : key;
      const printed = toTicketText(codeOf([stored])!, rules);
      expect(textKey(printed, rules)).toBe(stored);
      expect(find(printed, rules)).toContain(stored);
    }),
  );
});

test.each([
  ["g:0100000095200002", "95200002"],
  ["g:0100036000291452", "036000291452"],
  ["g:0109521234543213", "9521234543213"],
  ["g:0119521234543210", "19521234543210"],
  ["g:010952123454321321ABC", "(01)09521234543213(21)ABC"],
  ["g:00952012345678912345", "(00)952012345678912345"],
  ["g:80049520A", "(8004)9520A"],
  ["t:T-1", "T-1"],
  ["u:04:A2:B3:C4", "04:A2:B3:C4"],
])("shows the key %s as %s", (key, text) => {
  expect(showKey(key)).toBe(text);
});

it("takes a text for the code of an entry rather than the number of its product", () => {
  expect(codeOf(["g:0109521234543213", "t:A-1", "u:04:A2:B3:C4"])).toBe("A-1");
  expect(codeOf(["u:04:A2:B3:C4", "g:0109521234543213"])).toBe("9521234543213");
  expect(codeOf(["u:04:A2:B3:C4"])).toBeUndefined();
});

it("finds at most eight keys in any text, of which one is that of the text in a list", () => {
  const unit = fc.constantFrom(
    ...["(01)", "(21)", "(00)", "(8003)", "09521234543213", "[)>", rs, gs, "06", "P", "1P", "30P"],
    ...["]C1", "01", "https://a.example/01/", "9521234543213", "/21/", "A", "é", " ", "(02)"],
  );
  const rules = fc.record({
    products: fc.constant(true),
    contacts: fc.boolean(),
    ignoreCase: fc.boolean(),
    stripPrefix: fc.constantFrom("", "(01)", "A"),
  });
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), rules, (content, keyRules) => {
      const keys = keysOf({ content, tag: "04:A2:B3:C4" }, keyRules);
      expect(keys.length).toBeLessThanOrEqual(8);
      const inList = textKey(content, keyRules);
      if (inList !== undefined) expect(keys).toContain(inList);
      const asText = textKey(content, { ...keyRules, contacts: false, products: false });
      if (asText !== undefined) expect(keys).toContain(asText);
    }),
  );
});

test.each([
  "0".repeat(2 ** 20),
  "(01)".repeat(2 ** 18),
  `]C1${"10A".repeat(2 ** 18)}`,
  `[)>${rs}06${gs}${`P1${gs}`.repeat(2 ** 18)}`,
  `https://a.example/${"01/".repeat(2 ** 18)}`,
])("has no key for a text of a megabyte (%#)", (content) => {
  expect(find(content)).toEqual([]);
});
