import { execFile, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { curlLine, newestUser, receiverUrl } from "./sending.ts";

const identifier = Uint8Array.from({ length: 16 }, (_, index) => index * 17);

test("a line for a closed inbox names the user and leaves the password to curl's question", () => {
  const line = curlLine({
    base: "https://hub.local:8443",
    inbox: "scans",
    user: "anna",
    identifier,
  });
  expect(line).toMatch(/^curl -u 'anna' --json /);
  expect(line).toMatch(/ 'https:\/\/hub\.local:8443\/in\/scans'$/);
});

test("a user with a quote cannot break out of the line", () => {
  const line = curlLine({ base: "https://h", inbox: "scans", user: "o'neil; rm x", identifier });
  expect(line).toContain(`-u 'o'\\''neil; rm x' --json`);
});

test("the receiver's address escapes what has a meaning in one", () => {
  expect(receiverUrl("https://h", "a/b?c")).toBe("https://h/in/a%2Fb%3Fc");
});

test("the user made last is the one to send with, and none where there is none", () => {
  const made = (user: string, createdAt: string) => ({ user, createdAt });
  const credentials = [
    made("anna", "2026-05-12T10:00:00.000Z"),
    made("curl", "2026-05-13T09:00:00.000Z"),
    made("door", "2026-05-11T10:00:00.000Z"),
  ];
  expect(newestUser({ credentials })).toBe("curl");
  expect(newestUser({ credentials: [] })).toBeUndefined();
});

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.warn("The line for curl is not run: curl is not installed.");

test.skipIf(!hasCurl)("a shell and curl make a scan of the line", async () => {
  const bodies: { type: string | undefined; path: string | undefined; body: string }[] = [];
  let before = 0;
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    const body = Buffer.concat(chunks as Buffer[]).toString();
    bodies.push({ type: request.headers["content-type"], path: request.url, body });
    response.writeHead(204).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const line = curlLine({ base, inbox: "scans", user: undefined, identifier });
    before = Date.now();
    await promisify(execFile)("sh", ["-c", line]);
  } finally {
    server.close();
  }
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toMatchObject({ type: "application/json", path: "/in/scans" });
  const scan = JSON.parse(bodies[0]!.body) as Record<string, string>;
  expect(scan.identifier).toBe("00112233-4455-4677-8899-aabbccddeeff");
  expect(scan.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  // Its line has whole seconds.
  expect(Date.parse(scan.date!)).toBeGreaterThan(before - 1000);
  expect(Date.parse(scan.date!)).toBeLessThanOrEqual(Date.now());
  expect(scan.content).toBe("hello");
});
