import { verdictType } from "@scanhook/webhook";
import type { FastifyReply } from "fastify";
import { byClockOf } from "../registers/clock-of-sender.ts";
import type { Code, Verdict } from "../registers/register.ts";

/**
 * Sends the verdict of a register. A sender that accepts the media type of verdicts gets 200 with
 * the whole verdict as JSON. Every other sender gets the message as text. Because such a sender may
 * look only at the status, the status is 409 if the scan changed nothing, unless the inbox always
 * answers with 2xx.
 */
export function sendVerdict(reply: FastifyReply, registerVerdict: Verdict): void {
  const { accept = "", "accept-language": languages } = reply.request.headers;
  const verdict = byClockOf(registerVerdict, languages);
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

/** The refusals that a supervisor can overrule, because the register knows the guest. */
const overrulableCodes: readonly Code[] = [
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
  if (overrulableCodes.includes(verdict.code)) rights.push("let-in");
  return rights;
}

function hadEffect({ code }: Verdict): boolean {
  return code === "checked-in" || code === "checked-out";
}
