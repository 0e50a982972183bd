import type { Content } from "./content.ts";
import { parseUrl } from "./parse-url.ts";

/**
 * An address that an app may offer for parsed content. Open it only when a person asks for it.
 */
export type Opening = {
  action: "open" | "call" | "write" | "map" | "osm" | "lookUp";
  href: string;
};

const safeSchemes = new Set(["https:", "http:", "tel:", "mailto:", "geo:", "sms:"]);

/**
 * Lists the addresses that fit the content. They are composed from its parsed values and use only
 * the six harmless schemes (https, http, tel, mailto, geo, sms).
 */
export function listOpenings(content: Content): Opening[] {
  return composeOpenings(content).filter(({ href }) =>
    safeSchemes.has(parseUrl(href)?.protocol ?? ""),
  );
}

function composeOpenings(content: Content): Opening[] {
  switch (content.kind) {
    case "link":
      return [{ action: "open", href: content.url }];
    case "phone":
      return [{ action: "call", href: toTelHref(content.number, content.extension) }];
    case "sms": {
      const body = content.text ? `?body=${encodeUriText(content.text)}` : "";
      const numbers = [content.number, ...(content.others ?? [])].map(toDialString);
      return [{ action: "write", href: `sms:${numbers.join(",")}${body}` }];
    }
    case "mail":
      return [{ action: "write", href: toMailtoHref(content) }];
    case "place":
      return composePlaceOpenings(content);
    case "product":
      return [{ action: "lookUp", href: `https://duckduckgo.com/?q=${content.number}` }];
    case "contact":
    case "event":
    case "wifi":
    case "text":
      return [];
  }
}

/**
 * Returns the `tel:` address (RFC 3966) that dials a number. Escapes `#`, which would start a
 * fragment.
 */
export function toTelHref(number: string, extension?: string): string {
  const digits = extension?.replace(/\D/g, "");
  return `tel:${toDialString(number)}${digits ? `;ext=${digits}` : ""}`;
}

function toDialString(number: string): string {
  return number.replace(/[^\d+*#,]/g, "").replaceAll("#", "%23");
}

/** Returns the `mailto:` address (RFC 6068) of an email to write. */
export function toMailtoHref({
  to,
  cc = [],
  bcc = [],
  subject,
  body,
}: {
  to: string[];
  cc?: string[] | undefined;
  bcc?: string[] | undefined;
  subject?: string | undefined;
  body?: string | undefined;
}): string {
  const addresses = to.map(encodeAddress);
  const queryFields = [
    ...(cc.length > 0 ? [`cc=${cc.map(encodeAddress).join(",")}`] : []),
    ...(bcc.length > 0 ? [`bcc=${bcc.map(encodeAddress).join(",")}`] : []),
    ...(subject ? [`subject=${encodeUriText(subject)}`] : []),
    ...(body ? [`body=${encodeUriText(body)}`] : []),
  ];
  return `mailto:${addresses.join(",")}${queryFields.length > 0 ? `?${queryFields.join("&")}` : ""}`;
}

/**
 * Encodes an email address. The last @ separates the host; any other @ belongs to the local part
 * and is encoded (RFC 6068 2).
 */
function encodeAddress(address: string): string {
  const parts = address.toWellFormed().split("@");
  const host = encodeURIComponent(parts.pop()!);
  return parts.length === 0 ? host : `${encodeURIComponent(parts.join("@"))}@${host}`;
}

function composePlaceOpenings(place: Extract<Content, { kind: "place" }>): Opening[] {
  const label = encodeUriText(place.label ?? "");
  if (!place.coordinates) {
    return [
      { action: "map", href: `geo:0,0?q=${label}` },
      { action: "osm", href: `https://www.openstreetmap.org/search?query=${label}` },
    ];
  }
  const { latitude, longitude } = place.coordinates;
  const labelQuery = label ? `?q=${latitude},${longitude}(${label})` : "";
  return [
    { action: "map", href: `geo:${latitude},${longitude}${labelQuery}` },
    {
      action: "osm",
      href: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`,
    },
  ];
}

/** Replaces lone surrogates first, on which `encodeURIComponent` throws. */
function encodeUriText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
