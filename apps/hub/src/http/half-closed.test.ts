import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { asOwner, readJson, startTestHub } from "../testing/test-hub.ts";

const body = JSON.stringify({ identifier: "04:A2", date: "2026-05-12T14:23:01Z", content: "one" });
const post = [
  "POST /in/door HTTP/1.1",
  "Host: localhost",
  "Content-Type: application/json",
  `Content-Length: ${body.length}`,
  "",
  body,
].join("\r\n");

test("a sender that ends its side after the request reads the response", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  await owner("POST", "/api/inboxes", { name: "door", open: true });
  const open = () => connect(hub.hub.httpPort, "127.0.0.1");
  for (let count = 0; count < 5; count++) {
    const socket = open();
    socket.end(post);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 204 /);
  }
  // The server ends an idle connection whose sender has ended its side.
  const idle = open();
  idle.end();
  expect(await text(idle)).toBe("");
  const { scans } = await readJson<{ scans: unknown[] }>(await owner("GET", "/api/scans"));
  expect(scans).toHaveLength(1);
});

test("a viewer that ends its side leaves its stream", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  const made = await readJson<{ token: string }>(
    await owner("POST", "/api/tokens", { name: "viewer" }),
  );
  const socket = connect(hub.hub.httpPort, "127.0.0.1");
  const lines = [`Host: 127.0.0.1`, `Authorization: Bearer ${made.token}`, "", ""];
  socket.end(["GET /api/scans/stream HTTP/1.1", ...lines].join("\r\n"));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});
