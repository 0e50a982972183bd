import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of the project's sources, with the dependencies of the original. */
export type ProjectCopy = { path: string; remove(): void };

/** Copies the project as it is on disk, without tests and documents, to change and build it. */
export async function copyProject(): Promise<ProjectCopy> {
  const path = await mkdtemp(join(tmpdir(), "scanhook-copy-"));
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  const isNeeded = (file: string) =>
    /^(?:apps|packages|scripts|docs)\/|^[^/]+$/.test(file) && !/\.test\.ts$/.test(file);
  for (const file of listed.split("\0").filter((name) => name !== "" && isNeeded(name))) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    cpSync(join(root, file), join(path, file));
  }
  for (const owner of ["", "apps/hub"]) linkDependencies(path, owner);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Links the dependencies one by one, so that the packages of the project are those of the copy. */
function linkDependencies(path: string, folder: string): void {
  const from = join(root, folder, "node_modules");
  const to = join(path, folder, "node_modules");
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name.startsWith("@scanhook") || name === "scanhook") continue;
    symlinkSync(join(from, name), join(to, name));
  }
  // npm links the packages of the project by relative paths.
  for (const name of ["@scanhook", "scanhook"])
    if (existsSync(join(from, name)))
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
}
