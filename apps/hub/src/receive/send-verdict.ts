import { verdictType } from "@scanhook/webhook";
import type { FastifyReply } from "fastify";
import { byClockOf } from "../registers/clock-of-sender.ts";
import { kinds } from "../registers/kinds/kinds.ts";
import type { Verdict } from "../registers/verdict.ts";

/**
 * Sends the verdict of a register. A sender that accepts the media type of verdicts gets 200 with
 * the whole verdict as JSON. Every other sender gets the message as text. Because such a sender may
 * look only at the status, the status is 409 if the scan changed nothing, unless the inbox always
 * answers with 2xx.
 */
export function sendVerdict(reply: FastifyReply, registerVerdict: Verdict): void {
  const { accept = "", "accept-language": languages } = reply.request.headers;
  const verdict = byClockOf(registerVerdict, languages);
  reply.header("vary", "accept, accept-language");
  if (accept.includes(verdictType)) {
    const { message, ...shown } = verdict;
    const { inboxLogin } = reply.request;
    const isSupervisor = inboxLogin?.isSupervisor === true;
    const rights = inboxLogin && "user" in inboxLogin ? listRights(verdict, isSupervisor) : [];
    const may = rights.length > 0 ? rights : undefined;
    const body = { ok: verdict.result === "yes", message, verdict: { ...shown, may } };
    return void reply.type(verdictType).serializer(JSON.stringify).send(body);
  }
  const isAlways2xx = reply.request.inboxLogin?.answer === "always-2xx";
  reply
    .code(isAlways2xx || hadEffect(verdict) ? 200 : 409)
    .type("text/plain; charset=utf-8")
    .serializer(String)
    .send(verdict.message);
}

const allKinds = Object.values(kinds);
const effects = new Set(allKinds.flatMap((kind) => kind.effects));
const undoable = new Set(allKinds.flatMap((kind) => kind.undoable));
const overrulable = new Set(allKinds.flatMap((kind) => kind.overrulable));

/**
 * Returns what a user may do after a verdict. Whoever books things may take that back. In a
 * check-in, which counts guests, only supervisors may, and they may find guests.
 */
function listRights({ result, code, booking, counts }: Verdict, isSupervisor: boolean): string[] {
  const rights = isSupervisor && counts ? ["find"] : [];
  const isUndoable = result !== "no" && undoable.has(code);
  if (isUndoable && (isSupervisor || !counts)) rights.push("undo");
  if (isUndoable && booking) rights.push("correct");
  if (booking?.unnamed !== undefined) rights.push("name");
  if (isSupervisor && result === "no" && overrulable.has(code)) rights.push("let-in");
  return rights;
}

function hadEffect({ result, code }: Verdict): boolean {
  return result !== "no" && effects.has(code);
}
