import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { noteRunning, readRunning } from "./running-note.ts";
import { startTestHub } from "./testing/test-hub.ts";

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "scanhook-note-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

test("a hub that runs says in its data folder where it listens, and takes that away when it ends", async () => {
  await using test = await startTestHub("--public-url", "https://scans.example");
  const { hub } = test;
  expect(readRunning(hub.dataDir)).toEqual({
    host: "127.0.0.1",
    tls: "auto",
    publicUrl: "https://scans.example",
    ports: { http: hub.httpPort, https: hub.httpsPort },
  });
  await hub.close();
  expect(readRunning(hub.dataDir)).toBe(undefined);
});

test("of two hubs with one folder the first to end leaves the note of the other", () => {
  const at = (http: number) => ({ host: "::", tls: "off" as const, ports: { http } });
  const endFirst = noteRunning(data, at(8001));
  const endSecond = noteRunning(data, at(8002));
  endFirst();
  expect(readRunning(data)).toEqual(at(8002));
  endSecond();
  expect(readdirSync(data)).toEqual([]);
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
])("a note that is damaged is none: %s", (text) => {
  writeFileSync(join(data, "running.json"), text);
  expect(readRunning(data)).toBe(undefined);
});

test("where the note cannot be written, nothing happens", () => {
  const nowhere = join(data, "gone");
  noteRunning(nowhere, { host: "::", tls: "off", ports: { http: 8080 } })();
  expect(readRunning(nowhere)).toBe(undefined);
});
