import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readKioskCredentials } from "./credentials.ts";

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-credentials-"));
  file = join(folder, "login");
});
afterAll(() => rm(folder, { recursive: true }));

const validFiles: [string, string, object][] = [
  ["two lines", "desk\npass:word\n", { user: "desk", password: "pass:word" }],
  ["two lines that end in CRLF", "desk\r\n secret \r\n", { user: "desk", password: " secret " }],
  ["one line", "desk:pass:word", { user: "desk", password: "pass:word" }],
];

test.each(validFiles)(
  "a credentials file with %s gives the user and the password",
  async (_, text, credentials) => {
    await writeFile(file, text, { mode: 0o600 });
    expect(readKioskCredentials(file, {})).toEqual({ ok: true, value: credentials });
  },
);

test.each([
  "",
  "\n",
  "desk",
  ":secret",
  "desk\n\n",
  "a\nb\nc\n",
  "de:sk\nsecret\n",
  "desk\nse\u0007cret\n",
])("a credentials file with the content %j is refused with a sentence", async (text) => {
  await writeFile(file, text, { mode: 0o600 });
  expect(readKioskCredentials(file, {})).toEqual({
    ok: false,
    reason: expect.stringMatching(/\.$/),
  });
});

test("a credentials file may be UTF-16 as PowerShell writes it, but not Latin-1", async () => {
  await writeFile(file, "\ufeffdesk\r\ngrün\r\n", { encoding: "utf16le", mode: 0o600 });
  expect(readKioskCredentials(file, {})).toEqual({
    ok: true,
    value: { user: "desk", password: "grün" },
  });
  await writeFile(file, "desk\ngrün\n", { encoding: "latin1", mode: 0o600 });
  expect(readKioskCredentials(file, {})).toEqual({
    ok: false,
    reason: `--credentials: Line 2 of ${file} is not UTF-8; save the file as UTF-8.`,
  });
});

test("a folder or a missing file instead of a credentials file is refused with the reason", () => {
  expect(readKioskCredentials(folder, {})).toMatchObject({
    reason: expect.stringMatching(/a folder/),
  });
  expect(readKioskCredentials(join(folder, "none"), {})).toMatchObject({
    reason: expect.stringMatching(/there is no such file\.$/),
  });
});

const onWindows = process.platform === "win32";
if (onWindows) console.log("Skipped on Windows: the permissions of a credentials file.");
test.skipIf(onWindows)(
  "a credentials file of another user, such as one of systemd, may be readable by its group, but never by everybody",
  async () => {
    await writeFile(file, "desk\nsecret\n");
    const otherUser = { id: process.getuid!() + 1 };
    await chmod(file, 0o440);
    expect(readKioskCredentials(file, {}, otherUser)).toMatchObject({ ok: true });
    expect(readKioskCredentials(file, {})).toMatchObject({ ok: false });
    await chmod(file, 0o604);
    expect(readKioskCredentials(file, {}, otherUser)).toMatchObject({ ok: false });
  },
);

test("credentials come from the environment if it has any, and a file takes precedence", async () => {
  const env = { SCANHOOK_USER: "desk", SCANHOOK_PASSWORD: "" };
  expect(readKioskCredentials(undefined, {})).toEqual({ ok: true, value: {} });
  expect(readKioskCredentials(undefined, env)).toEqual({
    ok: true,
    value: { user: "desk", password: "" },
  });
  await rm(file, { force: true });
  await writeFile(file, "other:secret", { mode: 0o600 });
  expect(readKioskCredentials(file, env)).toMatchObject({ value: { user: "other" } });
});
