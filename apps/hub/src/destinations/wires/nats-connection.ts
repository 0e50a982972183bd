import type { NatsMessage } from "../kind.ts";
import { orAborted } from "./aborting.ts";
import { ConnectionLost, type KeptConnection } from "./kept-connections.ts";
import type { NatsResponse } from "./nats-client.ts";
import { toNatsServer } from "./nats-server.ts";
import { type NatsStream, openNatsStream } from "./nats-stream.ts";
import type { Dial, WireContext } from "./wire.ts";

const connectTimeoutMs = 10_000;
const finishTimeoutMs = 2000;

export type NatsConnection = KeptConnection & {
  /**
   * Publishes a message once the server has accepted the log-in, and resolves with what became of
   * it. Rejects when the connection ends or the signal aborts before.
   */
  publish(message: NatsMessage, signal: AbortSignal): Promise<NatsResponse>;
};

/** Opens a connection to a server. */
export function openNatsConnection(dial: Dial, context: WireContext): NatsConnection {
  const server = toNatsServer(context.settings, context.secrets);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(connectTimeoutMs)]);
  let opened: NatsStream | undefined;
  let ended: Error | undefined;

  const end = (reason: Error): Error => {
    ended ??= reason;
    stop.abort(ended);
    opened?.stream.destroy();
    return ended;
  };
  const openStream = async () => {
    opened = await openNatsStream(dial, server, context.allowPrivate, signal);
    return opened;
  };

  async function logIn() {
    // Most hubs have no such destination and need no memory for the library.
    const { explainEnd, logInToNats, publishToNats } = await import("./nats-client.ts");
    try {
      const client = await orAborted(logInToNats(openStream, server.login), signal);
      void client.closed().then((reason) => end(explainEnd(reason)));
      return { client, publish: publishToNats };
    } catch (error) {
      throw end(explainEnd(error));
    }
  }
  const loggedIn = logIn();

  async function publish(message: NatsMessage): Promise<NatsResponse> {
    const { client, publish } = await loggedIn;
    try {
      return await publish(client, message);
    } catch (error) {
      throw ended ?? error;
    }
  }

  return {
    hasEnded: () => ended !== undefined,
    publish: (message, signal) => orAborted(publish(message), signal),
    end: () => void end(new ConnectionLost("did not respond in time.")),
    async finish() {
      const closing = loggedIn.then(({ client }) => client.close());
      await orAborted(closing, AbortSignal.timeout(finishTimeoutMs)).catch(() => undefined);
      end(new ConnectionLost("was disconnected, because the hub is closing."));
    },
  };
}
