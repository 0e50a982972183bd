import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { generateShell } from "../generate.ts";
import type { Shell } from "../shell.ts";

export const shell: Shell = {
  id: "org.example.scanner",
  name: "Scanhook",
  version: "1.2.3",
  build: 42,
  origins: ["https://hub.example", "https://home.example:8443"],
  team: "ABCDE12345",
};

// Inside the repository, because the projects refer to its node_modules.
const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
/** The folder with the projects of the test file. */
export let folder: string;

/** Generates the projects of `shell` before the tests of a file, and removes them after. */
export function useGeneratedShell(): void {
  beforeAll(async () => {
    await mkdir(dist, { recursive: true });
    folder = await mkdtemp(join(dist, "test-"));
    await mkdir(resolvePath("web"));
    await writeFile(resolvePath("web/index.html"), "<!doctype html><title>Scanhook</title>");
    await generateShell(folder, shell);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
}

export const resolvePath = (path: string): string => join(folder, path);
export const read = (path: string): Promise<string> => readFile(resolvePath(path), "utf8");
