import bwip from "bwip-js/node";
import type { Layout } from "../pdf417/draw-stack.ts";
import { clusterCount, symbolWidth, toSymbol, valueCount } from "../pdf417/symbols.ts";

/** The modules of a PDF417 that bwip-js draws, row after row, and the codewords that they show. */
export type DrawnStack = { layout: Layout; codewords: number[]; modules: number[][] };

/** Draws a PDF417 with bwip-js. */
export function encodeStack(text: string, columns: number, level: number): DrawnStack {
  const [symbol] = bwip.raw({
    bcid: "pdf417",
    text,
    columns,
    eclevel: level,
    rowmult: 1,
  } as Parameters<typeof bwip.raw>[0]) as unknown as { pixs: number[]; pixx: number }[];
  const { pixs, pixx } = symbol!;
  const rows = pixs.length / pixx;
  const modules = Array.from({ length: rows }, (_, row) =>
    pixs.slice(row * pixx, (row + 1) * pixx),
  );
  const values = [0, 1, 2].map((cluster) => listValues(cluster));
  const codewords = modules.flatMap((bits, row) =>
    Array.from({ length: columns }, (_, column) => {
      const start = (column + 2) * symbolWidth;
      const symbolBits = bits.slice(start, start + symbolWidth).join("");
      return values[row % clusterCount]!.get(Number.parseInt(symbolBits, 2))!;
    }),
  );
  return { layout: { rows, columns, level }, codewords, modules };
}

function listValues(cluster: number): Map<number, number> {
  return new Map(
    Array.from({ length: valueCount }, (_, value) => [toSymbol(cluster, value), value]),
  );
}
