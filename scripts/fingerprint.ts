import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("..", import.meta.url));

/** What files of the project hold, as one value. By content, not by time: a checkout touches files without changing them. */
export function fingerprint(inputs: string[], more = ""): string {
  const hash = createHash("sha256").update(more);
  const files = globSync(inputs, { cwd: project, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
  for (const file of files) hash.update(file.slice(project.length)).update(readFileSync(file));
  return hash.digest("hex");
}
