import type { Kind } from "../kind.ts";
import { hookRequest, hookTemplate } from "./hook.ts";
import { jsonRequest } from "./json-request.ts";

const server = "https://maker.ifttt.com/trigger";

/** Webhooks: https://help.ifttt.com/hc/en-us/articles/115010230347-Webhooks-service-FAQ */
export const ifttt: Kind = {
  name: "ifttt",
  title: "IFTTT",
  summary: "Starts an applet through Webhooks.",
  group: "automation",
  via: "http",
  fields: [
    {
      name: "event",
      label: "Event name",
      type: "text",
      required: true,
      placeholder: "scanned",
    },
    {
      name: "how",
      label: "Trigger of the applet",
      type: "choice",
      default: "values",
      choices: [
        {
          value: "values",
          label: "Receive a web request: Value1 content, Value2 identifier, Value3 name or inbox",
        },
        { value: "json", label: "Receive a web request with a JSON payload" },
      ],
    },
    {
      name: "key",
      label: "Key",
      help: "On ifttt.com/maker_webhooks under Documentation.",
      type: "text",
      secret: true,
      required: true,
    },
  ],
  shapes: ["scan", "json"],
  template: hookTemplate,

  check: ({ settings }) =>
    /^\w{1,100}$/.test(String(settings.event))
      ? undefined
      : { field: "event", reason: "“Event name” takes letters, digits and _." },

  make(making) {
    const { settings, secrets, shape, scan } = making;
    const key = encodeURIComponent(secrets.key ?? "");
    if (settings.how === "json")
      return hookRequest(`${server}/${settings.event}/json/with/key/${key}`, making);
    const url = `${server}/${settings.event}/with/key/${key}`;
    // In their own words routes choose what the values are.
    if (shape.format !== "ready-made") return hookRequest(url, making);
    const values = {
      value1: scan.content,
      value2: scan.identifier,
      value3: scan.tagName ?? scan.inbox,
    };
    return { ok: true, messages: [jsonRequest(url, values)] };
  },
};
