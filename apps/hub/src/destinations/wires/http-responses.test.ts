import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import {
  createHttpContext,
  createMessage,
  createTestWire,
  startServer,
} from "./testing/http-wire.ts";

test.each([
  ["iso-8859-1", (text: string) => Buffer.from(text, "latin1")],
  ["utf-16le", (text: string) => Buffer.from(text, "utf16le")],
  ["klingon", (text: string) => Buffer.from(text)],
])("a response in the charset %s is read by it", async (charset, encode) => {
  const server = await startServer((_request, response) =>
    response
      .writeHead(200, { "content-type": `text/plain; charset=${charset}` })
      .end(encode("schön")),
  );
  expect(await createTestWire().send(createMessage(server.url), createHttpContext())).toMatchObject(
    {
      response: "schön",
    },
  );
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
  ["gzip, br", (bytes: Buffer) => brotliCompressSync(gzipSync(bytes))],
])(
  "a response that is sent in %s all the same is read, up to the limit",
  async (coding, encode) => {
    const server = await startServer((request, response) => {
      expect(request.headers["accept-encoding"]).toBe("identity");
      const text = request.url === "/bomb" ? "x".repeat(20_000_000) : "schön ".repeat(50);
      response.writeHead(200, { "content-encoding": coding }).end(encode(Buffer.from(text)));
    });
    const wire = createTestWire();
    expect(await wire.send(createMessage(server.url), createHttpContext())).toMatchObject({
      response: "schön ".repeat(50),
    });
    expect(await wire.send(createMessage(`${server.url}/bomb`), createHttpContext())).toMatchObject(
      {
        response: "x".repeat(2048),
      },
    );
  },
);

test("a response in an unknown or damaged coding still counts", async () => {
  const server = await startServer((request, response) =>
    response
      .writeHead(201, { "content-encoding": request.url === "/unknown" ? "rot13" : "gzip" })
      .end("abc"),
  );
  const wire = createTestWire();
  expect(
    await wire.send(createMessage(`${server.url}/unknown`), createHttpContext()),
  ).toMatchObject({
    kind: "delivered",
    status: 201,
    response: "abc",
  });
  expect(await wire.send(createMessage(server.url), createHttpContext())).toMatchObject({
    kind: "delivered",
    status: 201,
  });
});

test("a response without an end is read only as far as needed", async () => {
  const server = await startServer((_request, response) => {
    const fill = () => {
      while (response.write("x".repeat(65_536)));
    };
    response.on("drain", fill);
    fill();
  });
  expect(
    await createTestWire().send(
      createMessage(server.url),
      createHttpContext({ maxResponseBytes: 10 }),
    ),
  ).toEqual({
    kind: "delivered",
    status: 200,
    response: "xxxxxxxxxx",
  });
});

test("a response that is cut off within a character, or is not text, is kept as valid text", async () => {
  const server = await startServer((request, response) =>
    response.end(request.url === "/cut" ? "aü" : Buffer.from([0, 255, 65])),
  );
  const wire = createTestWire();
  expect(
    await wire.send(createMessage(`${server.url}/cut`), createHttpContext({ maxResponseBytes: 2 })),
  ).toMatchObject({ response: "a" });
  expect(await wire.send(createMessage(server.url), createHttpContext())).toMatchObject({
    response: "\ufffd\ufffdA",
  });
});

test("a response with endless headers or an endless body times out", async () => {
  const endlessHeaders = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.write("HTTP/1.1 200 OK\r\nx: ");
    const timer = setInterval(() => socket.write("a"), 20);
    socket.on("close", () => clearInterval(timer));
  });
  endlessHeaders.listen(0, "127.0.0.1");
  await once(endlessHeaders, "listening");
  onTestFinished(() => void endlessHeaders.close());
  const { port } = endlessHeaders.address() as AddressInfo;
  const endlessBody = await startServer((_request, response) => void response.write("a"));
  const createShortContext = () => createHttpContext({ timeoutMs: 300 });
  const wire = createTestWire();
  for (const serverPort of [port, endlessBody.port]) {
    expect(
      await wire.send(createMessage(`http://localhost:${serverPort}`), createShortContext()),
    ).toEqual({
      kind: "failed",
      fault: "destination",
      error: `localhost:${serverPort} did not answer within 0.3 seconds.`,
    });
  }
});
