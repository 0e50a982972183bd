import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
