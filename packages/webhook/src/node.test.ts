import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { toNodeListener } from "./node.ts";
import { createReceiver } from "./receive.ts";
import type { Scan } from "./scan.ts";
import { send } from "./send.ts";

test("our sender and our receiver meet over a real Node server", async () => {
  const scans: Scan[] = [];
  const receive = createReceiver({
    credentials: { user: "desk", password: "pässword" },
    accept: (scan) => void scans.push(scan),
  });
  const server = createServer(toNodeListener(receive)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const scan = { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content: "☕\u001d" };
  try {
    expect(await send(scan, { url, user: "desk", password: "pässword" })).toEqual({
      kind: "accepted",
      status: 204,
    });
    expect(await send(scan, { url, user: "desk", password: "x" })).toMatchObject({ status: 401 });
    expect(scans).toEqual([scan]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("a sender that first sends all of a long body gets its answer, and the next over the same connection", async () => {
  const credentials = { user: "desk", password: "secret" };
  const receive = createReceiver({ credentials, accept: () => {} });
  const server = createServer(toNodeListener(receive)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  const long = Buffer.alloc(5_000_000, " ");
  const post = (headers: string) => `POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`;
  const loggedIn = `Content-Type: application/json\r\nAuthorization: Basic ${btoa("desk:secret")}`;
  const write = (data: string | Buffer) =>
    new Promise<void>((resolve) => socket.write(data, () => resolve()));
  try {
    await write(post(`Content-Length: ${long.length}`));
    await write(long);
    await write(post(`${loggedIn}\r\nTransfer-Encoding: chunked`));
    await write(`${long.length.toString(16)}\r\n`);
    await write(long);
    await write(`\r\n0\r\n\r\n${post(`${loggedIn}\r\nContent-Length: 2\r\nConnection: close`)}{}`);
    const answers = await new Response(ReadableStream.from(socket)).text();
    const statuses = answers.match(/(?<=^HTTP\/1\.1 )\d+/gm);
    expect(statuses).toEqual(["401", "413", "422"]);
  } finally {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  }
});
