/** Returns the encodings that a browser accepts, without those of weight 0 (RFC 9110, 12.5.3). */
export function parseAcceptEncoding(header = ""): Set<string> {
  const offers = header
    .toLowerCase()
    .split(",")
    .map((offer) => offer.split(";").map((part) => part.trim()));
  return new Set(offers.filter(([, q]) => !/^q=0(\.0*)?$/.test(q ?? "")).map(([name]) => name!));
}

/**
 * Returns the entity tags of `If-None-Match` in their order, weak tags without `W/` (RFC 9110,
 * 13.1.2).
 */
export function parseEntityTags(header = ""): string[] {
  return header.split(",").map((tag) => tag.trim().replace("W/", ""));
}
