import type { LookupAddress, lookup as lookupInSystem } from "node:dns";
import { once } from "node:events";
import { type AddressInfo, createServer, type LookupFunction } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createEgress } from "./egress.ts";

const here = { allowPrivate: true };
const outside = { allowPrivate: false };

/** A DNS that answers what it is told, one list after the other; the last one stays. */
function dnsOf(...answers: string[][]) {
  let asked = 0;
  const lookup = ((_name: string, _options: object, done: (...given: unknown[]) => void) => {
    const answer = answers[Math.min(asked++, answers.length - 1)]!;
    done(
      null,
      answer.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  }) as unknown as typeof lookupInSystem;
  return { lookup, asked: () => asked };
}

function ask(lookup: LookupFunction): Promise<string[] | Error> {
  return new Promise((resolve) =>
    lookup("name.example", { all: true }, (error, addresses) =>
      resolve(error ?? (addresses as LookupAddress[]).map((one) => one.address)),
    ),
  );
}

async function listening(): Promise<{ port: number; connections: () => number }> {
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

test("a private address takes a grant, its own or the setting's, and the refusal names both", () => {
  const egress = createEgress({ allow: ["192.168.7.0/24", "fd12::/16", "10.9.9.9"] });
  expect(egress.refusal("192.168.7.8", outside)).toBeUndefined();
  expect(egress.refusal("::ffff:192.168.7.8", outside)).toBeUndefined();
  expect(egress.refusal("10.9.9.9", outside)).toBeUndefined();
  expect(egress.refusal("fd12::1", outside)).toBeUndefined();
  expect(egress.refusal("10.9.9.8", outside)).toBe(
    "10.9.9.8 is a private address; set allowPrivate (May be in your own network) for this destination, or name the range in the setting egress-allow.",
  );
  expect(egress.refusal("10.9.9.8", here)).toBeUndefined();
  expect(egress.refusal("8.8.8.8", outside)).toBeUndefined();
});

test("no grant opens link-local and metadata addresses", () => {
  const egress = createEgress({ allow: ["0.0.0.0/0", "::/0"] });
  for (const address of ["169.254.169.254", "169.254.1.1", "fe80::1", "fd00:ec2::254", "0.0.0.0"]) {
    expect(egress.refusal(address, here)).toEqual(
      expect.stringMatching(/never sends anything there\.$/),
    );
  }
});

test("of several addresses only those that may be dialled are given to the connection", async () => {
  const { lookup } = dnsOf(["169.254.169.254", "203.0.113.5", "8.8.8.8", "::1", "2606:4700::1"]);
  expect(await ask(createEgress({ lookup }).lookup(outside))).toEqual(["8.8.8.8", "2606:4700::1"]);
});

test("a name with bad addresses only is refused with the reason", async () => {
  const { lookup } = dnsOf(["10.0.0.1", "::1"]);
  const refused = await ask(createEgress({ lookup }).lookup(outside));
  expect(refused).toBeInstanceOf(Error);
  expect(refused).toHaveProperty(
    "message",
    expect.stringMatching(/10\.0\.0\.1 is a private address/),
  );
});

test("a name that changes its answer between the check and the dial reaches only what was checked", async () => {
  const { port, connections } = await listening();
  const dns = dnsOf(["8.8.8.8"], ["127.0.0.1"]);
  const egress = createEgress({ lookup: dns.lookup });
  expect(await ask(egress.lookup(outside))).toEqual(["8.8.8.8"]);
  await expect(egress.dial("rebind.example", port, outside)).rejects.toThrow(
    /127\.0\.0\.1 is this machine itself/,
  );
  expect([dns.asked(), connections()]).toEqual([2, 0]);
});

test("a dial asks the DNS once, and what it answered is what is dialled", async () => {
  const { port } = await listening();
  const dns = dnsOf(["127.0.0.1"], ["169.254.169.254"]);
  const socket = await createEgress({ lookup: dns.lookup }).dial("once.example", port, here);
  expect([dns.asked(), socket.remoteAddress]).toEqual([1, "127.0.0.1"]);
  socket.destroy();
});

test("those who ask for one name at once share a lookup, and none is kept for later", async () => {
  const dns = dnsOf(["8.8.8.8"], ["10.0.0.1"]);
  const answers: (() => void)[] = [];
  const held = ((name: string, options: object, done: (...given: unknown[]) => void) =>
    answers.push(() =>
      (dns.lookup as unknown as (...given: unknown[]) => void)(name, options, done),
    )) as unknown as typeof lookupInSystem;
  const egress = createEgress({ lookup: held });
  const asked = [ask(egress.lookup(outside)), ask(egress.lookup(here))];
  answers.shift()?.();
  expect(await Promise.all(asked)).toEqual([["8.8.8.8"], ["8.8.8.8"]]);
  const later = ask(egress.lookup(here));
  answers.shift()?.();
  expect([await later, dns.asked()]).toEqual([["10.0.0.1"], 2]);
});

test.each(["127.0.0.1", "::1", "[::1]", "::ffff:127.0.0.1", "localhost"])(
  "%s is not dialled without a grant",
  async (host) => {
    const { port, connections } = await listening();
    await expect(createEgress().dial(host, port, outside)).rejects.toThrow(/this machine itself/);
    expect(connections()).toBe(0);
  },
);

test("what listens is reached, what does not is said in a sentence", async () => {
  const { port } = await listening();
  const egress = createEgress();
  const socket = await egress.dial("localhost", port, here);
  socket.destroy();
  await expect(egress.dial("127.0.0.1", 1, here)).rejects.toThrow(
    "127.0.0.1:1 refused the connection: nothing listens there; is the port right, is it running?",
  );
});

test("a connection outlives the signal it was dialled with", async () => {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const stop = new AbortController();
  const { port } = server.address() as AddressInfo;
  const socket = await createEgress().dial("127.0.0.1", port, here, stop.signal);
  stop.abort();
  socket.write("still there");
  expect(String((await once(socket, "data"))[0])).toBe("still there");
  socket.destroy();
});

test("a dial ends with its signal", async () => {
  const hanging = (() => {}) as unknown as typeof lookupInSystem;
  const stop = new AbortController();
  const dialled = createEgress({ lookup: hanging }).dial("slow.example", 80, here, stop.signal);
  stop.abort();
  await expect(dialled).rejects.toThrow("The request to slow.example:80 was broken off.");
});
