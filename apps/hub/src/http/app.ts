import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from "fastify";
import type { Static, TSchema } from "typebox";

/** Types of TypeBox schemas. What a reply holds as undefined, Fastify leaves out. */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
  serializer: this["schema"] extends TSchema ? Sendable<Static<this["schema"]>> : unknown;
}

/** The same type, in which the values of optional properties may be undefined. */
type Sendable<T> = T extends object
  ? { [K in keyof T]: Sendable<T[K]> | (object extends Pick<T, K> ? undefined : never) }
  : T;

/** The hub's Fastify instance. Handlers take their types from TypeBox schemas. */
export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  SchemaTypes
>;
