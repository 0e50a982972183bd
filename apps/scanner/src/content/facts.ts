import { moreTexts } from "../texts/more-texts.ts";
import { type Content, describe } from "./describe.ts";
import type { EventTime } from "./event.ts";
import { openings } from "./open.ts";
import { printCoordinates } from "./summary.ts";

/** One line of what a content says. `secret` is shown only when asked for; `href` is opened only when pressed. */
export type Fact = { label: string; value: string; secret?: boolean; href?: string };

/** A content as lines to read; the text of a text, and the address of a link, come first. */
export function toFacts(content: Content): Fact[] {
  return allFacts(content).filter(({ value }) => value !== "");
}

function allFacts(content: Content): Fact[] {
  const { fields, hidden, open, kinds } = moreTexts.content;
  switch (content.kind) {
    case "link":
      return [
        { label: fields.title, value: content.title ?? "" },
        {
          label: fields.host,
          value: content.written ? `${content.written} (${content.host})` : content.host,
        },
        { label: fields.address, value: content.url },
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
        ...content.phones.map((phone) => toLinked(fields.phone, phone, `tel:${phone}`)),
        ...content.emails.map((email) => toLinked(fields.mail, email, `mailto:${email}`)),
        ...content.addresses.map((value) => ({ label: fields.place, value })),
        ...content.urls.map((url) => toLinked(fields.web, url, url)),
        { label: fields.birthday, value: content.birthday ?? "" },
        { label: fields.note, value: content.note ?? "" },
      ];
    case "event":
      return [
        { label: kinds.event, value: content.title },
        { label: fields.starts, value: printEventTime(content.start) },
        { label: fields.ends, value: printEventTime(content.end) },
        { label: fields.location, value: content.location ?? "" },
        { label: fields.description, value: content.description ?? "" },
      ];
    case "phone":
      return [{ label: fields.number, value: content.number }];
    case "sms":
      return [
        { label: fields.number, value: content.number },
        { label: fields.message, value: content.text ?? "" },
      ];
    case "mail":
      return [
        { label: fields.to, value: content.to.join(", ") },
        { label: fields.subject, value: content.subject ?? "" },
        { label: fields.message, value: content.body ?? "" },
      ];
    case "place":
      return [
        { label: kinds.place, value: content.label ?? "" },
        { label: fields.coordinates, value: printCoordinates(content.coordinates) },
      ];
    case "product":
      return [
        { label: fields.number, value: content.number },
        { label: fields.standard, value: content.standard },
      ];
    case "text":
      return [{ label: kinds.text, value: content.text }];
  }
}

/** A part of a contact with what opens it, told by the same rules as if it had been scanned alone. */
function toLinked(label: string, value: string, address: string): Fact {
  const [opening] = openings(describe(address));
  return opening ? { label, value, href: opening.href } : { label, value };
}

/** A time in UTC is told in the time of this place; one in a named zone, or in none, as it is written. */
function printEventTime(when: EventTime | undefined): string {
  if (!when) return "";
  const moment = new Date(`${when.date}T${when.time ?? "00:00:00"}Z`);
  const style: Intl.DateTimeFormatOptions = when.time
    ? { dateStyle: "full", timeStyle: "short" }
    : { dateStyle: "full" };
  if (when.zone !== "UTC") style.timeZone = "UTC";
  const printed = new Intl.DateTimeFormat(undefined, style).format(moment);
  if (!when.time) return `${printed}, ${moreTexts.content.allDay}`;
  return when.zone && when.zone !== "UTC" ? `${printed} (${when.zone})` : printed;
}

/** What a person should know before opening a link. */
export function toWarnings(content: Content): string[] {
  if (content.kind !== "link") return [];
  const { mixed, before, unencrypted } = moreTexts.content;
  return [
    ...(content.mixed ? [mixed] : []),
    ...(content.before ? [before(content.before)] : []),
    ...(content.url.startsWith("http:") ? [unencrypted] : []),
  ];
}
