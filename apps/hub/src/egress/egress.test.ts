import type { LookupAddress, lookup as lookupInSystem } from "node:dns";
import { once } from "node:events";
import { type AddressInfo, createServer, type LookupFunction } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createEgress } from "./egress.ts";

const privateAllowed = { allowPrivate: true };
const publicOnly = { allowPrivate: false };

/** A lookup that returns these lists one after the other, and the last one from then on. */
function createDns(...addressLists: string[][]) {
  let lookupCount = 0;
  const lookup = ((_name: string, _options: object, done: (...args: unknown[]) => void) => {
    const addresses = addressLists[Math.min(lookupCount++, addressLists.length - 1)]!;
    done(
      null,
      addresses.map(
        (address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 }),
      ),
    );
  }) as unknown as typeof lookupInSystem;
  return { lookup, lookupCount: () => lookupCount };
}

function resolveName(lookup: LookupFunction): Promise<string[] | Error> {
  return new Promise((resolve) =>
    lookup("name.example", { all: true }, (error, addresses) =>
      resolve(error ?? (addresses as LookupAddress[]).map(({ address }) => address)),
    ),
  );
}

async function startCountingServer(): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

test("a private address needs a grant of the destination or the setting, and the refusal names both", () => {
  const egress = createEgress({ allow: ["192.168.7.0/24", "fd12::/16", "10.9.9.9"] });
  expect(egress.refusal("192.168.7.8", publicOnly)).toBeUndefined();
  expect(egress.refusal("::ffff:192.168.7.8", publicOnly)).toBeUndefined();
  expect(egress.refusal("10.9.9.9", publicOnly)).toBeUndefined();
  expect(egress.refusal("fd12::1", publicOnly)).toBeUndefined();
  expect(egress.refusal("10.9.9.8", publicOnly)).toBe(
    "10.9.9.8 is a private address; switch on “May be in your own network” (allowPrivate) for this destination, or name the range in the setting egress-allow.",
  );
  expect(egress.refusal("10.9.9.8", privateAllowed)).toBeUndefined();
  expect(egress.refusal("8.8.8.8", publicOnly)).toBeUndefined();
});

test("link-local and metadata addresses are refused even with a grant", () => {
  const egress = createEgress({ allow: ["0.0.0.0/0", "::/0"] });
  for (const address of ["169.254.169.254", "169.254.1.1", "fe80::1", "fd00:ec2::254", "0.0.0.0"]) {
    expect(egress.refusal(address, privateAllowed)).toEqual(
      expect.stringMatching(/never sends anything there\.$/),
    );
  }
});

test("a connection gets only those addresses of a name that may be dialed", async () => {
  const { lookup } = createDns([
    "169.254.169.254",
    "203.0.113.5",
    "8.8.8.8",
    "::1",
    "2606:4700::1",
  ]);
  expect(await resolveName(createEgress({ lookup }).lookup(publicOnly))).toEqual([
    "8.8.8.8",
    "2606:4700::1",
  ]);
});

test("a name whose addresses are all forbidden is refused with the reason", async () => {
  const { lookup } = createDns(["10.0.0.1", "::1"]);
  const error = await resolveName(createEgress({ lookup }).lookup(publicOnly));
  expect(error).toBeInstanceOf(Error);
  expect(error).toHaveProperty(
    "message",
    expect.stringMatching(/10\.0\.0\.1 is a private address/),
  );
});

test("a name whose address changes between check and dial reaches only the checked address", async () => {
  const { port, connections } = await startCountingServer();
  const dns = createDns(["8.8.8.8"], ["127.0.0.1"]);
  const egress = createEgress({ lookup: dns.lookup });
  expect(await resolveName(egress.lookup(publicOnly))).toEqual(["8.8.8.8"]);
  await expect(egress.dial("rebind.example", port, publicOnly)).rejects.toThrow(
    /127\.0\.0\.1 is this machine itself/,
  );
  expect([dns.lookupCount(), connections()]).toEqual([2, 0]);
});

test("dialing looks up a name once and dials the address that the lookup returned", async () => {
  const { port } = await startCountingServer();
  const dns = createDns(["127.0.0.1"], ["169.254.169.254"]);
  const socket = await createEgress({ lookup: dns.lookup }).dial(
    "once.example",
    port,
    privateAllowed,
  );
  expect([dns.lookupCount(), socket.remoteAddress]).toEqual([1, "127.0.0.1"]);
  socket.destroy();
});

test("concurrent requests for one name share a lookup, and no result is cached", async () => {
  const dns = createDns(["8.8.8.8"], ["10.0.0.1"]);
  const heldLookups: (() => void)[] = [];
  const holdingLookup = ((name: string, options: object, done: (...args: unknown[]) => void) =>
    heldLookups.push(() =>
      (dns.lookup as unknown as (...args: unknown[]) => void)(name, options, done),
    )) as unknown as typeof lookupInSystem;
  const egress = createEgress({ lookup: holdingLookup });
  const results = [
    resolveName(egress.lookup(publicOnly)),
    resolveName(egress.lookup(privateAllowed)),
  ];
  heldLookups.shift()?.();
  expect(await Promise.all(results)).toEqual([["8.8.8.8"], ["8.8.8.8"]]);
  const later = resolveName(egress.lookup(privateAllowed));
  heldLookups.shift()?.();
  expect([await later, dns.lookupCount()]).toEqual([["10.0.0.1"], 2]);
});

test.each(["127.0.0.1", "::1", "[::1]", "::ffff:127.0.0.1", "localhost"])(
  "%s is not dialed without a grant",
  async (host) => {
    const { port, connections } = await startCountingServer();
    await expect(createEgress().dial(host, port, publicOnly)).rejects.toThrow(
      /this machine itself/,
    );
    expect(connections()).toBe(0);
  },
);

test("dialing connects to a listening port, and explains why it fails at a closed port", async () => {
  const { port } = await startCountingServer();
  const egress = createEgress();
  const socket = await egress.dial("localhost", port, privateAllowed);
  socket.destroy();
  await expect(egress.dial("127.0.0.1", 1, privateAllowed)).rejects.toThrow(
    "127.0.0.1:1 refused the connection: nothing listens there; is the port right, is it running?",
  );
});

test("a connection outlives the signal it was dialed with", async () => {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const stop = new AbortController();
  const { port } = server.address() as AddressInfo;
  const socket = await createEgress().dial("127.0.0.1", port, privateAllowed, stop.signal);
  stop.abort();
  socket.write("still there");
  expect(String((await once(socket, "data"))[0])).toBe("still there");
  socket.destroy();
});

test("aborting the signal cancels a dial", async () => {
  const hanging = (() => {}) as unknown as typeof lookupInSystem;
  const stop = new AbortController();
  const dialing = createEgress({ lookup: hanging }).dial(
    "slow.example",
    80,
    privateAllowed,
    stop.signal,
  );
  stop.abort();
  await expect(dialing).rejects.toThrow("The request to slow.example:80 was canceled.");
});
