import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { openRememberedLogins } from "./remembered-logins.ts";

let dir: string;
let path: string;
beforeEach(async () => {
  dir = await mkdtemp(join(findMemory(), "scanhook-logins-"));
  path = join(dir, "remembered-logins.json");
});
afterEach(() => rm(dir, { recursive: true }));

const key = randomBytes(32);
const anna = { user: "anna", passwordHash: "hash of open sesame" };
const ben = { user: "ben", passwordHash: "hash of xyzzy" };

/** Opens the file for a hub whose inbox `door` has these credentials. */
function open(
  credentials: { user: string; passwordHash: string }[],
  fileKey: Buffer | undefined = key,
) {
  const problems: unknown[] = [];
  const door = { name: "door", open: false, credentials };
  const logins = openRememberedLogins({
    path,
    getKey: async () => fileKey,
    store: {
      inboxes: async () => [
        {
          ...door,
          audit: false,
          origin: "dashboard",
          createdAt: "",
          revision: 1,
          changedAt: "",
          credentials: [],
          scans: 0,
          received: 0,
        },
      ],
      inbox: async (name) => (name === "door" ? door : undefined),
    },
    onProblem: (error) => problems.push(error),
  });
  return { ...logins, problems };
}

test("a password that was right is recognized after a restart, in either Unicode form", async () => {
  const first = open([anna]);
  expect(await first.matches("door", anna, "o\u0308ffne")).toBe(false);
  await first.remember("door", anna, "o\u0308ffne");
  expect(await first.matches("door", anna, "öffne")).toBe(true);
  await first.close();
  const next = open([anna]);
  expect(await next.matches("door", anna, "öffne")).toBe(true);
  expect(await next.matches("door", anna, "Öffne")).toBe(false);
  expect(await next.matches("gate", anna, "öffne")).toBe(false);
  expect(await next.matches("door", { ...anna, user: "ben" }, "öffne")).toBe(false);
});

test("a changed or removed password is not recognized, and leaves the file when it is next written", async () => {
  const first = open([anna, ben]);
  await first.remember("door", anna, "open sesame");
  await first.remember("door", ben, "xyzzy");
  await first.close();
  expect(Object.keys(JSON.parse(await readFile(path, "utf8")))).toHaveLength(2);
  const changed = { ...anna, passwordHash: "another hash of open sesame" };
  const next = open([changed]);
  expect(await next.matches("door", changed, "open sesame")).toBe(false);
  await next.remember("door", changed, "open sesame");
  await next.close();
  expect(Object.keys(JSON.parse(await readFile(path, "utf8")))).toHaveLength(1);
});

test("the file is private, names neither users nor passwords, and is useless with another key", async () => {
  const first = open([anna]);
  await first.remember("door", anna, "open sesame");
  await first.close();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, "utf8")).not.toMatch(/anna|door|sesame|hash/);
  expect(await open([anna], randomBytes(32)).matches("door", anna, "open sesame")).toBe(false);
});

test("a damaged file counts as empty", async () => {
  for (const text of ["", "{", "null", "[1]", '{"a":"b"}']) {
    await writeFile(path, text);
    expect(await open([anna]).matches("door", anna, "open sesame")).toBe(false);
  }
});

test("without a key nothing is remembered, and without a place for the file one problem is reported", async () => {
  const keyless = openRememberedLogins({
    path,
    getKey: async () => undefined,
    store: { inboxes: async () => [], inbox: async () => undefined },
    onProblem: () => expect.unreachable(),
  });
  await keyless.remember("door", anna, "open sesame");
  expect(await keyless.matches("door", anna, "open sesame")).toBe(false);
  await keyless.close();

  await mkdir(path);
  const { remember, close, problems } = open([anna, ben]);
  await remember("door", anna, "open sesame");
  await close();
  await remember("door", ben, "xyzzy");
  await close();
  expect(problems).toHaveLength(1);
});
