import { expect, test } from "vitest";
import { clusterCount, symbolWidth, toSymbol, valueCount } from "./symbols.ts";

/** The widths of the bars and spaces of a symbol in turn. */
function toWidths(symbol: number): number[] {
  const bits = symbol.toString(2).padStart(symbolWidth, "0");
  return (bits.match(/1+|0+/g) ?? []).map(({ length }) => length);
}

test("each symbol has four bars and four spaces of one to six modules", () => {
  for (let index = 0; index < clusterCount * valueCount; index++) {
    const widths = toWidths(toSymbol(Math.floor(index / valueCount), index % valueCount));
    expect(widths).toHaveLength(8);
    expect(Math.max(...widths)).toBeLessThanOrEqual(6);
  }
});

test("the bars of each symbol give the number of its cluster, as ISO/IEC 15438 computes it", () => {
  for (let index = 0; index < clusterCount * valueCount; index++) {
    const cluster = Math.floor(index / valueCount);
    const widths = toWidths(toSymbol(cluster, index % valueCount));
    const [a, , b, , c, , d] = widths as [number, number, number, number, number, number, number];
    expect((a - b + c - d + 9) % 9).toBe(3 * cluster);
  }
});

test("no two values share a symbol", () => {
  const symbols = [0, 1, 2].flatMap((cluster) =>
    Array.from({ length: valueCount }, (_, value) => toSymbol(cluster, value)),
  );
  expect(new Set(symbols).size).toBe(clusterCount * valueCount);
});
