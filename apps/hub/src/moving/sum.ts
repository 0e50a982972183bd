import { hash } from "node:crypto";
import type { Row, Table } from "./table.ts";

/** The number of rows, and a checksum over them. */
export type Sum = { count: number; sum: bigint };

export const emptySum: Sum = { count: 0, sum: 0n };

/**
 * Returns the sum with one row added. The checksum is the sum of the SHA-256 of all rows modulo
 * 2^256. It does not depend on their order, because the two databases sort rows differently.
 */
export function addRow({ count, sum }: Sum, { columns }: Table, row: Row): Sum {
  const values = Object.keys(columns).map((column) => {
    const value = row[column];
    return value instanceof Buffer ? value.toString("hex") : value;
  });
  const digest = BigInt(`0x${hash("sha256", JSON.stringify(values), "hex")}`);
  return { count: count + 1, sum: BigInt.asUintN(256, sum + digest) };
}
