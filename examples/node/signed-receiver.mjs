// SIGNING_SECRET=secret node signed-receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

const { PORT = "3000", SIGNING_SECRET: secret } = process.env;
if (!secret) throw new Error("Set SIGNING_SECRET.");

/** Returns whether the hub signed exactly these bytes. */
function isSigned(body, signature = "") {
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

const server = createServer(async (request, response) => {
  try {
    const body = await buffer(request);
    if (!isSigned(body, request.headers["x-hub-signature-256"]))
      return response.writeHead(401).end("The signature is missing or wrong.");
    const scan = JSON.parse(body);
    await appendFile("scans.jsonl", `${JSON.stringify(scan)}\n`, { flush: true });
    console.log(scan.date, scan.content);
    response.writeHead(204).end();
  } catch (error) {
    console.error(error);
    response.writeHead(503, { "Retry-After": "10" }).end("The scan could not be stored.");
  }
}).listen(PORT, () => console.log(`Receiving scans on http://localhost:${server.address().port}/`));
