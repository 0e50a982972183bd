import type { Content } from "./describe.ts";

/** One line that tells a content apart in a list. */
export function summarize(content: Content): string {
  return oneLine(toLine(content));
}

function toLine(content: Content): string {
  switch (content.kind) {
    case "link":
      return content.title ?? content.url.replace(/^https?:\/\//, "").replace(/\/$/, "");
    case "wifi":
    case "contact":
      return content.name;
    case "event":
      return content.title || content.start?.date || "";
    case "phone":
      return content.number;
    case "sms":
      return [content.number, content.text].filter(Boolean).join(": ");
    case "mail":
      return [content.to.join(", "), content.subject].filter(Boolean).join(": ");
    case "place":
      return content.label ?? printCoordinates(content.coordinates);
    case "product":
      return content.number;
    case "text":
      return content.text;
  }
}

/** `48.201, 16.3695`, as maps take it. */
export function printCoordinates(point?: { latitude: number; longitude: number }): string {
  return point ? `${point.latitude}, ${point.longitude}` : "";
}

const longest = 160;

function oneLine(text: string): string {
  const line = text
    .slice(0, longest * 2)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const shown = Array.from(line);
  return shown.length > longest ? `${shown.slice(0, longest - 1).join("")}…` : line;
}
