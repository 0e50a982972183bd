import { hasBars, type WritableFormat, writableFormats } from "@scanhook/code-writer";
import { parseContent, summarizeContent } from "@scanhook/content";
import { emptyContact, toContactContent } from "../writing/contact.ts";
import type { ContentResult } from "../writing/form-result.ts";
import type { KindValues } from "../writing/kinds.ts";
import { emptyLink, toLinkContent } from "../writing/link.ts";
import { emptyText, toTextContent } from "../writing/text.ts";
import { emptyWifi, toWifiContent } from "../writing/wifi.ts";

/** The kinds of content that a code is made of, in the order in which they are offered. */
export const codeKinds = ["link", "text", "wifi", "contact"] as const;
export type CodeKind = (typeof codeKinds)[number];

/** The values of the form of each kind. A text has a language, which a code does not hold. */
export type CodeValues = Pick<KindValues, CodeKind>;

/** The initial values of each form. */
export const emptyCodeValues: CodeValues = {
  link: emptyLink,
  text: emptyText,
  wifi: emptyWifi,
  contact: emptyContact,
};

/** Turns the values of each form into the content of a code. The functions do not throw. */
export const contentBuilders: { [K in CodeKind]: (values: CodeValues[K]) => ContentResult } = {
  link: toLinkContent,
  text: toTextContent,
  wifi: toWifiContent,
  contact: toContactContent,
};

/**
 * Returns the formats for a kind. Only a text goes into bars: phones open links, join networks and
 * save contacts from QR codes and Data Matrix.
 */
export function listFormats(kind: CodeKind): readonly WritableFormat[] {
  return kind === "text" ? writableFormats : writableFormats.filter((format) => !hasBars(format));
}

/** Returns the name of a code in one line, such as that of the network or the contact. */
export function nameContent(content: string): string {
  return summarizeContent(parseContent(content));
}
