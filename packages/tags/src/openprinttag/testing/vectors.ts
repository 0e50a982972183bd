import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Vector = {
  name: string;
  tier: "must" | "may";
  payloadHex: string;
  tagUidHex: string | null;
  tagType: string | null;
  structured: Record<string, string | null> | null;
  uuids: Record<string, string | null> | null;
  decoded: {
    meta: Record<string, number>;
    main: Record<string, unknown>;
    aux?: Record<string, unknown>;
  } | null;
  unknownFields?: object;
  materialName?: string | null;
  error: boolean;
};

/** The project's own vectors, built by hand or with the reference encoder. */
export const ownVectors: Vector[] = JSON.parse(
  readFileSync(new URL("../fixtures/vectors.json", import.meta.url), "utf8"),
);

/** Returns the specification's own binaries if `NFC_VECTORS` names the folder that holds them. */
export function loadPublishedVectors(): Vector[] {
  const file = join(process.env.NFC_VECTORS ?? "", "openprinttag.json");
  if (!process.env.NFC_VECTORS || !existsSync(file)) {
    console.log(
      "OpenPrintTag's published binaries are skipped: NFC_VECTORS names no folder with them.",
    );
    return [];
  }
  const allVectors: Vector[] = JSON.parse(readFileSync(file, "utf8"));
  return allVectors.filter(({ name, payloadHex }) => name.startsWith("official") && payloadHex);
}

/** Removes the keys that are null in a vector; a reading omits them. */
export function removeNullFields(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
