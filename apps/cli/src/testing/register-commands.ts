import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { runScanhook } from "./command-line.ts";

/** The result of a command that succeeded and printed `stdout`. */
export const done = (stdout: unknown) => ({ code: 0, stderr: "", stdout });

/** The warning about a list with a code such as T-1. */
export const guessable =
  " Somebody could find 1 of the codes by trying; longer random codes prevent that.";

/** Gives each test of a file a data folder of its own, and commands that work in it. */
export function useDataFolder() {
  const folder = { path: "" };
  beforeEach(async () => {
    folder.path = await mkdtemp(join(tmpdir(), "scanhook-register-"));
  });
  afterEach(() => rm(folder.path, { recursive: true }));
  const run = (...args: string[]) => runScanhook(args, { env: { SCANHOOK_DATA: folder.path } });
  const runRegister = (...args: string[]) => run("register", ...args);
  return {
    folder,
    run,
    runRegister,
    /** Makes a register with one guest, T-1, fed by the inbox `door`. */
    async addGala(...rules: string[]): Promise<void> {
      await run("inbox", "add", "door");
      await runRegister("add", "gala", "--kind", "check-in", "--inbox", "door", ...rules);
      const guests = join(folder.path, "guests.csv");
      await writeFile(guests, "ticket,name\nT-1,Ada Lovelace\n");
      await runRegister("import", "gala", guests, "--key", "ticket", "--label", "name");
    },
  };
}
