import { shapeScan } from "../../shaping/shape.ts";
import { say } from "../../texts/exact-message.ts";
import type { Kind } from "../kind.ts";
import { toAlertJson } from "./alert-request.ts";
import { checkDottedName, fillDottedName, toAlertName } from "./dotted-names.ts";
import { webhookTemplate } from "./webhook-request.ts";

const urlLabel = "Server";
const subjectLabel = "Subject";
const credentialsLabel = "Credentials file";
/** A server reads commands of at most 4096 bytes, which also name where to respond. */
const maxSubjectBytes = 2000;

/**
 * NATS with JetStream (https://docs.nats.io/reference/reference-protocols/nats-protocol,
 * https://docs.nats.io/nats-concepts/jetstream).
 */
export const nats: Kind = {
  name: "nats",
  title: "NATS",
  summary: "A message to a stream of NATS JetStream, which acknowledges it.",
  group: "server",
  via: "nats",
  fields: [
    {
      name: "url",
      label: urlLabel,
      help: "With tls:// over TLS.",
      type: "url",
      protocols: ["nats:", "tls:"],
      required: true,
      placeholder: "nats://nats.local",
    },
    {
      name: "subject",
      label: subjectLabel,
      help: "A stream must take it. In values from a scan, dots, wildcards and spaces become -.",
      type: "text",
      required: true,
      template: true,
      default: "scanhook.{{ inbox }}.{{ source }}",
    },
    {
      name: "auth",
      label: "Authentication",
      type: "choice",
      default: "none",
      choices: [
        { value: "none", label: "None" },
        { value: "password", label: "User and password" },
        { value: "token", label: "Token" },
        { value: "credentials", label: credentialsLabel },
      ],
    },
    {
      name: "user",
      label: "User",
      type: "text",
      required: true,
      when: { field: "auth", is: ["password"] },
    },
    {
      name: "password",
      label: "Password",
      type: "text",
      secret: true,
      required: true,
      when: { field: "auth", is: ["password"] },
    },
    {
      name: "token",
      label: "Token",
      type: "text",
      secret: true,
      copied: true,
      required: true,
      when: { field: "auth", is: ["token"] },
    },
    {
      name: "credentials",
      label: credentialsLabel,
      help: "The text of the file with the extension .creds, with its JWT and seed.",
      type: "multiline",
      secret: true,
      required: true,
      when: { field: "auth", is: ["credentials"] },
    },
  ],
  shapes: ["scan", "json", "text"],
  template: webhookTemplate,

  checkFields({ settings, secrets }) {
    const url = URL.parse(String(settings.url));
    const isBare = url && /^\/?$/.test(url.pathname) && url.search === "" && url.hash === "";
    if (!isBare) return { field: "url", reason: say("nats-address", { label: urlLabel }) };
    const { credentials } = secrets;
    if (credentials !== undefined && !isCredentials(credentials)) {
      const reason = say("nats-credentials", { label: credentialsLabel });
      return { field: "credentials", reason };
    }
    return checkDottedName("subject", String(settings.subject), findSubjectProblem);
  },

  createMessages({ settings, shape, scan, messageId }) {
    const subject = fillDottedName(String(settings.subject), scan, findSubjectProblem);
    if (!subject.ok) return subject;
    const shaped = shapeScan(shape, scan, { format: "json", template: webhookTemplate });
    if (!shaped.ok) return shaped;
    const { body: payload, contentType } = shaped;
    const message = { via: "nats" as const, id: messageId, subject: subject.text };
    return { ok: true, messages: [{ ...message, contentType, payload }] };
  },

  createAlert({ settings, alert, messageId }) {
    const message = {
      via: "nats" as const,
      id: messageId,
      subject: toAlertName(String(settings.subject)),
      contentType: "application/json",
      payload: JSON.stringify(toAlertJson(alert)),
    };
    return { ok: true, messages: [message] };
  },
};

/**
 * Returns why nothing can be published to a subject
 * (https://docs.nats.io/nats-concepts/subjects#characters-allowed-and-recommended-for-subject-names).
 */
function findSubjectProblem(subject: string): string | undefined {
  if (/[\s*>\p{Cc}]/u.test(subject)) return say("subject-characters");
  if (subject.split(".").includes("")) return say("subject-empty-part");
  if (subject.startsWith("$")) return say("subject-of-server");
  if (Buffer.byteLength(subject) > maxSubjectBytes)
    return say("field-bytes", { label: subjectLabel, count: `${maxSubjectBytes}` });
  return undefined;
}

/** Whether a text has the two blocks of a credentials file. */
const isCredentials = (text: string) =>
  /-BEGIN NATS USER JWT-+\s+\S+\s+-+END[\s\S]*-BEGIN USER NKEY SEED-+\s+SU[A-Z2-7]+\s+-+END/.test(
    text,
  );
