import { createServer, type Server, type Socket } from "node:net";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { createEgress } from "../../egress/egress.ts";
import { createAmqpWire } from "./amqp-wire.ts";
import { createContext, dialAnywhere, listen } from "./testing/wire.ts";

const message = {
  via: "amqp",
  id: "scanhook-1",
  exchange: "",
  routingKey: "scans",
  mandatory: true,
  contentType: "text/plain",
  at: "2026-05-12T14:23:02.500Z",
  payload: "scan",
} as const;

let server: Server | undefined;
const wire = createAmqpWire({ dial: dialAnywhere });

afterEach(async () => {
  await wire.close();
  server?.close();
});

test.each([
  ["HTTP/1.1 400 Bad Request\r\n\r\n", "does not speak AMQP 0-9-1. Check the port."],
  // The response of a broker of another version (AMQP 0-9-1, section 4.2.2).
  ["AMQP\0\u0001\0\0", "does not speak AMQP 0-9-1. Check the port."],
  ["", "closed the connection."],
])("a server that responds with %j and hangs up gets no message", async (response, words) => {
  const port = await serve((socket) => socket.end(response));
  expect(await send(port)).toEqual({
    kind: "failed",
    fault: "destination",
    error: `The AMQP broker at 127.0.0.1:${port} ${words}`,
  });
});

test("nothing is dialed at a private address without permission, whatever the name is", async () => {
  let connectionCount = 0;
  const port = await serve(() => undefined);
  server?.on("connection", () => {
    connectionCount += 1;
  });
  const guarded = createAmqpWire({ dial: createEgress().dial });
  for (const host of ["127.0.0.1", "localhost"]) {
    const settings = { url: `amqp://${host}:${port}` };
    const context = createContext(settings, { allowPrivate: false });
    expect(await guarded.send(message, context)).toMatchObject({
      fault: "destination",
      error: expect.stringMatching(/switch on “May be in your own network”/),
    });
  }
  expect(connectionCount).toBe(0);
});

test("a server that does not respond costs the time of the destination, and no more", async () => {
  const port = await serve(() => undefined);
  expect(await send(port, AbortSignal.timeout(50))).toEqual({
    kind: "failed",
    fault: "destination",
    error: `127.0.0.1:${port} did not answer in time.`,
  });
});

test("whatever a server sends, the message fails with a sentence", async () => {
  const method = (...bytes: number[]) => [1, 0, 0, 0, 0, 0, bytes.length, ...bytes, 0xce];
  let response: Uint8Array;
  const port = await serve((socket) => socket.end(response));
  const tune = method(0, 10, 0, 30, 0, 0, 0, 0, 0, 0, 0, 0);
  const frames = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => method(...bytes)),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => method(0, 10, 0, 10, ...bytes)),
    fc.constantFrom(tune, method(0, 10, 0, 41, 0), [8, 0, 0, 0, 0, 0, 0, 0xce]),
    fc.uint8Array({ maxLength: 12 }).map((bytes) => [...bytes]),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(frames, { maxLength: 6 }), async (sent) => {
      response = new Uint8Array(sent.flat());
      expect(await send(port)).toEqual({
        kind: "failed",
        fault: "destination",
        error: expect.stringMatching(/^(The AMQP broker at )?127\.0\.0\.1:\d+ .*\.$/s),
      });
    }),
  );
});

async function serve(respond: (socket: Socket) => void): Promise<number> {
  server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => respond(socket));
  });
  return listen(server);
}

function send(port: number, signal = AbortSignal.timeout(60_000)) {
  return wire.send(message, createContext({ url: `amqp://127.0.0.1:${port}` }, { signal }));
}
