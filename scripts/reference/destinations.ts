import type { Field, Kind, Message } from "../../apps/hub/src/destinations/kind.ts";
import { chatTemplate } from "../../apps/hub/src/destinations/kinds/chat-text.ts";
import { webhookTemplate } from "../../apps/hub/src/destinations/kinds/webhook-request.ts";
import { kinds } from "../../apps/hub/src/destinations/kinds.ts";
import { wireFields } from "../../apps/hub/src/destinations/wire-fields.ts";
import { exampleFile, exampleMessage } from "./destination-examples.ts";
import {
  anchor,
  blocks,
  code,
  fence,
  list,
  type Page,
  prose,
  sentence,
  table,
} from "./markdown.ts";

const groups: Record<Kind["group"], string> = {
  server: "your own server",
  automation: "automation",
  home: "smart home",
  chat: "chat and mail",
  data: "files and databases",
};

const shapeMeanings: Record<Kind["shapes"][number], string> = {
  "ready-made": "the message that the kind creates by default",
  scan: "the body as it was received",
  json: "a JSON template",
  form: "form fields, one a line",
  text: "a text template",
};

/** Templates of several kinds, by the heading under which the page shows each once. */
const commonTemplates = { "A scan as JSON": webhookTemplate, "A line for people": chatTemplate };

/** Describes every kind of destination: its fields, the shapes of its messages, and an example. */
export function describeDestinations(): Page {
  return {
    name: "destinations",
    title: "Kinds of destinations",
    description: "Every kind of destination of the hub: its fields, its secrets and its message.",
    tags: ["hub", "forwarding"],
    source: "apps/hub/src/destinations/kinds.ts",
    text: blocks(
      "The hub forwards scans to destinations. Fields have the same names in the settings file and in the API; the dashboard shows their labels. `GET /api/destination-kinds` returns the same information to programs.",
      table(
        ["Kind", "Effect of a scan", "For", "Responds to the scanner"],
        kinds.map((kind) => [
          `[${code(kind.name)}](#${anchor(kind.title)})`,
          prose(kind.summary),
          groups[kind.group],
          kind.via === "http" ? "in mode `through`" : "no",
        ]),
      ),
      '<a id="what-the-columns-say"></a>',
      "## Columns",
      list([
        "A **secret** is sealed when it is stored and never shown again. In the settings file and in the API, secrets are under `secrets` and all other fields under `settings`.",
        "A **template** may contain `{{ … }}` (LiquidJS), which the hub fills in from each scan.",
        "**Only with**: the field applies only if the other field has that value.",
      ]),
      "## Fields of every destination over the network",
      "Every kind that sends over the network has these fields in addition to its own.",
      formatFields(wireFields.http),
      ...kinds.map(formatSection),
      "## Templates that several kinds begin with",
      ...Object.entries(commonTemplates).map(([heading, template]) =>
        blocks(`### ${heading}`, fence("liquid", template)),
      ),
    ),
  };
}

function formatSection(kind: Kind): string {
  const ownFields = kind.fields.filter((field) => !wireFields[kind.via].includes(field));
  return blocks(
    `## ${kind.title}`,
    `${code(kind.name)}: ${prose(kind.summary)}`,
    formatFields(ownFields),
    formatShapes(kind),
    "In the settings file:",
    fence("yaml", exampleFile(kind)),
    "With these settings, the hub sends this message for a tag:",
    formatMessage(exampleMessage(kind)),
    formatTemplate(kind),
  );
}

function formatTemplate({ template }: Kind): string {
  if (template === undefined) return "";
  const common = Object.entries(commonTemplates).find(([, shared]) => shared === template)?.[0];
  return common
    ? `This message comes from the template [${common}](#${anchor(common)}), which you can adapt.`
    : blocks(
        "This message comes from the following template, which you can adapt:",
        fence("liquid", template),
      );
}

function formatFields(fields: readonly Field[]): string {
  return table(
    ["Field", "Type", "Meaning", "Default", "Only with"],
    fields.map((field) => [
      code(field.name),
      formatType(field),
      formatMeaning(field),
      field.default === undefined
        ? field.required
          ? "**required**"
          : ""
        : code(String(field.default)),
      field.when
        ? field.when.is.map((value) => code(`${field.when!.field}: ${value}`)).join(" or ")
        : "",
    ]),
  );
}

function formatType({ type, secret, template, min, max }: Field): string {
  const range = min !== undefined && max !== undefined ? `${min} to ${max}` : "";
  return [type, range, secret && "secret", template && "template"].filter(Boolean).join(", ");
}

function formatMeaning({ label, help, choices }: Field): string {
  const values = choices?.map((choice) => {
    const prefix = `${choice.value}: `;
    const meaning = choice.label.startsWith(prefix)
      ? choice.label.slice(prefix.length)
      : choice.label;
    const isSame = meaning.toLowerCase() === choice.value.toLowerCase();
    return isSame ? code(choice.value) : `${code(choice.value)}: ${prose(meaning)}`;
  });
  const isPlain = choices?.every(({ value, label }) => value === label);
  return [
    prose(sentence(label)),
    help && prose(sentence(help)),
    values && `${values.join(isPlain ? ", " : "; ")}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function formatShapes(kind: Kind): string {
  if (kind.shapes.length === 0) return "The message is fixed. A route cannot choose another shape.";
  const choices = kind.shapes.map((shape) => `${code(shape)} (${shapeMeanings[shape]})`).join(", ");
  return `A route sends the ready-made message, or one of these shapes: ${choices}.`;
}

function formatMessage(message: Message): string {
  switch (message.via) {
    case "http": {
      const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`);
      return fence(
        "http",
        [`${message.method} ${message.url}`, ...headers, "", indentJson(message.body)].join("\n"),
      );
    }
    case "mqtt":
      return fence("text", `${message.topic}\n\n${indentJson(message.payload)}`);
    case "amqp":
      return formatProperties(
        {
          exchange: message.exchange,
          "routing-key": message.routingKey,
          "message-id": message.id,
          "content-type": message.contentType,
          timestamp: message.at,
        },
        message.payload,
      );
    case "nats":
      return formatProperties(
        {
          subject: message.subject,
          "Nats-Msg-Id": message.id,
          "Content-Type": message.contentType,
        },
        message.payload,
      );
    case "mail":
      return fence(
        "text",
        `From: ${message.from}\nTo: ${message.to.join(", ")}\nSubject: ${message.subject}\n\n${message.text}`,
      );
    case "file":
      return fence(
        "text",
        [message.header, message.line]
          .map((line) => line?.trimEnd())
          .filter(Boolean)
          .join("\n"),
      );
  }
}

function formatProperties(properties: Record<string, string>, payload: string): string {
  const lines = Object.entries(properties).map(([name, value]) => `${name}: ${value}`.trimEnd());
  return fence("text", [...lines, "", indentJson(payload)].join("\n"));
}

function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
