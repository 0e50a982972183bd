import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Static, TSchema } from "@fastify/type-provider-typebox";
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from "fastify";

/** The hub's Fastify instance. Handlers take their types from TypeBox schemas. */
export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  SchemaTypes
>;

/** The types of the values of a schema: those that a handler gets, and those that it returns. */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
  serializer: this["schema"] extends TSchema ? Returned<Static<this["schema"]>> : unknown;
}

/** Optional properties may also be undefined, because JSON leaves those out. */
type Returned<Value> = Value extends readonly (infer Item)[]
  ? Returned<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Returned<Value[Key]> | Absence<Value, Key> }
    : Value;

type Absence<Value, Key extends keyof Value> = object extends Pick<Value, Key> ? undefined : never;
