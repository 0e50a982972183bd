import { isUtf8 } from "node:buffer";
import { parseScan, type Scan, sourceOf } from "@scanhook/webhook";
import type { ErrorCode } from "../http/errors.ts";
import type { KindName } from "../registers/register.ts";
import type { SunReading } from "../registers/sun.ts";
import type { AnswerMode } from "../registers/verdict.ts";
import type { SunCheck } from "../store/inboxes.ts";
import type { Arrival } from "../store/store.ts";
import { toTagIdentifier } from "../store/tag-identifier.ts";
import { extractStructuredJson } from "./structured-json.ts";

/**
 * The inbox that a request may post to, and the user it logged in as. An open inbox has no logins,
 * so the address of the request takes the place of the user.
 */
export type InboxLogin = {
  inbox: string;
  /** How senders are answered, if the inbox feeds a register. */
  answer?: AnswerMode | undefined;
  /** The kind of that register. */
  kind?: KindName | undefined;
  /** How that register checks its tags, if it has only those that cannot be copied. */
  sun?: SunCheck | undefined;
  /** Whether the user may undo verdicts, search the entries and let in guests that were refused. */
  isSupervisor?: boolean;
} & ({ user: string } | { address: string });

type ParsedBody =
  | { ok: true; scan: Scan; text: string }
  | { ok: false; code: ErrorCode; reason?: string };

/**
 * Parses the body that Fastify read. Returns the scan with its text as it was sent, or the error
 * code to refuse it with and, if known, the reason.
 */
export function parseBody(body: unknown): ParsedBody {
  // Fastify lets a request through that has neither a body nor a media type.
  if (!Buffer.isBuffer(body)) return { ok: false, code: "wrong-media-type" };
  const text = isUtf8(body) ? body.toString("utf8") : undefined;
  const parsed = parseScan(text === undefined ? body : removeByteOrderMark(text));
  if (!parsed.ok) return { ok: false, code: "not-a-scan", reason: parsed.reason };
  return { ok: true, scan: parsed.scan, text: text ?? "" };
}

/**
 * Builds the record that the store appends. `quantity` is how much the scan stands for in a stock,
 * in thousandths of a unit.
 */
export function toArrival(
  login: InboxLogin,
  { scan, text }: { scan: Scan; text: string },
  receivedAt: Date,
  quantity?: number,
): Arrival {
  const arrival: Arrival = { inbox: login.inbox, scan, body: text, receivedAt };
  if (login.answer)
    arrival.request = quantity === undefined ? { kind: "scan" } : { kind: "scan", quantity };
  if ("user" in login) arrival.user = login.user;
  else arrival.address = login.address;
  const structuredJson = scan.structured && extractStructuredJson(text);
  if (structuredJson !== undefined) arrival.structuredJson = structuredJson;
  const source = sourceOf(scan.identifier);
  if (source) arrival.source = source;
  const tag = source === "nfc" && toTagIdentifier(scan.identifier);
  if (tag) arrival.tag = tag;
  return arrival;
}

/** Notes what the link of a tag proves, for the decision about its scan. */
export function addReading(arrival: Arrival, sun: SunReading): void {
  if (arrival.request?.kind === "scan") arrival.request = { ...arrival.request, sun };
}

/** RFC 8259, 8.1 lets a parser ignore a byte order mark; JSON.parse rejects it. */
function removeByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
