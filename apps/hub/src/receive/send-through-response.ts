import type { FastifyReply } from "fastify";
import type { ThroughResponse } from "../forwarding/through-response.ts";
import { errorBody, errors } from "../http/errors.ts";

const statusesWithoutBody = [204, 205, 304];

/**
 * Sends the scanner the response of a destination, or why there is none. Status and body are the
 * destination's own, so they are not counted among the hub's refusals.
 */
export function sendThroughResponse(reply: FastifyReply, response: ThroughResponse): void {
  switch (response.kind) {
    case "stored":
      return void reply.code(204).send();
    case "answered": {
      const { status, body, contentType } = response;
      reply.code(status);
      if (body === "" || statusesWithoutBody.includes(status)) return void reply.send();
      return void reply.type(contentType).serializer(String).send(body);
    }
    case "silent":
    case "failed": {
      const code = response.kind === "silent" ? "destination-silent" : "destination-failed";
      const { message } = response;
      reply
        .code(errors[code].status)
        .type("application/json; charset=utf-8")
        .serializer(JSON.stringify)
        .send({ ...errorBody(code, message), ok: false });
    }
  }
}
