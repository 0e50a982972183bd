import { hash } from "node:crypto";
import type { Row, Table } from "./tables.ts";

/** How many rows there are, and a number that is another one when any of them is. */
export type Sum = { count: number; sum: bigint };

export const nothing: Sum = { count: 0, sum: 0n };

/**
 * Adds a row. The SHA-256 of each is added up, so the order does not count: two databases need not sort a text the same
 * way.
 */
export function addRow({ count, sum }: Sum, { columns }: Table, row: Row): Sum {
  const values = Object.keys(columns).map((column) => {
    const value = row[column];
    return value instanceof Buffer ? value.toString("hex") : value;
  });
  const digest = BigInt(`0x${hash("sha256", JSON.stringify(values), "hex")}`);
  return { count: count + 1, sum: BigInt.asUintN(256, sum + digest) };
}
