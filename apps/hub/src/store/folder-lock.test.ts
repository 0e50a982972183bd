import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataFolder } from "./folder-lock.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "scanhook-lock-"));
});
afterEach(() => rm(dir, { recursive: true }));

test("a data folder has one lock at a time, which is free again once it is released", () => {
  const release = lockDataFolder(dir);
  expect(release).toBeDefined();
  expect(lockDataFolder(dir)).toBeUndefined();
  release!();
  const next = lockDataFolder(dir);
  expect(next).toBeDefined();
  next!();
});

test("the lock of a killed process is free", async () => {
  const module = new URL("./folder-lock.ts", import.meta.url).href;
  const script = `const { lockDataFolder } = await import(${JSON.stringify(module)});
    console.log(lockDataFolder(${JSON.stringify(dir)}) === undefined ? "taken" : "locked");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script]);
  const [line] = await once(child.stdout, "data");
  expect(String(line).trim()).toBe("locked");
  expect(lockDataFolder(dir)).toBeUndefined();
  child.kill("SIGKILL");
  await once(child, "exit");
  const release = lockDataFolder(dir);
  expect(release).toBeDefined();
  release!();
});

test.each([
  ["deletes", (path: string) => rm(path)],
  [
    "replaces",
    (path: string) => writeFile(`${path}.new`, "").then(() => rename(`${path}.new`, path)),
  ],
])("a folder stays locked when somebody %s the file of the lock", async (_, change) => {
  const path = join(dir, "running.lock");
  const release = lockDataFolder(dir)!;
  await change(path);
  // Shows whether the new file is locked without taking its lock: SQLite can read it only if it is
  // not locked.
  const isLocked = () => {
    try {
      using db = new DatabaseSync(path, { readOnly: true });
      db.prepare("SELECT * FROM sqlite_schema").all();
      return false;
    } catch (error) {
      return (error as { errcode?: number }).errcode === 5;
    }
  };
  await expect.poll(isLocked).toBe(true);
  expect(lockDataFolder(dir)).toBeUndefined();
  release();
  const next = lockDataFolder(dir);
  expect(next).toBeDefined();
  next!();
});

test("a folder in which no lock can be taken counts as free", () => {
  expect(lockDataFolder(join(dir, "missing"))).toBeDefined();
});
