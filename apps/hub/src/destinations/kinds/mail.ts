import { fillScanTemplate } from "../../shaping/scan-template.ts";
import { say } from "../../texts/exact-message.ts";
import type { Kind, MessageResult, SenderInput } from "../kind.ts";
import {
  alertText,
  chatText,
  fitText,
  readMessages,
  titleTemplate,
  toPlainText,
} from "./chat-text.ts";

const maxSubjectLength = 200;
const maxTextLength = 100_000;

/** Returns the template of a mail in a language, unless the route has its own. */
function createTemplate(language?: string): string {
  const { mail: texts } = readMessages(language);
  const by = `{% if user %}${texts.by({ user: "{{ user }}" })}{% endif %}`;
  return `{% if verdict.text %}{{ verdict.text }}

{% endif %}{% if tagName %}${texts.tag({ tag: "{{ tagName }}" })}
{% endif %}${texts.content({ content: "{{ content }}" })}
${texts.identifier({ identifier: "{{ identifier }}" })}
${texts.scanned({ date: "{{ date }}", by })}
${texts.inbox({ inbox: "{{ inbox }}" })}`;
}

function createSubject(language?: string): string {
  const what = "{{ tagName | default: content | truncate: 60 }}";
  return titleTemplate(readMessages(language).mail.subject({ what }));
}

/** The subject in English, which stands for the one in the language of the hub. */
const defaultSubject = createSubject();

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
      default: defaultSubject,
    },
  ],
  shapes: ["text"],
  template: createTemplate(),

  checkFields({ settings }) {
    if (!isAddress(String(settings.from))) {
      return {
        field: "from",
        reason: say("field-sender", { label: "From" }),
      };
    }
    const invalid = toAddresses(settings.to).find((address) => !isAddress(address));
    return invalid === undefined
      ? undefined
      : { field: "to", reason: say("not-a-mail-address", { text: invalid }) };
  },

  createMessages(input) {
    const { settings, scan, language } = input;
    const rendered = chatText(input, createTemplate);
    if (!rendered.ok) return rendered;
    const isDefault = settings.subject === defaultSubject;
    const template = isDefault ? createSubject(language) : String(settings.subject);
    const subject = fillScanTemplate(template, scan);
    return subject.ok ? createMail(subject.text, rendered.text, input) : subject;
  },

  createAlert(input) {
    const { title } = input.alert;
    const subject = readMessages(input.language).alertSubject({ title });
    return createMail(subject, alertText(input), input);
  },
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
