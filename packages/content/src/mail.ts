import { parseFields } from "./docomo-fields.ts";
import { decodePercent, parseQuery } from "./uri-query.ts";

/** A mail to write. */
export type Mail = { kind: "mail"; to: string[]; subject?: string; body?: string };

/** Parses `mailto:` (RFC 6068) or `MATMSG:`. Ignores attachments that a link asks for. */
export function parseMail(text: string): Mail | undefined {
  const fields = parseFields(text, "MATMSG:");
  if (fields)
    return createMail(fields.get("TO") ?? [], fields.get("SUB")?.[0], fields.get("BODY")?.[0]);
  const [, addresses, query = ""] = /^\s*mailto:([^?]*)\??(.*)$/is.exec(text) ?? [];
  if (addresses === undefined) return undefined;
  const headers = parseQuery(query);
  const to = [...addresses.split(",").map(decodePercent), ...(headers.get("to")?.split(",") ?? [])];
  return createMail(to, headers.get("subject"), headers.get("body"));
}

function createMail(
  addresses: string[],
  subject: string | undefined,
  body: string | undefined,
): Mail | undefined {
  const to = addresses.map((address) => address.trim()).filter((address) => address.includes("@"));
  if (to.length === 0) return undefined;
  return { kind: "mail", to, ...(subject ? { subject } : {}), ...(body ? { body } : {}) };
}
