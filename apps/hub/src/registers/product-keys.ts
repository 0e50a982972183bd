import { type Gs1Part, type LabelPart, readGtin, readUpcE } from "@scanhook/content";
import { parseProductCode } from "./product-code.ts";

/**
 * The numbers in a bar code that identify its article. `keys` are at most five, the most specific
 * first: `g:` and an element string of GS1 without marks, such as `g:01` and the 14 digits of a
 * GTIN. `partNumbers` are at most three, those of a supplier's label.
 */
export type ProductKeys = { keys: string[]; partNumbers: string[] };

/**
 * Reads the numbers of a product, an asset or a shipment out of the text of a bar code: EAN, UPC,
 * every spelling of a GS1 code, and labels of suppliers. A number with a wrong check digit gives no
 * key.
 */
export function readProductKeys(content: string): ProductKeys {
  const text = content.trim();
  const bare = text.replace(/^\](?:E[04]|I1)(?=\d)/, "");
  const gtins = [readGtin(bare), readUpcE(bare)].filter((gtin) => gtin !== undefined);
  if (gtins.length > 0) return { keys: gtins.map((gtin) => `g:01${gtin}`), partNumbers: [] };
  const code = parseProductCode(text);
  if (code === undefined) return { keys: [], partNumbers: [] };
  return code.standard === "gs1"
    ? { keys: listGs1Keys(code.parts), partNumbers: [] }
    : { keys: [], partNumbers: listPartNumbers(code.parts) };
}

/**
 * Returns the key of a product, an asset or a shipment whose code a person wrote: the digits of a
 * GTIN, or any spelling of a GS1 code. Returns undefined for any other text, and for a UPC-E, which
 * cannot be told from an article number of eight digits that somebody made up.
 */
export function readTypedProduct(text: string): string | undefined {
  const gtin = readGtin(text);
  if (gtin !== undefined) return `g:01${gtin}`;
  const code = parseProductCode(text);
  return code?.standard === "gs1" ? listGs1Keys(code.parts)[0] : undefined;
}

const maxGs1Keys = 5;

/**
 * Lists the keys of a GS1 code. The GTIN of what a pallet contains (02) comes after the number of
 * the pallet itself.
 */
function listGs1Keys(parts: readonly Gs1Part[]): string[] {
  const find = (identifier: string) =>
    parts.find((part) => part.identifier === identifier && !part.malformed && !part.wrongCheckDigit)
      ?.value;
  const [gtin, serial, contained] = [find("01"), find("21"), find("02")];
  const keys = [
    gtin !== undefined && serial !== undefined ? `g:01${gtin}21${serial}` : undefined,
    gtin === undefined ? undefined : `g:01${gtin}`,
    ...["00", "8003", "8004"].map((identifier) => {
      const value = find(identifier);
      return value === undefined ? undefined : `g:${identifier}${value}`;
    }),
    contained === undefined ? undefined : `g:01${contained}`,
  ];
  return [...new Set(keys.filter((key) => key !== undefined))].slice(0, maxGs1Keys);
}

/**
 * The part numbers of a supplier's label (ANSI MH10.8.2): the customer's own, then that of the
 * distributor, which also names the packaging, then that of the manufacturer. DigiKey writes the
 * customer's reference or its own number under P, its own under 30P and the manufacturer's under
 * 1P; Mouser writes the customer's under P and the manufacturer's under 1P.
 */
const partIdentifiers = ["P", "30P", "1P"];

function listPartNumbers(parts: readonly LabelPart[]): string[] {
  const numbers = partIdentifiers.map(
    (identifier) => parts.find((part) => part.identifier === identifier)?.value,
  );
  return [...new Set(numbers.filter((number) => number !== undefined))];
}
