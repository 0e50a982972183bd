// A port for a program that has to be told its port, or that is started again on the one it had.
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Below those that a system gives to whoever asks for any: nobody comes to one of these by chance meanwhile. */
const range = { from: 12_000, to: 30_000 };

/** A port at which nobody listens; with `count` the first of so many in a row. */
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
