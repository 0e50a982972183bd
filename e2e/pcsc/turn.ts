import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";

/**
 * An abstract socket of Linux: only one process at a time listens there, and it disappears with
 * that process.
 */
const name = "scanhook-virtual-reader";

/** As `/proc/net/unix` lists it. */
export const turnListed = `@${name}`;

/**
 * Resolves when no other test file runs a pcscd, because a machine can have only one. A waiting
 * test file notices by the end of its connection that the other one has finished.
 */
export async function takeTurn(): Promise<AsyncDisposable> {
  for (;;) {
    const turn = await listen();
    if (turn) return turn;
    const other = connect(`\0${name}`);
    // Refused, because the other one has just finished.
    other.on("error", () => {});
    await once(other.resume(), "close");
  }
}

async function listen(): Promise<AsyncDisposable | undefined> {
  const waiting = new Set<{ destroy(): void }>();
  const server: Server = createServer((socket) => {
    waiting.add(socket.on("error", () => {}));
  }).listen(`\0${name}`);
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return undefined;
    throw error;
  }
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of waiting) socket.destroy();
      await closed;
    },
  };
}
