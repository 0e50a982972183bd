import { shapeScan } from "../../forwarding/shape.ts";
import { fillTemplate } from "../../forwarding/template.ts";
import { authenticate, authFields, checkAuth, findHeaderFault } from "../http-auth.ts";
import type { Kind, OutgoingScan } from "../kind.ts";

const template = `{
  "identifier": {{ identifier | json }},
  "date": {{ date | json }},
  "content": {{ content | json }},
  {%- if tagType %}
  "tagType": {{ tagType | json }},
  "structured": {{ structured | json }},
  {%- endif %}
  "id": {{ id }},
  "inbox": {{ inbox | json }},
  "user": {{ user | json }},
  "source": {{ source | json }},
  "tag": {{ tag | json }},
  "tagName": {{ tagName | json }},
  "receivedAt": {{ receivedAt | json }},
  "repeats": {{ repeats }}
}`;

/** Any server that takes HTTP requests. */
export const http: Kind = {
  name: "http",
  title: "HTTP request",
  summary: "Any address that takes HTTP: a receiver, an API, a script.",
  group: "server",
  via: "http",
  fields: [
    {
      name: "url",
      label: "Address",
      help: "Behind the host, {{ … }} puts in what was scanned, percent-encoded: https://example.org/codes/{{ content }}",
      type: "url",
      required: true,
      template: true,
      placeholder: "https://example.org/scans",
    },
    {
      name: "method",
      label: "Method",
      help: "POST, PUT, PATCH, DELETE or any other; GET and HEAD go out without a body.",
      type: "text",
      default: "POST",
    },
    {
      name: "headers",
      label: "Headers",
      help: "Values may hold {{ … }}.",
      type: "pairs",
      template: true,
    },
    ...authFields,
  ],
  shapes: ["scan", "json", "form", "text"],
  template,

  check(given) {
    const { settings } = given;
    const method = String(settings.method).toUpperCase();
    if (!/^[A-Z]{1,20}$/.test(method) || ["CONNECT", "TRACE"].includes(method)) {
      return {
        field: "method",
        reason: "“Method” must be the name of an HTTP method such as POST.",
      };
    }
    const faults = Object.keys(settings.headers ?? {}).map(findHeaderFault);
    const reason = faults.find((fault) => fault !== undefined);
    if (reason !== undefined) return { field: "headers", reason };
    return checkAuth(given);
  },

  make(making) {
    const { settings, shape, scan } = making;
    const url = fillUrl(String(settings.url), scan);
    if (!url.ok) return url;
    const shaped = shapeScan(shape, scan, { format: "json", template });
    if (!shaped.ok) return shaped;
    const method = String(settings.method).toUpperCase();
    const hasBody = !["GET", "HEAD"].includes(method);
    const headers: Record<string, string> = hasBody ? { "content-type": shaped.contentType } : {};
    for (const [name, value] of Object.entries(settings.headers ?? {})) {
      const filled = fillTemplate(value, scan);
      if (!filled.ok) return filled;
      if (filled.text.length > longestFilled) return tooLong(`the header ${name}`);
      headers[name.toLowerCase()] = filled.text.replace(/\p{Cc}+/gu, " ").trim();
    }
    const body = hasBody ? shaped.body : "";
    return authenticate({ via: "http", method, url: url.text, headers, body }, making);
  },
};

/** What was scanned may fill in the address; it may not lead to another host or climb out of its folder. */
function fillUrl(template: string, scan: OutgoingScan) {
  const filled = fillTemplate(template, scan, "url");
  if (!filled.ok) return filled;
  const [path = ""] = filled.text.split(/[?#]/, 1);
  const isClimbing = template.includes("{") && /(?:^|[/\\])(?:\.|%2e){1,2}(?=[/\\]|$)/i.test(path);
  const url = URL.parse(filled.text);
  if (!url || isClimbing) {
    return {
      ok: false,
      reason: "With this scan filled in, the address is none that can be asked.",
    } as const;
  }
  url.hash = "";
  return url.href.length > longestFilled
    ? tooLong("the address")
    : ({ ok: true, text: url.href } as const);
}

/** Servers that are sent more break the connection off, which would look as if they were down for every scan. */
const longestFilled = 8000;

function tooLong(what: string) {
  const reason = `With this scan filled in, ${what} has more than ${longestFilled} characters, which hardly any server takes; put long values into the body.`;
  return { ok: false, reason } as const;
}
