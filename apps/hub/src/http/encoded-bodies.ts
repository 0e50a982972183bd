import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { exactMessage } from "../texts/exact-message.ts";
import { refuse } from "./errors.ts";

export const encodedBodyMessage = exactMessage("body-encoded");

/** Returns whether a body is compressed or encoded otherwise (RFC 9110 8.4). */
export function isEncoded({ "content-encoding": encoding = "" }: IncomingHttpHeaders): boolean {
  // "identity" should not be sent, but is no encoding (RFC 9110 12.5.3).
  return !["", "identity"].includes(encoding.trim().toLowerCase());
}

/** Tells the sender which encoding the hub reads: none (RFC 9110 12.5.3 and 15.5.16). */
export function addAcceptedEncoding(reply: FastifyReply): FastifyReply {
  return reply.header("accept-encoding", "identity");
}

/** Refuses encoded bodies with 415, in all routes that are added later. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook("preParsing", (request, reply, payload, done) => {
    if (!isEncoded(request.headers)) return done(null, payload);
    refuse(addAcceptedEncoding(reply), "wrong-media-type", encodedBodyMessage);
  });
}
