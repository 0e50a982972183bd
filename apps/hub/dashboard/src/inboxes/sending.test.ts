import { execFile, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { formatCurlCommand, newestUser, receiverUrl } from "./sending.ts";

const identifier = Uint8Array.from({ length: 16 }, (_, index) => index * 17);

test("formats a command with the user, so curl asks for the password", () => {
  const command = formatCurlCommand({
    base: "https://hub.local:8443",
    inbox: "scans",
    user: "anna",
    identifier,
  });
  expect(command).toMatch(/^curl -u 'anna' --json /);
  expect(command).toMatch(/ 'https:\/\/hub\.local:8443\/in\/scans'$/);
});

test("escapes quotes in the name of the user", () => {
  const command = formatCurlCommand({
    base: "https://h",
    inbox: "scans",
    user: "o'neil; rm x",
    identifier,
  });
  expect(command).toContain(`-u 'o'\\''neil; rm x' --json`);
});

test("escapes the inbox name in the receiver URL", () => {
  expect(receiverUrl("https://h", "a/b?c")).toBe("https://h/in/a%2Fb%3Fc");
});

test("returns the user added last, or undefined without users", () => {
  const credential = (user: string, createdAt: string) => ({ user, createdAt });
  const credentials = [
    credential("anna", "2026-05-12T10:00:00.000Z"),
    credential("curl", "2026-05-13T09:00:00.000Z"),
    credential("door", "2026-05-11T10:00:00.000Z"),
  ];
  expect(newestUser({ credentials })).toBe("curl");
  expect(newestUser({ credentials: [] })).toBeUndefined();
});

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.warn("The curl command is not run, because curl is not installed.");

test.skipIf(!hasCurl)("formats a command that sends a valid scan", async () => {
  const receivedRequests: { type: string | undefined; path: string | undefined; body: string }[] =
    [];
  let startedAt = 0;
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    const body = Buffer.concat(chunks as Buffer[]).toString();
    receivedRequests.push({ type: request.headers["content-type"], path: request.url, body });
    response.writeHead(204).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const command = formatCurlCommand({ base, inbox: "scans", user: undefined, identifier });
    startedAt = Date.now();
    await promisify(execFile)("sh", ["-c", command]);
  } finally {
    server.close();
  }
  expect(receivedRequests).toHaveLength(1);
  expect(receivedRequests[0]).toMatchObject({ type: "application/json", path: "/in/scans" });
  const scan = JSON.parse(receivedRequests[0]!.body) as Record<string, string>;
  expect(scan.identifier).toBe("00112233-4455-4677-8899-aabbccddeeff");
  expect(scan.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  // The command writes whole seconds.
  expect(Date.parse(scan.date!)).toBeGreaterThan(startedAt - 1000);
  expect(Date.parse(scan.date!)).toBeLessThanOrEqual(Date.now());
  expect(scan.content).toBe("hello");
});
