import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("..", import.meta.url));

/**
 * Returns a hash of the content of project files, tests excepted. It ignores their times, because a
 * checkout touches files without changing them.
 */
export function computeFingerprint(inputs: string[], extra = ""): string {
  const hash = createHash("sha256").update(extra);
  const files = globSync(inputs, { cwd: project, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((file) => !/\.test\.ts$|[/\\]testing[/\\]/.test(file))
    .sort();
  for (const file of files) hash.update(file.slice(project.length)).update(readFileSync(file));
  return hash.digest("hex");
}
