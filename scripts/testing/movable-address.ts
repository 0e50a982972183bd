// An address that moves from one server to another, as a virtual IP or the service of a cluster
// does.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type MovableAddress = {
  port: number;
  /** Leads new connections to this port. Open ones stay as they are. */
  moveTo(port: number): void;
  /**
   * Cuts the network without a word: nothing passes on open connections and nobody closes them, and
   * new ones are not answered.
   */
  cut(): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Listens on an address of this machine that leads to a port. */
export async function startMovableAddress(port: number): Promise<MovableAddress> {
  let target: number | undefined = port;
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    keep(near);
    if (target === undefined) return;
    const far = connect(target, "127.0.0.1");
    keep(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to, { end: false });
      from.on("close", () => to.destroy());
      from.on("end", () => to.end());
    }
  });
  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(port) {
      target = port;
    },
    cut() {
      target = undefined;
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
        socket.removeAllListeners("end");
        socket.removeAllListeners("close");
      }
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
