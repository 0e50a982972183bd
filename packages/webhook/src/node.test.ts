import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { toNodeListener } from "./node.ts";
import { createReceiver } from "./receive.ts";
import type { Scan } from "./scan.ts";
import { send } from "./send.ts";

test("send() and createReceiver() work together over a Node server", async () => {
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

test("a sender that sends a long body before it reads gets every response over one connection", async () => {
  const credentials = { user: "desk", password: "secret" };
  const receive = createReceiver({ credentials, accept: () => {} });
  const server = createServer(toNodeListener(receive)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  const longBody = Buffer.alloc(5_000_000, " ");
  const formatPost = (headers: string) => `POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`;
  const authorizedHeaders = `Content-Type: application/json\r\nAuthorization: Basic ${btoa("desk:secret")}`;
  const write = (data: string | Buffer) =>
    new Promise<void>((resolve) => socket.write(data, () => resolve()));
  try {
    await write(formatPost(`Content-Length: ${longBody.length}`));
    await write(longBody);
    await write(formatPost(`${authorizedHeaders}\r\nTransfer-Encoding: chunked`));
    await write(`${longBody.length.toString(16)}\r\n`);
    await write(longBody);
    await write(
      `\r\n0\r\n\r\n${formatPost(`${authorizedHeaders}\r\nContent-Length: 2\r\nConnection: close`)}{}`,
    );
    const responses = await new Response(ReadableStream.from(socket)).text();
    const statuses = responses.match(/(?<=^HTTP\/1\.1 )\d+/gm);
    expect(statuses).toEqual(["401", "413", "422"]);
  } finally {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  }
});
