import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSettings, startHub } from "@scanhook/hub";
import { afterAll, beforeAll } from "vitest";
import { runScanhook } from "./command-line.ts";

const checklist = `- { key: gauge, label: Needle in the green?, type: pass-fail, required: true }
- { key: pressure, label: Pressure, type: number, unit: bar, min: 12, max: 15 }
- { key: seal, label: Seal, type: choice, options: [intact, broken], fails: [broken] }
`;

/** The user of the inboxes of `useAskingHub`. */
export const askedUser = { user: "guard", password: "guard-password-1" };

/**
 * Starts a hub for the tests of a file. The inbox `round` feeds an inspection of E-1 to E-9 with
 * three questions, and `counter` loans that ask one question after a return. Resolves addresses and
 * journals inside of tests.
 */
export function useAskingHub() {
  const opened = {} as { folder: string; port: number; close: () => Promise<void> };
  const run = (...args: string[]) => runScanhook(args, { env: { SCANHOOK_DATA: opened.folder } });
  const write = async (name: string, text: string) => {
    const path = join(opened.folder, name);
    await writeFile(path, text);
    return path;
  };
  beforeAll(async () => {
    opened.folder = await mkdtemp(join(tmpdir(), "scanhook-asking-"));
    const { user, password } = askedUser;
    for (const inbox of ["round", "counter"])
      await run("inbox", "add", inbox, "--user", user, "--password", password);
    const questions = await write("list.yaml", checklist);
    const kind = ["--kind", "inspection", "--every", "1 year", "--inbox", "round"];
    await run("register", "add", "fire", ...kind, "--checklist", questions);
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const things = numbers.map((n) => `E-${n},Extinguisher ${n}\n`).join("");
    await run("register", "import", "fire", await write("fire.csv", `Code,Name\n${things}`));
    const after = await write("after.yaml", "- { key: care, label: Condition, type: rating }\n");
    const loans = ["--kind", "loans", "--inbox", "counter", "--checklist", after];
    await run("register", "add", "tools", ...loans);
    const list = "Code,Name,Role\nD-1,Drill,\nD-2,Saw,\nM-1,Ada,member\n";
    await run("register", "import", "tools", await write("tools.csv", list));
    const args = ["--data", opened.folder, "--http-port", "0", "--tls", "off"];
    const settings = parseSettings({ args: [...args, "--log-level", "silent"], env: {} });
    if (!settings.ok) throw new Error(settings.reason);
    const hub = await startHub(settings.settings, { print: () => {} });
    Object.assign(opened, { port: hub.httpPort, close: () => hub.close() });
  });
  afterAll(async () => {
    await opened.close();
    await rm(opened.folder, { recursive: true });
  });
  return {
    run,
    /** Returns the receiver URL of an inbox. */
    url: (inbox: string) => `http://localhost:${opened.port}/in/${inbox}`,
    /** Resolves to how an entry of a register is, as its export tells it. */
    async statusOf(register: string, code: string): Promise<string | undefined> {
      const { stdout } = await run("register", "export", register);
      const [header = "", ...lines] = stdout.trim().split("\r\n");
      const line = lines.find((each) => each.includes(`,${code},`));
      return line?.split(",")[header.split(",").indexOf("status")];
    },
  };
}
