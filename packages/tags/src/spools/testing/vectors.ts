import { readFileSync } from "node:fs";
import type { Spool } from "../spool.ts";

/**
 * Data of others with its spool, or null if it holds none: the payload of an OpenTag3D record, or
 * the memory of a tag from page 0 on.
 */
export type SpoolVector = {
  name: string;
  kind: "openTag3D" | "tigerTag" | "memory";
  source: string;
  hex: string;
  spool: Spool | null;
};

export const spoolVectors: readonly SpoolVector[] = JSON.parse(
  readFileSync(new URL("../fixtures/spools.json", import.meta.url), "utf8"),
);
