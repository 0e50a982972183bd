import type { OutgoingScan } from "../../shaping/outgoing-scan.ts";
import { fillScanTemplate } from "../../shaping/scan-template.ts";
import { shapeScan } from "../../shaping/shape.ts";
import { say } from "../../texts/exact-message.ts";
import { authFields, checkAuthFields, findAuthHeaders } from "../authentication/auth-fields.ts";
import { authenticate } from "../authentication/authenticate.ts";
import { findHeaderNameProblem } from "../authentication/header-names.ts";
import type { FieldProblem, Kind, SenderInput, Settings } from "../kind.ts";
import { alertRequest } from "./alert-request.ts";

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

const whenSecretHeader = { when: { field: "sendsSecretHeader", is: ["true"] } };

/** Any HTTP server. */
export const http: Kind = {
  name: "http",
  title: "HTTP request",
  summary: "A request to any HTTP server: a receiver, an API, a script.",
  group: "server",
  via: "http",
  fields: [
    {
      name: "url",
      label: "Address",
      help: "After the host, {{ … }} inserts values of the scan, percent-encoded: https://example.org/codes/{{ content }}",
      type: "url",
      required: true,
      template: true,
      placeholder: "https://example.org/scans",
    },
    {
      name: "allowsSlashes",
      label: "Slashes in values of the path",
      help: "Many servers read a/b, sent as a%2Fb, as two levels, so that whoever makes a code chooses the path. Without this, such a scan is not sent.",
      type: "switch",
      default: false,
    },
    {
      name: "method",
      label: "Method",
      help: "POST, PUT, PATCH, DELETE or another one. GET and HEAD have no body.",
      type: "text",
      default: "POST",
    },
    {
      name: "headers",
      label: "Headers",
      help: "Values can contain {{ … }}.",
      type: "pairs",
      template: true,
    },
    {
      name: "sendsSecretHeader",
      label: "Send a header with a secret value",
      help: "Beside the authentication. The value is stored like a password: sealed, and never shown again.",
      type: "switch",
      default: false,
    },
    {
      name: "secretHeaderName",
      label: "Name of the secret header",
      type: "text",
      required: true,
      placeholder: "X-Access-Token",
      ...whenSecretHeader,
    },
    {
      name: "secretHeader",
      label: "Value of the secret header",
      type: "text",
      secret: true,
      copied: true,
      required: true,
      ...whenSecretHeader,
    },
    ...authFields,
  ],
  shapes: ["scan", "json", "form", "text"],
  template,

  checkFields(input) {
    const { settings } = input;
    const method = String(settings.method).toUpperCase();
    if (!/^[A-Z]{1,20}$/.test(method) || ["CONNECT", "TRACE"].includes(method)) {
      return {
        field: "method",
        reason: say("field-method", { label: "Method" }),
      };
    }
    const problems = Object.keys(settings.headers ?? {}).map(findHeaderNameProblem);
    const reason = problems.find((problem) => problem !== undefined);
    if (reason !== undefined) return { field: "headers", reason };
    return findSecretHeaderProblem(settings) ?? checkAuthFields(input);
  },

  createMessages(input) {
    const { settings, shape, scan } = input;
    const url = fillAddress(settings, scan);
    if (!url.ok) return url;
    const shaped = shapeScan(shape, scan, { format: "json", template });
    if (!shaped.ok) return shaped;
    const method = String(settings.method).toUpperCase();
    const hasBody = !["GET", "HEAD"].includes(method);
    const headers: Record<string, string> = hasBody ? { "content-type": shaped.contentType } : {};
    for (const [name, value] of Object.entries(settings.headers ?? {})) {
      const filled = fillScanTemplate(value, scan);
      if (!filled.ok) return filled;
      if (filled.text.length > maxFilledLength)
        return {
          ok: false,
          reason: say("header-of-scan-too-long", { name, max: `${maxFilledLength}` }),
        };
      headers[name.toLowerCase()] = filled.text.replace(/\p{Cc}+/gu, " ").trim();
    }
    Object.assign(headers, secretHeader(input));
    const body = hasBody ? shaped.body : "";
    return authenticate({ via: "http", method, url: url.text, headers, body }, input);
  },

  createAlert(input) {
    const { settings } = input;
    const method = String(settings.method).toUpperCase();
    const headerEntries = Object.entries(settings.headers ?? {});
    const takesScans =
      ["GET", "HEAD"].includes(method) ||
      [String(settings.url), ...headerEntries.map(([, value]) => value)].some((text) =>
        /\{[{%]/.test(text),
      );
    if (takesScans) return { ok: false, reason: needsScan, fault: "destination" };
    const headers = {
      ...Object.fromEntries(
        headerEntries.map(([name, value]) => [name.toLowerCase(), value.trim()]),
      ),
      ...secretHeader(input),
    };
    return authenticate({ ...alertRequest(String(settings.url), input, headers), method }, input);
  },
};

/** Returns the header whose value is a secret, or no header. */
function secretHeader({ settings, secrets }: SenderInput): Record<string, string> {
  if (settings.sendsSecretHeader !== true) return {};
  return { [String(settings.secretHeaderName).toLowerCase()]: secrets.secretHeader ?? "" };
}

/** Returns why the secret header cannot have its name: no other field may set the same header. */
function findSecretHeaderProblem(settings: Settings): FieldProblem | undefined {
  if (settings.sendsSecretHeader !== true) return undefined;
  const field = "secretHeaderName";
  const name = String(settings.secretHeaderName);
  const reason = findHeaderNameProblem(name);
  if (reason !== undefined) return { field, reason };
  const isNamed = (other: unknown) => String(other).toLowerCase() === name.toLowerCase();
  if (Object.keys(settings.headers ?? {}).some(isNamed)) {
    return { field, reason: say("header-twice", { name, label: "Headers" }) };
  }
  if (findAuthHeaders(settings).some(isNamed)) {
    return {
      field,
      reason: say("header-of-authentication", { name }),
    };
  }
  return undefined;
}

const needsScan = say("destination-needs-scans", { example: "{{ … }}" });

/**
 * Fills in the address. Values of the scan must not lead to another host or out of the folder, also
 * where a server decodes `%2F` before it resolves `..`, as nginx does.
 */
function fillAddress({ url: address, allowsSlashes }: Settings, scan: OutgoingScan) {
  const template = String(address);
  const filled = fillScanTemplate(template, scan, "url");
  if (!filled.ok) return filled;
  const path = pathOf(filled.text);
  const url = URL.parse(filled.text);
  if (!url || (template.includes("{") && hasDotSegment(path))) {
    return {
      ok: false,
      reason: say("address-of-scan"),
    } as const;
  }
  const ownSlashes = countEncodedSlashes(pathOf(template.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, "")));
  if (allowsSlashes !== true && countEncodedSlashes(path) > ownSlashes) {
    return {
      ok: false,
      reason: say("slash-of-scan", { label: "Slashes in values of the path" }),
    } as const;
  }
  url.hash = "";
  return url.href.length > maxFilledLength
    ? ({
        ok: false,
        reason: say("address-of-scan-too-long", { max: `${maxFilledLength}` }),
      } as const)
    : ({ ok: true, text: url.href } as const);
}

function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0]!;
}

function hasDotSegment(path: string): boolean {
  return /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?=[/\\]|%2f|%5c|$)/i.test(path);
}

function countEncodedSlashes(path: string): number {
  return path.match(/%2f|%5c/gi)?.length ?? 0;
}

/** Many servers close the connection after longer values, which looks as if they were down. */
const maxFilledLength = 8000;
