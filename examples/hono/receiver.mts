// RECEIVER_USER=desk RECEIVER_PASSWORD=secret node receiver.mts
import { appendFile } from "node:fs/promises";
import { serve } from "@hono/node-server";
import { createReceiver } from "@scanhook/webhook";
import { Hono } from "hono";

const { PORT = "3000", RECEIVER_USER: user, RECEIVER_PASSWORD: password } = process.env;
if (!user || !password) throw new Error("Set RECEIVER_USER and RECEIVER_PASSWORD.");

const receive = createReceiver({
  credentials: { user, password },
  async accept(scan) {
    await appendFile("scans.jsonl", `${JSON.stringify(scan)}\n`, { flush: true });
    console.log(scan.date, scan.content);
  },
});

const app = new Hono();
app.on(["POST", "OPTIONS"], "/", (context) => receive(context.req.raw));

serve({ fetch: app.fetch, port: Number(PORT) }, ({ port }) =>
  console.log(`Receiving scans on http://localhost:${port}/`),
);
