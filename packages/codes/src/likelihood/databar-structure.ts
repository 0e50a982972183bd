// The structure of GS1 DataBar Omnidirectional and Truncated (ISO/IEC 24724, 5). A symbol has two
// halves that mirror each other, with dark and light exchanged. From its outer edge to the middle
// of the symbol, a half is a guard of two modules, an outer character, a finder pattern and an
// inner character, whose elements are ordered from the middle of the symbol.

/** The widths of eight elements for each value of a character, by value. */
export type CharacterTable = readonly (readonly number[])[];

/** A group of values whose odd elements (the first, third, …) have the same sum. */
type Group = {
  /** The sum of the widths of the odd elements, in modules. */
  oddSum: number;
  /** The sum of the widths of the even elements, in modules. */
  evenSum: number;
  /** The maximum width of an odd element, in modules. */
  oddMax: number;
  /** The maximum width of an even element, in modules. */
  evenMax: number;
  /** The number of patterns of odd elements that are used. */
  oddCount: number;
  /** The number of patterns of even elements that are used. */
  evenCount: number;
};

// ISO/IEC 24724, tables 3 and 4.
const outerGroups: readonly Group[] = [
  { oddSum: 12, evenSum: 4, oddMax: 8, evenMax: 1, oddCount: 161, evenCount: 1 },
  { oddSum: 10, evenSum: 6, oddMax: 6, evenMax: 3, oddCount: 80, evenCount: 10 },
  { oddSum: 8, evenSum: 8, oddMax: 4, evenMax: 5, oddCount: 31, evenCount: 34 },
  { oddSum: 6, evenSum: 10, oddMax: 3, evenMax: 6, oddCount: 10, evenCount: 70 },
  { oddSum: 4, evenSum: 12, oddMax: 1, evenMax: 8, oddCount: 1, evenCount: 126 },
];
const innerGroups: readonly Group[] = [
  { oddSum: 5, evenSum: 10, oddMax: 2, evenMax: 7, oddCount: 4, evenCount: 84 },
  { oddSum: 7, evenSum: 8, oddMax: 4, evenMax: 5, oddCount: 20, evenCount: 35 },
  { oddSum: 9, evenSum: 6, oddMax: 6, evenMax: 3, oddCount: 48, evenCount: 10 },
  { oddSum: 11, evenSum: 4, oddMax: 8, evenMax: 1, oddCount: 81, evenCount: 1 },
];

/** The outer characters of 16 modules. At least one of the even elements is one module wide. */
export const outerTable: CharacterTable = outerGroups.flatMap((group) => {
  const odds = listWidths(group.oddSum, group.oddMax, false).slice(0, group.oddCount);
  const evens = listWidths(group.evenSum, group.evenMax, true).slice(0, group.evenCount);
  return odds.flatMap((odd) => evens.map((even) => interleave(odd, even)));
});

/** The inner characters of 15 modules. At least one of the odd elements is one module wide. */
export const innerTable: CharacterTable = innerGroups.flatMap((group) => {
  const odds = listWidths(group.oddSum, group.oddMax, true).slice(0, group.oddCount);
  const evens = listWidths(group.evenSum, group.evenMax, false).slice(0, group.evenCount);
  return evens.flatMap((even) => odds.map((odd) => interleave(odd, even)));
});

/** The finder patterns of 15 modules (ISO/IEC 24724, table 5). */
export const finderTable: CharacterTable = [
  [3, 8, 2, 1, 1],
  [3, 5, 5, 1, 1],
  [3, 3, 7, 1, 1],
  [3, 1, 9, 1, 1],
  [2, 7, 4, 1, 1],
  [2, 5, 6, 1, 1],
  [2, 3, 8, 1, 1],
  [1, 5, 7, 1, 1],
  [1, 3, 9, 1, 1],
];

