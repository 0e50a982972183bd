/** A GS1 product number whose check digit is valid. */
export type Product = {
  kind: "product";
  number: string;
  standard: "EAN-13" | "EAN-8" | "UPC-A" | "UPC-E" | "ISBN";
};

const standards: Record<string, Exclude<Product["standard"], "ISBN">> = {
  ean13: "EAN-13",
  ean8: "EAN-8",
  upca: "UPC-A",
  upce: "UPC-E",
};

const digitCounts = { "EAN-13": 13, "EAN-8": 8, "UPC-A": 12, "UPC-E": 8 } as const;

/**
 * Parses digits that were read from an EAN or UPC code. Returns undefined for other formats and for
 * a wrong check digit.
 */
export function parseProduct(text: string, format: string | undefined): Product | undefined {
  const standard =
    format !== undefined && Object.hasOwn(standards, format) ? standards[format] : undefined;
  if (!standard || !/^\d+$/.test(text) || text.length !== digitCounts[standard]) return undefined;
  if (!hasValidCheckDigit(standard === "UPC-E" ? expandUpcE(text) : text)) return undefined;
  const isBook = standard === "EAN-13" && /^97[89]/.test(text) && !text.startsWith("9790");
  return { kind: "product", number: text, standard: isBook ? "ISBN" : standard };
}

/**
 * Returns whether the sum of the digits, weighted 1, 3, 1, 3 … from the right, is a multiple of ten
 * (GS1 General Specifications 7.9).
 */
export function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    return total + Number(digit) * (index % 2 === 0 ? 1 : 3);
  }, 0);
  return sum % 10 === 0;
}

/**
 * Reads the digits of an EAN-8, UPC-A, EAN-13 or GTIN-14 whose check digit is valid. Returns the
 * number with 14 digits, in which all of them can be compared (GS1 General Specifications, 3.3.2);
 * undefined for any other text.
 */
export function readGtin(text: string): string | undefined {
  const isGtin = /^(?:\d{8}|\d{12,14})$/.test(text) && hasValidCheckDigit(text);
  return isGtin ? text.padStart(14, "0") : undefined;
}

/**
 * Reads the eight digits of a UPC-E, which begin with 0 or 1 and whose check digit is valid.
 * Returns the number that they abbreviate with 14 digits; undefined for any other text. A text can
 * be both a UPC-E and an EAN-8.
 */
export function readUpcE(text: string): string | undefined {
  return /^[01]\d{7}$/.test(text) ? readGtin(expandUpcE(text)) : undefined;
}

/**
 * Expands a UPC-E to the UPC-A that it abbreviates, by reinserting the zeros (GS1 General
 * Specifications 5.2.2.4.2).
 */
function expandUpcE(digits: string): string {
  const system = digits[0];
  const body = digits.slice(1, 7);
  const checkDigit = digits[7];
  const lastDigit = Number(body[5]);
  const middle =
    lastDigit <= 2
      ? `${body.slice(0, 2)}${lastDigit}0000${body.slice(2, 5)}`
      : lastDigit === 3
        ? `${body.slice(0, 3)}00000${body.slice(3, 5)}`
        : lastDigit === 4
          ? `${body.slice(0, 4)}00000${body[4]}`
          : `${body.slice(0, 5)}0000${lastDigit}`;
  return `${system}${middle}${checkDigit}`;
}
