import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Aedes } from "aedes";

/**
 * Starts a real MQTT broker that records the topics of the messages it receives, and stops it when
 * disposed.
 */
export async function startBroker() {
  const broker = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  const topics: string[] = [];
  broker.on("publish", ({ topic }, client) => {
    if (client) topics.push(topic);
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    broker.handle(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    topics,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => broker.close(resolve));
      server.close();
    },
  };
}
