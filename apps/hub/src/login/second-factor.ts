import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "../http/errors.ts";

/**
 * Checks the second factor of a person who has one: a one-time password or a recovery code. Resolves
 * to undefined if it is right or not needed, or to the error.
 */
export type CheckSecondFactor = (
  request: FastifyRequest,
  reply: FastifyReply,
  login: { person: number; second: string | undefined },
) => Promise<ErrorCode | undefined>;
