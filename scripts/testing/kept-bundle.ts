import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { computeFingerprint } from "../fingerprint.ts";

const cache = fileURLToPath(new URL("../../node_modules/.cache/bundles", import.meta.url));

/**
 * Returns a folder of this name with what `make` wrote into it. It is made anew when a file of
 * `inputs` (patterns relative to the project) has changed. Two processes may call it at a time.
 */
export async function keepBundle(
  name: string,
  inputs: string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cache, name, computeFingerprint(inputs).slice(0, 16));
  if (existsSync(folder)) return folder;
  rmSync(join(cache, name), { recursive: true, force: true });
  const made = `${folder}.${process.pid}`;
  mkdirSync(made, { recursive: true });
  await make(made);
  renameSync(made, folder);
  return folder;
}
