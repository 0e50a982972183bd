import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestHub } from "../testing/test-hub.ts";
import { readRunFile, writeRunFile } from "./run-file.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "scanhook-note-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("a running hub writes where it listens, and removes the file when it closes", async () => {
  await using test = await startTestHub("--public-url", "https://scans.example");
  const { hub } = test;
  expect(readRunFile(hub.dataDir)).toEqual({
    host: "127.0.0.1",
    tls: "auto",
    publicUrl: "https://scans.example",
    ports: { http: hub.httpPort, https: hub.httpsPort },
  });
  await hub.close();
  expect(readRunFile(hub.dataDir)).toBe(undefined);
});

test("a hub that closes leaves the file of another hub with the same folder", () => {
  const runningHub = (http: number) => ({ host: "::", tls: "off" as const, ports: { http } });
  const removeFirst = writeRunFile(dataDir, runningHub(8001));
  const removeSecond = writeRunFile(dataDir, runningHub(8002));
  removeFirst();
  expect(readRunFile(dataDir)).toEqual(runningHub(8002));
  removeSecond();
  expect(readdirSync(dataDir)).toEqual([]);
});

test.each([
  "",
  "{",
  "null",
  '{"host":"::","tls":"off"}',
  '{"host":"::","tls":"on","ports":{"http":80}}',
  '{"host":"::","tls":"off","ports":{"http":0}}',
  '{"host":"::","tls":"off","publicUrl":"x","ports":{"http":80}}',
  '{"host":"::","tls":"auto","ports":{"http":80,"https":"443"}}',
])("a damaged file is ignored: %s", (text) => {
  writeFileSync(join(dataDir, "running.json"), text);
  expect(readRunFile(dataDir)).toBe(undefined);
});

test("a hub whose folder is missing writes no file and throws no error", () => {
  const missingDir = join(dataDir, "gone");
  writeRunFile(missingDir, { host: "::", tls: "off", ports: { http: 8080 } })();
  expect(readRunFile(missingDir)).toBe(undefined);
});
