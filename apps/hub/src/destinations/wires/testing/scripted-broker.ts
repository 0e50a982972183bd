import { createServer, type Socket } from "node:net";
import { listen } from "./wire.ts";

/** A message as a scripted broker sees it. */
export type Published = { topic: string; payload: string };

/**
 * Starts a broker of MQTT 5 that acknowledges each message, or sends the bytes that `refuse`
 * returns and closes the connection. It has the packets of MQTT 5, section 3, that a publisher with
 * QoS 1 needs. `hold` keeps it from reading until that many messages have arrived.
 */
export async function startScriptedBroker(options: {
  /** The properties of CONNACK (section 3.2.2.3) as bytes. */
  properties?: readonly number[];
  refuse?: (message: Published) => Buffer | undefined;
  hold?: number;
}) {
  const { properties = [], refuse = () => undefined, hold = 0 } = options;
  const sockets = new Set<Socket>();
  const received: Published[] = [];
  const acknowledged: Published[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    let bytes = Buffer.alloc(0);
    let held: (() => void)[] = [];
    socket.on("data", (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let end = findPacketEnd(bytes); end !== undefined; end = findPacketEnd(bytes)) {
        const packet = bytes.subarray(0, end);
        bytes = bytes.subarray(end);
        handle(packet);
      }
    });
    function handle(packet: Buffer) {
      const type = packet[0]! >> 4;
      if (type === 1) {
        socket.write(
          Buffer.from([0x20, 3 + properties.length, 0, 0, properties.length, ...properties]),
        );
      }
      if (type !== 3) return;
      const { message, id } = parsePublish(packet);
      received.push(message);
      held.push(() => respond(message, id));
      if (received.length < hold) return;
      const answers = held;
      held = [];
      for (const answer of answers) answer();
    }
    function respond(message: Published, id: Buffer) {
      if (socket.writableEnded) return;
      const refusal = refuse(message);
      if (refusal) {
        socket.end(refusal);
        return;
      }
      acknowledged.push(message);
      socket.write(Buffer.concat([Buffer.from([0x40, 2]), id]));
    }
  });
  const port = await listen(server);
  return {
    port,
    received,
    acknowledged,
    connectionCount: () => connections,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** DISCONNECT with a reason code (section 3.14). */
export const createDisconnect = (reasonCode: number) => Buffer.from([0xe0, 1, reasonCode]);

function readLength(bytes: Buffer): { length: number; start: number } | undefined {
  let length = 0;
  for (let index = 1; index <= 4; index += 1) {
    const byte = bytes[index];
    if (byte === undefined) return undefined;
    length += (byte & 127) * 128 ** (index - 1);
    if (byte < 128) return { length, start: index + 1 };
  }
  return undefined;
}

function findPacketEnd(bytes: Buffer): number | undefined {
  const read = readLength(bytes);
  const end = read && read.start + read.length;
  return end !== undefined && bytes.length >= end ? end : undefined;
}

function parsePublish(packet: Buffer): { message: Published; id: Buffer } {
  const { start } = readLength(packet)!;
  const topicEnd = start + 2 + packet.readUInt16BE(start);
  const propertiesAt = topicEnd + 2;
  return {
    message: {
      topic: packet.toString("utf8", start + 2, topicEnd),
      payload: packet.toString("utf8", propertiesAt + 1 + packet[propertiesAt]!),
    },
    id: packet.subarray(topicEnd, propertiesAt),
  };
}
