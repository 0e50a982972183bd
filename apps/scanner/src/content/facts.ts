import {
  type Content,
  type EventTime,
  formatCoordinates,
  listOpenings,
  parseContent,
} from "@scanhook/content";
import { pageLocale } from "@scanhook/texts/reader";
import { moreTexts } from "../texts/more.ts";
import { listCodeParts } from "./code-parts.ts";

/**
 * A labeled value of parsed content. A `secret` value is hidden until a person asks for it. A press
 * on a value with `href` opens that address.
 */
export type Fact = { label: string; value: string; secret?: boolean; href?: string };

/**
 * Lists the values of parsed content with their labels, in the order in which they are shown.
 * Leaves out empty values.
 */
export function toFacts(content: Content): Fact[] {
  return listFacts(content).filter(({ value }) => value !== "");
}

function listFacts(content: Content): Fact[] {
  const { fields, hidden, open, kinds } = moreTexts.content;
  switch (content.kind) {
    case "link":
      return [
        { label: fields.title, value: content.title ?? "" },
        {
          label: fields.host,
          value: content.unicodeHost ? `${content.unicodeHost} (${content.host})` : content.host,
        },
        { label: fields.address, value: content.url },
        ...listCodeParts(content.url),
      ];
    case "wifi": {
      const security = content.security.toLowerCase() === "nopass" ? open : content.security;
      return [
        { label: fields.network, value: content.name },
        { label: fields.security, value: content.hidden ? `${security} (${hidden})` : security },
        { label: fields.identity, value: content.identity ?? "" },
        { label: fields.password, value: content.password ?? "", secret: true },
      ];
    }
    case "contact":
      return [
        { label: fields.name, value: content.name },
        { label: fields.organization, value: content.organization ?? "" },
        { label: fields.role, value: content.title ?? "" },
        ...content.phones.map((phone) => toLinkedFact(fields.phone, phone, `tel:${phone}`)),
        ...content.emails.map((email) => toLinkedFact(fields.mail, email, `mailto:${email}`)),
        ...content.addresses.map((value) => ({ label: fields.place, value })),
        ...content.urls.map((url) => toLinkedFact(fields.web, url, url)),
        { label: fields.birthday, value: content.birthday ?? "" },
        { label: fields.note, value: content.note ?? "" },
        { label: fields.others, value: content.others?.join(", ") ?? "" },
      ];
    case "event":
      return [
        { label: kinds.event, value: content.title },
        { label: fields.starts, value: formatEventTime(content.start) },
        { label: fields.ends, value: isOneDay(content) ? "" : formatEventTime(content.end) },
        { label: fields.location, value: content.location ?? "" },
        { label: fields.description, value: content.description ?? "" },
        { label: fields.others, value: content.others?.join(", ") ?? "" },
      ];
    case "phone":
      return [
        { label: fields.number, value: content.number },
        { label: fields.extension, value: content.extension ?? "" },
      ];
    case "sms":
      return [
        { label: fields.number, value: [content.number, ...(content.others ?? [])].join(", ") },
        { label: fields.message, value: content.text ?? "" },
      ];
    case "mail":
      return [
        { label: fields.to, value: content.to.join(", ") },
        { label: fields.cc, value: content.cc?.join(", ") ?? "" },
        { label: fields.bcc, value: content.bcc?.join(", ") ?? "" },
        { label: fields.subject, value: content.subject ?? "" },
        { label: fields.message, value: content.body ?? "" },
      ];
    case "place":
      return [
        { label: kinds.place, value: content.label ?? "" },
        { label: fields.coordinates, value: formatCoordinates(content.coordinates) },
      ];
    case "product":
      return [
        { label: fields.number, value: content.number },
        { label: fields.standard, value: content.standard },
      ];
    case "text":
      return [{ label: kinds.text, value: content.text }, ...listCodeParts(content.text)];
  }
}

/**
 * Links a value of a contact to the address that opens it. The rules are the same as for an address
 * scanned alone.
 */
function toLinkedFact(label: string, value: string, address: string): Fact {
  const [opening] = listOpenings(parseContent(address));
  return opening ? { label, value, href: opening.href } : { label, value };
}

/** Whether an event lasts one whole day, so that its end need not be shown. */
function isOneDay({ start, end }: Extract<Content, { kind: "event" }>): boolean {
  return end !== undefined && end.time === undefined && end.date === start?.date;
}

/** Formats a UTC time in local time. A time in a named zone, or without one, is not converted. */
function formatEventTime(time: EventTime | undefined): string {
  if (!time) return "";
  const date = new Date(`${time.date}T${time.time ?? "00:00:00"}Z`);
  const options: Intl.DateTimeFormatOptions = time.time
    ? { dateStyle: "full", timeStyle: "short" }
    : { dateStyle: "full" };
  if (time.zone !== "UTC") options.timeZone = "UTC";
  const formatted = new Intl.DateTimeFormat(pageLocale(), options).format(date);
  if (!time.time) return `${formatted}, ${moreTexts.content.allDay}`;
  return time.zone && time.zone !== "UTC" ? `${formatted} (${time.zone})` : formatted;
}

/** Lists the warnings to show before a person opens a link; none for other content. */
export function toWarnings(content: Content): string[] {
  if (content.kind !== "link") return [];
  const { mixed, userName, unencrypted } = moreTexts.content;
  return [
    ...(content.hasMixedScripts ? [mixed] : []),
    ...(content.userName ? [userName({ userName: content.userName })] : []),
    ...(content.url.startsWith("http:") ? [unencrypted] : []),
  ];
}
