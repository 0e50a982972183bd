import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * Runs a program from a page in a folder with these files. The program prints its address in its
 * first line.
 */
export async function startProgram(
  file: string,
  files: Record<string, string>,
  variables: Record<string, string>,
) {
  const folder = await mkdtemp(join(tmpdir(), "scanhook-program-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, PORT: "0", ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const output = createInterface(child.stdout);
  const [line = "nothing"] = await Promise.race([once(output, "line"), ended.then(() => [])]);
  const url = /http:\S+/.exec(String(line))?.[0];
  if (!url) throw new Error(`${file} printed “${line}” instead of its address.`);
  return {
    url,
    folder,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
