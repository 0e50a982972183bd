import { fillScanTemplate } from "../../shaping/scan-template.ts";
import { say } from "../../texts/exact-message.ts";
import { basicCredentials } from "../authentication/basic-credentials.ts";
import type { Kind, MessageResult, SenderInput } from "../kind.ts";
import {
  alertText,
  byteLength,
  chatText,
  fitText,
  quote,
  readMessages,
  textTemplate,
  titleTemplate,
  toPlainText,
} from "./chat-text.ts";
import { jsonRequest } from "./json-request.ts";

/** The server turns a longer message into a file (`message-size-limit`). */
const maxBytes = 4096;
const maxTitleLength = 250;

const template = textTemplate("{{ content }}");

/** Returns the template of the title in a language. */
function createTitle(language?: string): string {
  const { ntfy: texts } = readMessages(language);
  const tag = `{{ tagName | default: tag | default: ${quote(texts.tag)} }}`;
  const what = `{% if source == "nfc" %}${tag}{% else %}${texts.code}{% endif %}`;
  return titleTemplate(texts.scanned({ what }));
}

/** The title in English, which stands for the one in the language of the hub. */
const defaultTitle = createTitle();

/** Publishing as JSON: https://docs.ntfy.sh/publish/#publish-as-json */
export const ntfy: Kind = {
  name: "ntfy",
  title: "ntfy",
  summary: "A notification on phones and desktops that follow a topic.",
  group: "chat",
  via: "http",
  fields: [
    { name: "server", label: "Server", type: "url", default: "https://ntfy.sh" },
    {
      name: "topic",
      label: "Topic",
      help: "Anybody who knows the topic can read it, so choose one that is hard to guess.",
      type: "text",
      required: true,
      placeholder: "scans-x7Kd93",
    },
    {
      name: "title",
      label: "Title",
      type: "text",
      template: true,
      default: defaultTitle,
    },
    {
      name: "priority",
      label: "Priority",
      type: "choice",
      default: "3",
      choices: [
        { value: "1", label: "Min" },
        { value: "2", label: "Low" },
        { value: "3", label: "Default" },
        { value: "4", label: "High" },
        { value: "5", label: "Urgent" },
      ],
    },
    {
      name: "tags",
      label: "Tags",
      help: "Separated by commas. Names of emojis become emojis.",
      type: "text",
      placeholder: "package,door",
    },
    {
      name: "auth",
      label: "Authentication",
      type: "choice",
      default: "none",
      choices: [
        { value: "none", label: "None" },
        { value: "token", label: "Access token" },
        { value: "basic", label: "User and password (Basic)" },
      ],
    },
    {
      name: "token",
      label: "Access token",
      type: "text",
      secret: true,
      copied: true,
      required: true,
      placeholder: "tk_…",
      when: { field: "auth", is: ["token"] },
    },
    {
      name: "username",
      label: "User",
      type: "text",
      required: true,
      when: { field: "auth", is: ["basic"] },
    },
    {
      name: "password",
      label: "Password",
      type: "text",
      secret: true,
      required: true,
      when: { field: "auth", is: ["basic"] },
    },
  ],
  shapes: ["text"],
  template,

  checkFields: ({ settings }) =>
    /^[-_A-Za-z0-9]{1,64}$/.test(String(settings.topic))
      ? undefined
      : { field: "topic", reason: say("field-topic", { label: "Topic" }) },

  createMessages(input) {
    const { settings, scan, language } = input;
    const rendered = chatText(input, () => template);
    if (!rendered.ok) return rendered;
    const isDefault = settings.title === defaultTitle;
    const titled = isDefault ? createTitle(language) : String(settings.title);
    const title = fillScanTemplate(titled, scan);
    if (!title.ok) return title;
    const tags = String(settings.tags ?? "")
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean);
    return createNotification(title.text, rendered.text, input, tags);
  },

  createAlert: (input) => createNotification(input.alert.title, alertText(input), input),
};

function createNotification(
  title: string,
  text: string,
  input: SenderInput,
  tags: readonly string[] = [],
): MessageResult {
  const { settings } = input;
  const message = {
    topic: settings.topic,
    title: fitText(toPlainText(title).replaceAll("\n", " "), maxTitleLength),
    message: fitText(text, maxBytes, undefined, byteLength),
    priority: Number(settings.priority),
    tags: tags.length > 0 ? tags : undefined,
  };
  const headers = createAuthHeaders(input);
  return { ok: true, messages: [jsonRequest(String(settings.server), message, { headers })] };
}

function createAuthHeaders({ settings, secrets, preview }: SenderInput): Record<string, string> {
  if (settings.auth === "token") return { authorization: `Bearer ${secrets.token}` };
  if (settings.auth !== "basic") return {};
  const [user, password] = [String(settings.username), secrets.password ?? ""];
  return { authorization: basicCredentials(user, password, preview) };
}
