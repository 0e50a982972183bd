import type { WireContext } from "./wire.ts";

/** A connection that serves all messages of a destination, from dialing until it ends. */
export type KeptConnection = {
  hasEnded(): boolean;
  /** Ends the connection immediately. */
  end(): void;
  /** Tells the server first, so that it does not take the end for a crash. */
  finish(): Promise<void>;
};

/** The reason why a connection has ended. Its message completes a sentence about the server. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

/**
 * Keeps one connection for each destination. `open` makes a new one for the first message, and
 * after the old one has ended or the destination was changed.
 */
export function keepConnections<Connection extends KeptConnection>(
  open: (context: WireContext) => Connection,
) {
  const kept = new Map<number, { key: string; connection: Connection }>();
  return {
    get(context: WireContext): Connection {
      const key = JSON.stringify([context.settings, context.secrets, context.allowPrivate]);
      const existing = kept.get(context.destinationId);
      if (existing?.key === key && !existing.connection.hasEnded()) return existing.connection;
      existing?.connection.end();
      const connection = open(context);
      kept.set(context.destinationId, { key, connection });
      return connection;
    },
    forget(destinationId: number) {
      kept.get(destinationId)?.connection.end();
      kept.delete(destinationId);
    },
    async close() {
      const open = [...kept.values()];
      kept.clear();
      await Promise.all(open.map(({ connection }) => connection.finish()));
    },
  };
}
