import type { Decoder } from "./decoder.ts";

/** The formats of EAN and UPC. A UPC-A symbol is an EAN-13 symbol whose first digit is 0. */
export type EanFormat = "ean13" | "ean8" | "upce";

/**
 * One way to assign number sets and weights of the check digit to the characters of a symbol. A
 * symbol is valid if the sum of `constant` and of the weighted digits is divisible by 10. Sets are
 * indices into `codes`: 0 is A, 10 is B, 20 is C.
 */
export type Variant = {
  sets: readonly number[];
  weights: readonly number[];
  constant: number;
  /** The values that the last character may have. */
  lastDigits: readonly [first: number, last: number];
  /** The digits that the number sets stand for, before and after the digits of the characters. */
  prefix: string;
  suffix: string;
};

/** The structure of a symbol. Positions are in modules from its first bar. */
export type Symbology = {
  format: EanFormat;
  modules: number;
  /** The left edge of each character, which is 7 modules wide. */
  characters: readonly number[];
  /** These are explained in `Decoder`. */
  quietZone: number;
  widths: Decoder["widths"];
  startGuard: string;
  centerGuard: string;
  endGuard: string;
  variants: readonly Variant[];
};

// Number sets A, B and C of ISO/IEC 15420, table 1: 1 is a dark module.
const setA = [
  "0001101",
  "0011001",
  "0010011",
  "0111101",
  "0100011",
  "0110001",
  "0101111",
  "0111011",
  "0110111",
  "0001011",
];
const setC = setA.map((code) => [...code].map((bit) => (bit === "0" ? "1" : "0")).join(""));
const setB = setC.map((code) => [...code].reverse().join(""));

/** The characters of number sets A, B and C as modules, where 1 is dark. */
export const codes: readonly string[] = [...setA, ...setB, ...setC];

// ISO/IEC 15420, table 3: the number sets of the left half stand for the first digit of EAN-13.
const ean13Parities = [
  "AAAAAA",
  "AABABB",
  "AABBAB",
  "AABBBA",
  "ABAABB",
  "ABBAAB",
  "ABBBAA",
  "ABABAB",
  "ABABBA",
  "ABBABA",
];
// ISO/IEC 15420, table 5: they stand for the check digit of UPC-E with number system 0; with 1, A
// and B are exchanged.
const upceParities = [
  "BBBAAA",
  "BBABAA",
  "BBAABA",
  "BBAAAB",
  "BABBAA",
  "BAABBA",
  "BAAABB",
  "BABABA",
  "BABAAB",
  "BAABAB",
];

const toSets = (parity: string) => [...parity].map((letter) => (letter === "A" ? 0 : 10));
const swapSets = (sets: number[]) => sets.map((set) => 10 - set);
const charactersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => first + 7 * i);

const ean13: Symbology = {
  format: "ean13",
  modules: 95,
  quietZone: 4,
  widths: [
    [0.5, 1.15],
    [0.3, 0.5],
  ],
  characters: [...charactersFrom(3, 6), ...charactersFrom(50, 6)],
  startGuard: "101",
  centerGuard: "01010",
  endGuard: "101",
  variants: ean13Parities.map((parity, first) => ({
    sets: [...toSets(parity), 20, 20, 20, 20, 20, 20],
    weights: [3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1],
    constant: first,
    lastDigits: [0, 9],
    prefix: String(first),
    suffix: "",
  })),
};

const ean8: Symbology = {
  format: "ean8",
  modules: 67,
  quietZone: 7,
  widths: [[0.4, 1.15]],
  characters: [...charactersFrom(3, 4), ...charactersFrom(36, 4)],
  startGuard: "101",
  centerGuard: "01010",
  endGuard: "101",
  variants: [
    {
      sets: [0, 0, 0, 0, 20, 20, 20, 20],
      weights: [3, 1, 3, 1, 3, 1, 3, 1],
      constant: 0,
      lastDigits: [0, 9],
      prefix: "",
      suffix: "",
    },
  ],
};

/**
 * The weights of the six digits of UPC-E in the UPC-A number that they stand for, whose check digit
 * they share. The last digit says where zeros were left out (GS1 General Specifications, 5.2.2.4).
 */
const upceWeights: { lastDigits: [number, number]; weights: number[] }[] = [
  { lastDigits: [0, 2], weights: [1, 3, 3, 1, 3, 1] },
  { lastDigits: [3, 3], weights: [1, 3, 1, 1, 3, 0] },
  { lastDigits: [4, 4], weights: [1, 3, 1, 3, 3, 0] },
  { lastDigits: [5, 9], weights: [1, 3, 1, 3, 1, 3] },
];

const upce: Symbology = {
  format: "upce",
  modules: 51,
  quietZone: 7,
  widths: [[0.4, 1.15]],
  characters: charactersFrom(3, 6),
  startGuard: "101",
  centerGuard: "",
  endGuard: "010101",
  variants: [0, 1].flatMap((system) =>
    upceParities.flatMap((parity, check) =>
      upceWeights.map(({ lastDigits, weights }) => ({
        sets: system === 0 ? toSets(parity) : swapSets(toSets(parity)),
        weights,
        constant: 3 * system + check,
        lastDigits,
        prefix: String(system),
        suffix: String(check),
      })),
    ),
  ),
};

/** The symbologies by format. */
export const symbologies: Readonly<Record<EanFormat, Symbology>> = { ean13, ean8, upce };

/**
 * Returns the modules of the guards to the left and to the right of the character with this index.
 */
export function guardsAround(
  { characters, startGuard, centerGuard, endGuard }: Symbology,
  index: number,
): { before: string; after: string } {
  const last = characters.length - 1;
  const isSplit = centerGuard !== "";
  const half = characters.length / 2;
  return {
    before: index === 0 ? startGuard : isSplit && index === half ? centerGuard : "",
    after: index === last ? endGuard : isSplit && index === half - 1 ? centerGuard : "",
  };
}

/** Returns the modules of a symbol from its characters, which are indices into `codes`. */
export function toModules(symbology: Symbology, characters: readonly number[]): string {
  let modules = "";
  characters.forEach((code, index) => {
    modules += guardsAround(symbology, index).before + codes[code]!;
  });
  return modules + symbology.endGuard;
}
