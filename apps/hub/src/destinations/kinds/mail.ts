import { fillScanTemplate } from "../../shaping/scan-template.ts";
import type { Kind, MessageResult, SenderInput } from "../kind.ts";
import { alertText, chatText, fitText, titleTemplate, toPlainText } from "./chat-text.ts";

const maxSubjectLength = 200;
const maxTextLength = 100_000;

const template = `{% if verdict.text %}{{ verdict.text }}

{% endif %}{% if tagName %}Tag: {{ tagName }}
{% endif %}Content: {{ content }}
Identifier: {{ identifier }}
Scanned: {{ date }}{% if user %} by {{ user }}{% endif %}
Inbox: {{ inbox }}`;

const addressPattern = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const namedAddressPattern = /^[^<>,;"@]*<([^\s<>]+)>$/;

/** A plain-text mail over SMTP (RFC 5321), with STARTTLS (RFC 3207) or implicit TLS (RFC 8314). */
export const mail: Kind = {
  name: "mail",
  title: "E-mail",
  summary: "A mail for each scan, sent by your mail server.",
  group: "chat",
  via: "mail",
  fields: [
    {
      name: "host",
      label: "Mail server",
      type: "text",
      place: true,
      required: true,
      placeholder: "smtp.example.org",
    },
    {
      name: "security",
      label: "Security",
      type: "choice",
      place: true,
      default: "starttls",
      choices: [
        { value: "starttls", label: "STARTTLS (port 587)" },
        { value: "tls", label: "TLS (port 465)" },
        { value: "none", label: "None (only on your own network)" },
      ],
    },
    {
      name: "port",
      label: "Port",
      help: "Leave empty for the default port.",
      type: "number",
      place: true,
      min: 1,
      max: 65_535,
    },
    { name: "user", label: "User", type: "text" },
    { name: "password", label: "Password", type: "text", secret: true },
    {
      name: "from",
      label: "From",
      type: "text",
      required: true,
      placeholder: "Scans <scans@example.org>",
    },
    { name: "to", label: "To", help: "One address per line.", type: "lines", required: true },
    {
      name: "subject",
      label: "Subject",
      type: "text",
      template: true,
      default: titleTemplate("Scan: {{ tagName | default: content | truncate: 60 }}"),
    },
  ],
  shapes: ["text"],
  template,

  checkFields({ settings }) {
    if (!isAddress(String(settings.from))) {
      return {
        field: "from",
        reason: "“From” must be one mail address, such as Scans <scans@example.org>.",
      };
    }
    const invalid = toAddresses(settings.to).find((address) => !isAddress(address));
    return invalid === undefined
      ? undefined
      : { field: "to", reason: `“${invalid}” is not a mail address. Correct it.` };
  },

  createMessages(input) {
    const { settings, scan } = input;
    const rendered = chatText(input, template);
    if (!rendered.ok) return rendered;
    const subject = fillScanTemplate(String(settings.subject), scan);
    return subject.ok ? createMail(subject.text, rendered.text, input) : subject;
  },

  createAlert: (input) => createMail(`Scanhook: ${input.alert.title}`, alertText(input), input),
};

function createMail(
  subject: string,
  text: string,
  { settings, messageId }: SenderInput,
): MessageResult {
  const message = {
    via: "mail",
    id: messageId,
    from: String(settings.from),
    to: toAddresses(settings.to),
    subject: fitText(toPlainText(subject).replaceAll("\n", " "), maxSubjectLength),
    text: fitText(text, maxTextLength),
  } as const;
  return { ok: true, messages: [message] };
}

function isAddress(text: string): boolean {
  return addressPattern.test(namedAddressPattern.exec(text)?.[1] ?? text);
}

function toAddresses(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
