import { parseFields, unescapeField } from "./docomo-fields.ts";
import { decodePercent, listQueryFields } from "./uri-query.ts";

/** An email to write. */
export type Mail = {
  kind: "mail";
  to: string[];
  cc?: string[] | undefined;
  bcc?: string[] | undefined;
  subject?: string | undefined;
  body?: string | undefined;
};

/**
 * Parses `mailto:` (RFC 6068), `MATMSG:` (NTT docomo) or `SMTP:address:subject:text`, which ZXing
 * knows. Ignores attachments that a link asks for.
 */
export function parseMail(text: string): Mail | undefined {
  return parseMatmsg(text) ?? parseSmtp(text) ?? parseMailto(text);
}

function parseMatmsg(text: string): Mail | undefined {
  const fields = parseFields(text, "MATMSG:");
  if (!fields) return undefined;
  const textsOf = (key: string) => (fields.get(key) ?? []).map(unescapeField);
  return createMail({ to: textsOf("TO"), subject: textsOf("SUB")[0], body: textsOf("BODY")[0] });
}

function parseSmtp(text: string): Mail | undefined {
  const [, address, subject, body] = /^\s*smtp:([^:]*)(?::([^:]*)(?::(.*))?)?$/is.exec(text) ?? [];
  return address === undefined ? undefined : createMail({ to: [address], subject, body });
}

function parseMailto(text: string): Mail | undefined {
  const [, addresses, query = ""] = /^\s*mailto:([^?]*)\??(.*)$/is.exec(text) ?? [];
  if (addresses === undefined) return undefined;
  const fields = listQueryFields(query);
  const firstOf = (key: string) => fields.find(([name]) => name === key)?.[1];
  const addressesOf = (key: string) =>
    fields.filter(([name]) => name === key).flatMap(([, value]) => value.split(","));
  return createMail({
    to: [...addresses.split(",").map(decodePercent), ...addressesOf("to")],
    cc: addressesOf("cc"),
    bcc: addressesOf("bcc"),
    subject: firstOf("subject"),
    body: firstOf("body"),
  });
}

function createMail(fields: {
  to: string[];
  cc?: string[];
  bcc?: string[];
  subject: string | undefined;
  body: string | undefined;
}): Mail | undefined {
  const [to, cc, bcc] = [
    filterAddresses(fields.to),
    filterAddresses(fields.cc),
    filterAddresses(fields.bcc),
  ];
  if (to.length + cc.length + bcc.length === 0) return undefined;
  return {
    kind: "mail",
    to,
    cc: cc.length > 0 ? cc : undefined,
    bcc: bcc.length > 0 ? bcc : undefined,
    subject: fields.subject || undefined,
    body: fields.body || undefined,
  };
}

const filterAddresses = (texts: readonly string[] = []) =>
  texts.map((text) => text.trim()).filter((text) => text.includes("@"));
