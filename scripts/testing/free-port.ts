// A port for a program that needs a fixed one, or that is restarted on the same one.
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/**
 * Below the ephemeral ports of every system, so that no other program gets one of these by chance.
 */
const range = { from: 12_000, to: 30_000 };

/** Returns a port that nobody listens on, or the first of `count` consecutive ones. */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = range.from + Math.floor(Math.random() * (range.to - range.from - count));
    await using held = new AsyncDisposableStack();
    const ports = Array.from({ length: count }, (_, n) => first + n);
    const taken = await Promise.all(ports.map((port) => listen(port).catch(() => undefined)));
    for (const server of taken) if (server) held.use(server);
    if (taken.every((server) => server !== undefined)) return first;
  }
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port);
  await once(server, "listening");
  return server;
}
