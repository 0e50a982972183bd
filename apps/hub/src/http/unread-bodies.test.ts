import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, startTestHub, type TestHub } from "../testing/test-hub.ts";

const mebibyte = 1024 * 1024;
let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
  const owner = await asOwner(hub);
  await owner("POST", "/api/inboxes", { name: "open", open: true });
  await owner("POST", "/api/inboxes", { name: "locked" });
});
afterAll(() => hub[Symbol.asyncDispose]());

type Sent = { response: string; byteCount: number; isClosed: boolean };

/**
 * Sends a request over a socket of its own, until the body has the given length or the hub closes
 * the connection.
 */
async function sendBody(head: string, bodyLength: number): Promise<Sent> {
  const isChunked = head.includes("chunked");
  const piece = Buffer.alloc(64 * 1024, " ");
  const socket = connect(hub.hub.httpPort, "127.0.0.1");
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  let response = "";
  let isClosed = false;
  socket.setEncoding("latin1");
  socket.on("data", (text) => {
    response += text;
  });
  // The hub may close while the body is on its way, which is an error for the sender.
  socket.on("error", () => {});
  socket.on("close", () => {
    isClosed = true;
    close();
  });
  const length = isChunked ? "" : `content-length: ${bodyLength}\r\n`;
  socket.write(`${head}\r\nhost: localhost\r\n${length}\r\n`);
  let byteCount = 0;
  while (!isClosed && byteCount < bodyLength) {
    if (isChunked) socket.write(`${piece.length.toString(16)}\r\n`);
    const hasRoom = socket.write(piece);
    if (isChunked) socket.write("\r\n");
    byteCount += piece.length;
    if (!hasRoom) await Promise.race([closed, new Promise((next) => socket.once("drain", next))]);
  }
  if (!isClosed) {
    if (isChunked) socket.write("0\r\n\r\n");
    await expect.poll(() => response).toMatch(/^HTTP.+\r\n\r\n./s);
    // A second request on the same connection shows that the first was read to its end.
    response = response.split("\r\n")[0]!;
    socket.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    await closed;
  }
  return { response, byteCount, isClosed: byteCount < bodyLength };
}

const json = "content-type: application/json";
test.each([
  ["401", `POST /in/locked HTTP/1.1\r\n${json}`],
  ["404", `POST /in/nowhere HTTP/1.1\r\n${json}`],
  ["405", `PUT /in/open HTTP/1.1\r\n${json}`],
  ["413", `POST /in/open HTTP/1.1\r\n${json}`],
  ["413", `POST /in/open HTTP/1.1\r\n${json}\r\ntransfer-encoding: chunked`],
  ["415", "POST /in/open HTTP/1.1\r\ncontent-type: text/plain"],
  ["401", `POST /api/inboxes HTTP/1.1\r\n${json}`],
  ["413", `POST /nothing HTTP/1.1\r\n${json}\r\ntransfer-encoding: chunked`],
  ["413", `POST /scan/pair HTTP/1.1\r\n${json}`],
])("after a %s, the hub reads 4 MiB more and no gigabyte (%s)", async (status, head) => {
  const short = await sendBody(head, 4 * mebibyte);
  expect(short.isClosed).toBe(false);
  expect(short.response).toMatch(new RegExp(`^HTTP/1.1 ${status} .+HTTP/1.1 200 OK`, "s"));
  const long = await sendBody(head, 1024 * mebibyte);
  expect(long.isClosed).toBe(true);
  // The remaining bytes are in the buffers of the two sockets.
  expect(long.byteCount).toBeLessThan(64 * mebibyte);
});
