import type { Content } from "./content.ts";
import { revealInvisible } from "./reveal-invisible.ts";

/**
 * Returns one line, at most 160 characters long, that distinguishes the content from others in a
 * list. Invisible characters are replaced by their names.
 */
export function summarizeContent(content: Content): string {
  return toOneLine(describeContent(content));
}

function describeContent(content: Content): string {
  switch (content.kind) {
    case "link":
      return content.title ?? content.url.replace(/^https?:\/\//, "").replace(/\/$/, "");
    case "wifi":
    case "contact":
      return content.name;
    case "event":
      return content.title || content.start?.date || "";
    case "phone":
      return [content.number, content.extension].filter(Boolean).join(" ext. ");
    case "sms": {
      const numbers = [content.number, ...(content.others ?? [])].join(", ");
      return [numbers, content.text].filter(Boolean).join(": ");
    }
    case "mail": {
      const addresses = [...content.to, ...(content.cc ?? []), ...(content.bcc ?? [])].join(", ");
      return [addresses, content.subject].filter(Boolean).join(": ");
    }
    case "place":
      return content.label ?? formatCoordinates(content.coordinates);
    case "product":
      return content.number;
    case "text":
      return content.text;
  }
}

/** Formats coordinates as maps accept them: `48.201, 16.3695`. Returns an empty text for none. */
export function formatCoordinates(point?: { latitude: number; longitude: number }): string {
  return point ? `${point.latitude}, ${point.longitude}` : "";
}

const maxLength = 160;

function toOneLine(text: string): string {
  const spaced = text
    .slice(0, maxLength * 2)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const line = revealInvisible(spaced);
  const characters = Array.from(line);
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join("")}…` : line;
}
