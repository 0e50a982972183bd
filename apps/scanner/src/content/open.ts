import type { Content } from "./describe.ts";

/** An address that a person may have opened by pressing for it. */
export type Opening = {
  action: "open" | "call" | "write" | "map" | "osm" | "lookUp";
  href: string;
};

const safeSchemes = new Set(["https:", "http:", "tel:", "mailto:", "geo:", "sms:"]);

/** The addresses that fit a content, made anew from its parts, of the six harmless schemes and no other. */
export function openings(content: Content): Opening[] {
  return toOpenings(content).filter(({ href }) => safeSchemes.has(URL.parse(href)?.protocol ?? ""));
}

function toOpenings(content: Content): Opening[] {
  switch (content.kind) {
    case "link":
      return [{ action: "open", href: content.url }];
    case "phone":
      return [{ action: "call", href: telHref(content.number) }];
    case "sms": {
      const body = content.text ? `?body=${encode(content.text)}` : "";
      return [{ action: "write", href: `sms:${digits(content.number)}${body}` }];
    }
    case "mail":
      return [{ action: "write", href: mailHref(content) }];
    case "place":
      return placeOpenings(content);
    case "product":
      return [{ action: "lookUp", href: `https://duckduckgo.com/?q=${content.number}` }];
    case "contact":
    case "event":
    case "wifi":
    case "text":
      return [];
  }
}

/** What dials a number; the network's `#` would end a web address. */
export function telHref(number: string): string {
  return `tel:${digits(number)}`;
}

function digits(number: string): string {
  return number.replace(/[^\d+*#,]/g, "").replaceAll("#", "%23");
}

export function mailHref({
  to,
  subject,
  body,
}: {
  to: string[];
  subject?: string;
  body?: string;
}): string {
  // Only the @ before the host is one; others are part of the name (RFC 6068 2).
  const addresses = to.map((address) => encode(address).replace(/%40(?!.*%40)/, "@"));
  const query = [
    ...(subject ? [`subject=${encode(subject)}`] : []),
    ...(body ? [`body=${encode(body)}`] : []),
  ];
  return `mailto:${addresses.join(",")}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

function placeOpenings(place: Extract<Content, { kind: "place" }>): Opening[] {
  const label = encode(place.label ?? "");
  if (!place.coordinates) {
    return [
      { action: "map", href: `geo:0,0?q=${label}` },
      { action: "osm", href: `https://www.openstreetmap.org/search?query=${label}` },
    ];
  }
  const { latitude, longitude } = place.coordinates;
  const named = label ? `?q=${latitude},${longitude}(${label})` : "";
  return [
    { action: "map", href: `geo:${latitude},${longitude}${named}` },
    {
      action: "osm",
      href: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`,
    },
  ];
}

/** Half a surrogate pair would make `encodeURIComponent` throw. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
