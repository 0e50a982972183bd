import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** An NDEF message with its records and content. With `error`, it must be refused. */
type MessageVector = {
  name: string;
  hex: string;
  records: { tnf: number; typeHex: string; idHex: string; payloadHex: string }[];
  content: string | null;
  error: boolean;
};

export type MemoryVector = {
  name: string;
  tagType: "t2" | "t5";
  memoryHex: string;
  /** The message in the memory: empty for an empty message, null if there is none. */
  ndefHex: string | null;
  writable?: boolean;
  error: boolean;
};

/**
 * Returns the project's own messages, and those of public test suites if `NFC_VECTORS` names their
 * folder.
 */
export function messageVectors(): MessageVector[] {
  const ownVectors = readFixture<MessageVector[]>("ndef.json");
  const file = join(process.env.NFC_VECTORS ?? "", "ndef.json");
  if (!process.env.NFC_VECTORS || !existsSync(file)) {
    console.log("NFC_VECTORS names no folder: NDEF messages of public test suites are skipped.");
    return ownVectors;
  }
  const ownNames = new Set(ownVectors.map(({ name }) => name));
  const allVectors: MessageVector[] = JSON.parse(readFileSync(file, "utf8"));
  return [...ownVectors, ...allVectors.filter(({ name }) => !ownNames.has(name))];
}

/** Reads a JSON file from the folder `fixtures`. */
export function readFixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8"));
}

export function fromHex(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, "hex"));
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
