import { readFile } from "node:fs/promises";

/** Returns the version of this program, from its package.json. */
export async function readVersion(): Promise<string> {
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  return JSON.parse(manifest).version;
}
