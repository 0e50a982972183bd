/** A number of the GS1 system on goods, its check digit verified. */
export type Product = {
  kind: "product";
  number: string;
  standard: "EAN-13" | "EAN-8" | "UPC-A" | "UPC-E" | "ISBN";
};

const lengths: Record<string, Exclude<Product["standard"], "ISBN">> = {
  ean13: "EAN-13",
  ean8: "EAN-8",
  upca: "UPC-A",
  upce: "UPC-E",
};

const digitCounts = { "EAN-13": 13, "EAN-8": 8, "UPC-A": 12, "UPC-E": 8 } as const;

/** Digits count as a product only when they were read from a code of that kind and the check digit is right. */
export function parseProduct(text: string, format: string | undefined): Product | undefined {
  const standard =
    format !== undefined && Object.hasOwn(lengths, format) ? lengths[format] : undefined;
  if (!standard || !/^\d+$/.test(text) || text.length !== digitCounts[standard]) return undefined;
  if (!hasCheckDigit(standard === "UPC-E" ? expandUpcE(text) : text)) return undefined;
  const isBook = standard === "EAN-13" && /^97[89]/.test(text) && !text.startsWith("9790");
  return { kind: "product", number: text, standard: isBook ? "ISBN" : standard };
}

/** GS1 General Specifications 7.9: from the right, digits weigh 1, 3, 1, 3 … and sum to a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    return total + Number(digit) * (index % 2 === 0 ? 1 : 3);
  }, 0);
  return sum % 10 === 0;
}

/** The UPC-A that a UPC-E abbreviates (GS1 General Specifications 5.2.2.4.2): its zeros put back. */
function expandUpcE(digits: string): string {
  const system = digits[0];
  const six = digits.slice(1, 7);
  const check = digits[7];
  const last = Number(six[5]);
  const middle =
    last <= 2
      ? `${six.slice(0, 2)}${last}0000${six.slice(2, 5)}`
      : last === 3
        ? `${six.slice(0, 3)}00000${six.slice(3, 5)}`
        : last === 4
          ? `${six.slice(0, 4)}00000${six[4]}`
          : `${six.slice(0, 5)}0000${last}`;
  return `${system}${middle}${check}`;
}