/** Lists the widths of four elements with this sum in lexicographic order. */
function listWidths(sum: number, max: number, needsNarrow: boolean): number[][] {
  const extend = (widths: number[], rest: number): number[][] => {
    if (widths.length === 3) return rest >= 1 && rest <= max ? [[...widths, rest]] : [];
    return Array.from({ length: max }, (_, i) => extend([...widths, i + 1], rest - i - 1)).flat();
  };
  return extend([], sum).filter((widths) => !needsNarrow || widths.includes(1));
}

function interleave(odd: readonly number[], even: readonly number[]): number[] {
  return odd.flatMap((width, i) => [width, even[i]!]);
}

/** The width of a symbol from its first bar to its last one, in modules. */
export const databarWidth = 95;

/** A part of a symbol that encodes a value: a character or a finder pattern. */
export type Part = {
  table: CharacterTable;
  /** The left edge, in modules from the first bar. */
  left: number;
  /** Whether the first element from the left is dark. */
  isDark: boolean;
  /** Whether the widths in the table run from right to left. */
  isReversed: boolean;
  /** The weight in the checksum; 0 for finder patterns, which encode the check value. */
  weight: number;
};

/**
 * The number of values of the left outer character. A symbol encodes 13 digits and the linkage flag
 * of a two-dimensional component, so it has 2e13 values.
 */
const leftOuterCount = Math.floor(
  2e13 / (innerTable.length * outerTable.length * innerTable.length),
);

/** The parts of a symbol from left to right. */
export const parts: readonly Part[] = [
  {
    table: outerTable.slice(0, leftOuterCount),
    left: 1,
    isDark: false,
    isReversed: false,
    weight: 1,
  },
  { table: finderTable, left: 17, isDark: false, isReversed: false, weight: 0 },
  { table: innerTable, left: 32, isDark: true, isReversed: true, weight: 4 },
  { table: innerTable, left: 47, isDark: true, isReversed: false, weight: 64 },
  { table: finderTable, left: 62, isDark: true, isReversed: true, weight: 0 },
  { table: outerTable, left: 77, isDark: false, isReversed: true, weight: 16 },
];

/** Returns the widths of a part's elements from left to right. */
export function widthsOf({ table, isReversed }: Part, value: number): readonly number[] {
  const widths = table[value]!;
  return isReversed ? widths.toReversed() : widths;
}

/**
 * Returns the modules of a symbol, where 1 is dark, from the values of its parts from left to
 * right.
 */
export function toDataBarModules(values: readonly number[]): string {
  const elements = parts.flatMap((part, i) => widthsOf(part, values[i]!));
  return [1, ...elements, 1, 1].map((width, i) => (i % 2 ? "0" : "1").repeat(width)).join("");
}

const checkModulus = 79;
/** Each element of a character weighs three times as much as the one before it. */
const elementWeights = Array.from({ length: 8 }, (_, i) => 3 ** i);

/** Returns what a part with this value adds to the checksum, modulo 79. */
export function toChecksumShare({ table, weight }: Part, value: number): number {
  const sum = table[value]!.reduce((total, width, i) => total + width * elementWeights[i]!, 0);
  return (sum * weight) % checkModulus;
}

/**
 * The pairs of finder patterns by the checksum that they encode. The pairs 0 and 8, and 8 and 0,
 * encode none.
 */
export const findersByChecksum: readonly (readonly [left: number, right: number])[] = Array.from(
  { length: finderTable.length ** 2 },
  (_, pair) => [Math.floor(pair / 9), pair % 9] as const,
).filter((_, pair) => pair !== 8 && pair !== 72);

/** Returns the GTIN-14 that the values of the parts stand for. */
export function toGtin(values: readonly number[]): string {
  const [leftOuter, , leftInner, rightInner, , rightOuter] = values as number[];
  const left = leftOuter! * innerTable.length + leftInner!;
  const right = rightOuter! * innerTable.length + rightInner!;
  const value = left * outerTable.length * innerTable.length + right;
  // The upper half of the range says that a two-dimensional component belongs to the symbol.
  const digits = String(value % 1e13).padStart(13, "0");
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 1 : 3), 0);
  return digits + ((10 - (sum % 10)) % 10);
}
