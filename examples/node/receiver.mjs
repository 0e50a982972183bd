// RECEIVER_USER=desk RECEIVER_PASSWORD=secret node receiver.mjs
import { appendFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createReceiver } from "@scanhook/webhook";
import { toNodeListener } from "@scanhook/webhook/node";

const { PORT = "3000", RECEIVER_USER: user, RECEIVER_PASSWORD: password } = process.env;
if (!user || !password) throw new Error("Set RECEIVER_USER and RECEIVER_PASSWORD.");

const receive = createReceiver({
  credentials: { user, password },
  async accept(scan) {
    await appendFile("scans.jsonl", `${JSON.stringify(scan)}\n`, { flush: true });
    console.log(scan.date, scan.content);
  },
});

const server = createServer(toNodeListener(receive)).listen(PORT, () =>
  console.log(`Receiving scans on http://localhost:${server.address().port}/`),
);
