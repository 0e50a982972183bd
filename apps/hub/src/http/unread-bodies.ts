import type { IncomingMessage, Server } from "node:http";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";

const maxUnreadBytes = 4 * 1024 * 1024;

/**
 * Limits what a server still reads of a body after it has responded, as with a refusal: 4 MiB, and
 * then it closes the connection. Most clients read a response only after they have sent everything,
 * so closing at once would hide the refusal from them.
 */
export function limitUnreadBodies(server: Server): void {
  server.prependListener("request", (request: IncomingMessage, response) => {
    // Node reads the rest of a short body by itself.
    if (announcesShortBody(request)) return;
    // Node stops passing on the body in "finish", which comes later, unless somebody reads it.
    response.once("prefinish", () => readRest(request));
  });
}

/** Keeps the connection of a body that is too large open, which Fastify would close. */
export function keepReading(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error.code !== "FST_ERR_CTP_BODY_TOO_LARGE") return;
  reply.removeHeader("connection");
  request.raw.resume();
}

function announcesShortBody({ headers }: IncomingMessage): boolean {
  if (headers["transfer-encoding"] !== undefined) return false;
  return Number(headers["content-length"] ?? 0) <= maxUnreadBytes;
}

function readRest(request: IncomingMessage): void {
  if (request.complete) return;
  let byteCount = 0;
  request.on("data", (chunk: Buffer) => {
    byteCount += chunk.length;
    if (byteCount > maxUnreadBytes) request.socket.destroy();
  });
  request.resume();
}
