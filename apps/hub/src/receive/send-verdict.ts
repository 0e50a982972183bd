import { verdictType } from "@scanhook/webhook";
import type { FastifyReply } from "fastify";
import { byClockOf } from "../registers/clock-of-sender.ts";
import type { Code, Verdict } from "../registers/register.ts";

/**
 * Sends what a register decided. A sender that accepts verdicts gets 200 with all of it. Another
 * one may look at nothing but the status, so it gets 409 if the scan changed nothing, unless its
 * inbox is always to be answered with 2xx, and one line of text.
 */
export function sendVerdict(reply: FastifyReply, decided: Verdict): void {
  const { accept = "", "accept-language": languages } = reply.request.headers;
  const verdict = byClockOf(decided, languages);
  reply.header("vary", "accept");
  if (accept.includes(verdictType)) {
    const { message, ...shown } = verdict;
    const may = reply.request.inboxLogin?.isSupervisor ? listRights(verdict) : undefined;
    const body = {
      ok: verdict.result === "yes",
      message,
      verdict: { ...shown, may },
    };
    return void reply.type(verdictType).serializer(JSON.stringify).send(body);
  }
  const isAlways2xx = reply.request.inboxLogin?.answer === "always-2xx";
  reply
    .code(isAlways2xx || hadEffect(verdict) ? 200 : 409)
    .type("text/plain; charset=utf-8")
    .serializer(String)
    .send(verdict.message);
}

/** The refusals that a supervisor can overrule, because they are about a guest of the list. */
const overruled: readonly Code[] = [
  "closed",
  "blocked",
  "too-early",
  "too-late",
  "wrong-group",
  "already-in",
  "used",
  "used-up",
  "full",
];

/** Returns what a supervisor may do after a verdict. */
function listRights(verdict: Verdict): string[] {
  const rights = ["find"];
  if (hadEffect(verdict)) rights.push("undo");
  if (overruled.includes(verdict.code)) rights.push("let-in");
  return rights;
}

function hadEffect({ code }: Verdict): boolean {
  return code === "checked-in" || code === "checked-out";
}
