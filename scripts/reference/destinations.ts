import type { Field, Kind, Message } from "../../apps/hub/src/destinations/kind.ts";
import { chatTemplate } from "../../apps/hub/src/destinations/kinds/chat-text.ts";
import { hookTemplate } from "../../apps/hub/src/destinations/kinds/hook.ts";
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

const shapes: Record<Kind["shapes"][number], string> = {
  "ready-made": "what the kind makes of a scan",
  scan: "the body as it was received",
  json: "a JSON template",
  form: "form fields, a line each",
  text: "a text template",
};

/** By the heading under which they are shown once. */
const commonTemplates = { "A scan as JSON": hookTemplate, "A line for people": chatTemplate };

/** Every kind of destination: its fields, what a route may send to it, what goes out. */
export function describeDestinations(): Page {
  return {
    name: "destinations",
    title: "Kinds of destinations",
    description: "Every kind of destination of the hub: its fields, its secrets, what goes out.",
    tags: ["hub", "passing on"],
    source: "apps/hub/src/destinations/kinds.ts",
    text: blocks(
      "A destination is where the hub passes scans on to. The names of fields are the same in the settings file and in the API; the dashboard shows their labels. `GET /api/destination-kinds` answers this table to programs.",
      table(
        ["Kind", "What happens with a scan", "For", "Answers the scanner"],
        kinds.map((kind) => [
          `[${code(kind.name)}](#${anchor(kind.title)})`,
          prose(kind.summary),
          groups[kind.group],
          kind.via === "http" ? "in mode `through`" : "no",
        ]),
      ),
      "## What the columns say",
      list([
        "A **secret** is sealed when it is stored and never shown again. In the settings file and in the API it stands under `secrets`, everything else under `settings`.",
        "A **template** may hold `{{ … }}` (LiquidJS), filled in from each scan.",
        "**Only with**: the field counts only when another has that value.",
      ]),
      "## Fields of every destination over the network",
      "They come after the fields of the kind.",
      toFields(wireFields.http),
      ...kinds.map(toSection),
      "## Templates that several kinds begin with",
      ...Object.entries(commonTemplates).map(([heading, template]) =>
        blocks(`### ${heading}`, fence("liquid", template)),
      ),
    ),
  };
}

function toSection(kind: Kind): string {
  const own = kind.fields.filter((field) => !wireFields[kind.via].includes(field));
  return blocks(
    `## ${kind.title}`,
    `${code(kind.name)}: ${prose(kind.summary)}`,
    toFields(own),
    toShapes(kind),
    "In the settings file:",
    fence("yaml", exampleFile(kind)),
    "What goes out for a tag, with the settings above:",
    toMessage(exampleMessage(kind)),
    toTemplate(kind),
  );
}

function toTemplate({ template }: Kind): string {
  if (template === undefined) return "";
  const common = Object.entries(commonTemplates).find(([, one]) => one === template)?.[0];
  return common
    ? `The template behind it, as a start for one of your own: [${common}](#${anchor(common)}).`
    : blocks("The template behind it, as a start for one of your own:", fence("liquid", template));
}

function toFields(fields: readonly Field[]): string {
  return table(
    ["Field", "Type", "What it is", "Default", "Only with"],
    fields.map((field) => [
      code(field.name),
      toType(field),
      toMeaning(field),
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

function toType({ type, secret, template, min, max }: Field): string {
  const range = min !== undefined && max !== undefined ? `${min} to ${max}` : "";
  return [type, range, secret && "secret", template && "template"].filter(Boolean).join(", ");
}

function toMeaning({ label, help, choices }: Field): string {
  const values = choices?.map((choice) => {
    const prefix = `${choice.value}: `;
    const what = choice.label.startsWith(prefix) ? choice.label.slice(prefix.length) : choice.label;
    const isSame = what.toLowerCase() === choice.value.toLowerCase();
    return isSame ? code(choice.value) : `${code(choice.value)}: ${prose(what)}`;
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

function toShapes(kind: Kind): string {
  if (kind.shapes.length === 0) return "What goes out is fixed: a route has no choice of shape.";
  const choices = kind.shapes.map((shape) => `${code(shape)} (${shapes[shape]})`).join(", ");
  return `A route sends it ready-made, or in the shape it says: ${choices}.`;
}

function toMessage(message: Message): string {
  switch (message.via) {
    case "http": {
      const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`);
      return fence(
        "http",
        [`${message.method} ${message.url}`, ...headers, "", pretty(message.body)].join("\n"),
      );
    }
    case "mqtt":
      return fence("text", `${message.topic}\n\n${pretty(message.payload)}`);
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

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
