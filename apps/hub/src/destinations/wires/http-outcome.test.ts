import { expect, test } from "vitest";
import {
  createHttpContext,
  createMessage,
  createTestWire,
  startServer,
} from "./testing/http-wire.ts";

test.each([
  [301, "destination"],
  [307, "destination"],
  [400, "scan"],
  [401, "destination"],
  [403, "destination"],
  [404, "destination"],
  [408, "destination"],
  [410, "gone"],
  [413, "scan"],
  [414, "scan"],
  [431, "scan"],
  [415, "scan"],
  [418, "destination"],
  [422, "scan"],
  [429, "destination"],
  [500, "destination"],
  [503, "destination"],
])("the status %i is the fault of the %s and explained with a sentence", async (status, fault) => {
  const server = await startServer((_request, response) =>
    response.writeHead(status, { "retry-after": "7" }).end("why"),
  );
  expect(await createTestWire().send(createMessage(server.url), createHttpContext())).toEqual({
    kind: "failed",
    fault,
    status,
    response: "why",
    retryAfterMs: 7000,
    error: expect.stringMatching(new RegExp(`^The destination answered ${status}\\b.*\\.$`)),
  });
});

test.each([
  ["http://no-such-host.invalid", /no host named no-such-host\.invalid|could not be looked up/],
  ["http://localhost:1", /^localhost:1 refused the connection: nothing listens there;/],
  ["http://127.0.0.1:1", /^127\.0\.0\.1:1 refused the connection/],
  ["http://[::1]:1", /^\[::1\]:1 refused the connection|no way to/],
  ["http://169.254.169.254/latest", /^169\.254\.169\.254 is the metadata service of a cloud/],
  ["http://[fe80::1]/", /^fe80::1 is a link-local address\. The hub never sends anything there\.$/],
  ["http://0.0.0.0:1", /^0\.0\.0\.0 is not the address of a host/],
])("a request to %s fails with a sentence", async (url, sentence) => {
  expect(await createTestWire().send(createMessage(url), createHttpContext())).toEqual({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(sentence),
  });
});
