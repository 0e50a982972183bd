import type { IncomingMessage, Server } from "node:http";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";

const maxUnreadBytes = 4 * 1024 * 1024;

/**
 * Limits how much of a body a server still reads after its response, for example after a refusal.
 * After 4 MiB, it closes the connection. Most clients read the response only after they have sent
 * the whole body, so they would miss the refusal if the connection was closed at once.
 */
export function limitUnreadBodies(server: Server): void {
  server.prependListener("request", (request: IncomingMessage, response) => {
    // Node reads the rest of a short body by itself.
    if (announcesShortBody(request)) return;
    // In "finish", which comes later, Node drops the rest of the body unless somebody reads it.
    response.once("prefinish", () => readRest(request));
  });
}

/** Keeps the connection open if a body is too large. Fastify would close it. */
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
