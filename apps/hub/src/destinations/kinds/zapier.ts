import type { Kind } from "../kind.ts";
import { alertMessage } from "./alert-request.ts";
import { webhookMessage, webhookTemplate } from "./webhook-request.ts";

/** “Catch Hook” of Webhooks by Zapier: https://help.zapier.com/hc/en-us/articles/8496288690317 */
export const zapier: Kind = {
  name: "zapier",
  title: "Zapier",
  summary: "Starts a Zap through Webhooks by Zapier.",
  group: "automation",
  via: "http",
  fields: [
    {
      name: "url",
      label: "Webhook URL",
      help: "The URL of the trigger “Catch Hook”.",
      type: "url",
      secret: true,
      required: true,
      placeholder: "https://hooks.zapier.com/hooks/catch/…/…/",
    },
  ],
  shapes: ["scan", "json", "form"],
  template: webhookTemplate,
  createMessages: (input) => webhookMessage(input.secrets.url ?? "", input),
  createAlert: (input) => alertMessage(input.secrets.url ?? "", input),
};
