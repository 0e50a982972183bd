import { verdictType } from "@scanhook/webhook";
import type { FastifyReply } from "fastify";
import type { Verdict } from "../registers/register.ts";
import { corsHeaders } from "./cors.ts";

/**
 * Sends what a register decided. A sender that accepts verdicts gets 200 with all of it. Another one may look at nothing but the
 * status, so it gets 409 if the scan changed nothing, unless its inbox is always to be answered with 2xx, and one line of
 * text.
 */
export function sendVerdict(reply: FastifyReply, verdict: Verdict): void {
  const { accept = "" } = reply.request.headers;
  reply.headers(corsHeaders).header("cache-control", "no-store").header("vary", "accept");
  if (accept.includes(verdictType)) {
    const { message, ...shown } = verdict;
    const body = { ok: verdict.result === "yes", message, verdict: shown };
    return void reply.type(verdictType).serializer(JSON.stringify).send(body);
  }
  const isAlways2xx = reply.request.inboxLogin?.answer === "always-2xx";
  reply
    .code(isAlways2xx || hadEffect(verdict) ? 200 : 409)
    .type("text/plain; charset=utf-8")
    .serializer(String)
    .send(verdict.message);
}

function hadEffect({ code }: Verdict): boolean {
  return code === "checked-in" || code === "checked-out";
}
