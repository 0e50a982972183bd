import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kioskCredentials } from "./credentials.ts";

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-credentials-"));
  file = join(folder, "login");
});
afterAll(() => rm(folder, { recursive: true }));

const good: [string, string, object][] = [
  ["two lines", "desk\npass:word\n", { user: "desk", password: "pass:word" }],
  ["two lines of Windows", "desk\r\n secret \r\n", { user: "desk", password: " secret " }],
  ["one line", "desk:pass:word", { user: "desk", password: "pass:word" }],
];

test.each(good)("%s give user and password", async (_, text, credentials) => {
  await writeFile(file, text, { mode: 0o600 });
  expect(kioskCredentials(file, {})).toEqual({ ok: true, ...credentials });
});

test.each([
  "",
  "\n",
  "desk",
  ":secret",
  "desk\n\n",
  "a\nb\nc\n",
  "de:sk\nsecret\n",
  "desk\nse\u0007cret\n",
])("%j is refused with a sentence", async (text) => {
  await writeFile(file, text, { mode: 0o600 });
  expect(kioskCredentials(file, {})).toEqual({
    ok: false,
    reason: expect.stringMatching(/\.$/),
  });
});

test("a folder and a file that is not there are refused, with what is wrong", () => {
  expect(kioskCredentials(folder, {})).toMatchObject({ reason: expect.stringMatching(/a folder/) });
  expect(kioskCredentials(join(folder, "none"), {})).toMatchObject({
    reason: expect.stringMatching(/there is no such file\.$/),
  });
});

const onWindows = process.platform === "win32";
if (onWindows) console.log("Skipped on Windows: who else may read a file with credentials.");
test.skipIf(onWindows)(
  "a file of somebody else may be open to a group, as systemd's are, and never to all",
  async () => {
    await writeFile(file, "desk\nsecret\n");
    const service = { id: process.getuid!() + 1 };
    await chmod(file, 0o440);
    expect(kioskCredentials(file, {}, service)).toMatchObject({ ok: true });
    expect(kioskCredentials(file, {})).toMatchObject({ ok: false });
    await chmod(file, 0o604);
    expect(kioskCredentials(file, {}, service)).toMatchObject({ ok: false });
  },
);

test("the environment gives both or nothing, and a file comes first", async () => {
  const env = { SCANHOOK_USER: "desk", SCANHOOK_PASSWORD: "" };
  expect(kioskCredentials(undefined, {})).toEqual({ ok: true });
  expect(kioskCredentials(undefined, env)).toEqual({ ok: true, user: "desk", password: "" });
  await rm(file, { force: true });
  await writeFile(file, "other:secret", { mode: 0o600 });
  expect(kioskCredentials(file, env)).toMatchObject({ user: "other" });
});
