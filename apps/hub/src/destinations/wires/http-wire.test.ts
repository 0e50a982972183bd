import { expect, test } from "vitest";
import hubPackage from "../../../package.json" with { type: "json" };
import { makeCom } from "../kinds/make-com.ts";
import {
  createHttpContext,
  createMessage,
  createTestWire,
  type ReceivedRequest,
  startServer,
} from "./testing/http-wire.ts";

test("a request goes out unchanged, and its response comes back", async () => {
  const server = await startServer((_request, response) =>
    response.writeHead(201, { "content-type": "text/plain; charset=utf-8" }).end("danke schön"),
  );
  const message = createMessage(`${server.url}/a%20b?q=1`, {
    method: "PUT",
    headers: { "x-name": "Grüße 🎫" },
    body: '{"a":"ü"}',
  });
  expect(await createTestWire().send(message, createHttpContext())).toEqual({
    kind: "delivered",
    status: 201,
    response: "danke schön",
    contentType: "text/plain; charset=utf-8",
  });
  const [{ request, body }] = server.requests as [ReceivedRequest];
  expect([request.method, request.url, body]).toEqual(["PUT", "/a%20b?q=1", '{"a":"ü"}']);
  expect(request.headers).toMatchObject({
    "user-agent": `Scanhook/${hubPackage.version}`,
    "scanhook-hub": "1",
    host: `localhost:${server.port}`,
    "content-length": "10",
  });
  const headerValue = request.headers["x-name"] as string;
  expect(Buffer.from(headerValue, "latin1").toString("utf8")).toBe("Grüße 🎫");
});

test("a redirect is not followed, and the error names its target", async () => {
  const elsewhere = await startServer((_request, response) => response.end());
  const server = await startServer((_request, response) =>
    response.writeHead(302, { location: `${elsewhere.url}/new` }).end(),
  );
  expect(await createTestWire().send(createMessage(server.url), createHttpContext())).toMatchObject(
    {
      kind: "failed",
      error: `The destination answered 302, a redirect to ${elsewhere.url}/new. The hub follows no redirects; enter the final address.`,
    },
  );
  expect(elsewhere.requests).toEqual([]);
});

test("a kind can refuse a response although its status is 200", async () => {
  const server = await startServer((_request, response) => response.end('{"ok":false}'));
  const checkResponse = ({ body }: { body: string }) =>
    body.includes("false") ? "It said no." : undefined;
  expect(
    await createTestWire().send(createMessage(server.url), createHttpContext({ checkResponse })),
  ).toMatchObject({
    kind: "failed",
    fault: "destination",
    status: 200,
    error: "It said no.",
  });
});

test("a kind can keep a message for a later attempt although the status blames it", async () => {
  const server = await startServer((request, response) =>
    response.writeHead(400).end(request.url === "/full" ? "Queue is full." : "Bad."),
  );
  const { findOwnFault } = makeCom;
  const context = () => createHttpContext(findOwnFault && { findOwnFault });
  const wire = createTestWire();
  expect(await wire.send(createMessage(`${server.url}/full`), context())).toMatchObject({
    kind: "failed",
    fault: "destination",
    status: 400,
    error: "The queue of this webhook is full. Make takes more when its scenario has run.",
  });
  expect(await wire.send(createMessage(server.url), context())).toMatchObject({ fault: "scan" });
});

test("closing the wire ends requests under way", async () => {
  const server = await startServer(() => {});
  const wire = createTestWire();
  const sending = wire.send(createMessage(server.url), createHttpContext());
  await expect.poll(() => server.requests.length).toBe(1);
  await wire.close();
  expect(await sending).toMatchObject({ kind: "failed", error: expect.stringMatching(/\.$/) });
});
