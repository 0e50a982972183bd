import type { lookup as lookupInSystem } from "node:dns";
import { expect, test } from "vitest";
import { createEgress } from "../../egress/egress.ts";
import {
  createHttpContext,
  createMessage,
  createTestWire,
  startServer,
} from "./testing/http-wire.ts";
import { createLocalhostCertificate } from "./testing/wire.ts";

test("a silent DNS server or a closing hub ends a request", async () => {
  const neverAnswer = (() => {}) as unknown as typeof lookupInSystem;
  const wire = createTestWire(createEgress({ lookup: neverAnswer }));
  expect(
    await wire.send(createMessage("http://silent.example"), createHttpContext({ timeoutMs: 50 })),
  ).toMatchObject({ error: "silent.example:80 did not answer within 0.05 seconds." });
  const stop = new AbortController();
  const sending = wire.send(
    createMessage("https://silent.example"),
    createHttpContext({ signal: stop.signal }),
  );
  stop.abort();
  expect(await sending).toMatchObject({ error: "The request to silent.example:443 was canceled." });
});

test("nothing reaches this machine without a grant, however its address is written", async () => {
  const server = await startServer((_request, response) => response.end());
  const wire = createTestWire();
  const names = ["localhost", "127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1"];
  for (const name of [...names, "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "127。0。0。1"]) {
    const url = `http://${name}:${server.port}/`;
    expect(
      await wire.send(createMessage(url), createHttpContext({ allowPrivate: false })),
    ).toMatchObject({
      kind: "failed",
      error: expect.stringMatching(/this machine itself; switch on “May be in your own network”/),
    });
  }
  expect(server.sockets.size).toBe(0);
});

test("revoking a grant also ends open connections", async () => {
  const server = await startServer((_request, response) => response.end());
  const wire = createTestWire();
  expect(await wire.send(createMessage(server.url), createHttpContext())).toMatchObject({
    kind: "delivered",
  });
  expect(
    await wire.send(createMessage(server.url), createHttpContext({ allowPrivate: false })),
  ).toMatchObject({
    kind: "failed",
  });
  expect(server.requests).toHaveLength(1);
});

test("a destination's own authority is trusted only for that destination and for the names in the certificate", async () => {
  const { ca, ...tls } = await createLocalhostCertificate();
  const server = await startServer((_request, response) => response.end(), tls);
  const wire = createTestWire();
  expect(await wire.send(createMessage(server.url), createHttpContext())).toMatchObject({
    error: expect.stringMatching(
      /^The certificate of localhost:\d+ (is self-signed|comes from an authority).+“Own certificate authority”\.$/,
    ),
  });
  const settings = { ca };
  expect(await wire.send(createMessage(server.url), createHttpContext({ settings }))).toMatchObject(
    {
      kind: "delivered",
    },
  );
  const resolveToLoopback = ((
    _name: string,
    _options: object,
    done: (...args: unknown[]) => void,
  ) => done(null, [{ address: "127.0.0.1", family: 4 }])) as unknown as typeof lookupInSystem;
  const wireWithOtherName = createTestWire(createEgress({ lookup: resolveToLoopback }));
  const url = `https://other.example:${server.port}`;
  expect(
    await wireWithOtherName.send(createMessage(url), createHttpContext({ settings })),
  ).toMatchObject({
    error: "The certificate of other.example is for another name. Use the name in the certificate.",
  });
});

test("https to a server that speaks plain HTTP is reported as such", async () => {
  const server = await startServer((_request, response) => response.end());
  const url = server.url.replace("http:", "https:");
  expect(await createTestWire().send(createMessage(url), createHttpContext())).toMatchObject({
    error: expect.stringMatching(
      /does not speak TLS\. Try http instead of https, or another port\.$/,
    ),
  });
});
