import { authFields, checkAuthFields } from "../authentication/auth-fields.ts";
import { authenticate } from "../authentication/authenticate.ts";
import type { Kind } from "../kind.ts";
import { alertRequest } from "./alert-request.ts";
import { webhookRequest, webhookTemplate } from "./webhook-request.ts";

/**
 * An “http in” node (https://nodered.org/docs/user-guide/nodes). The setting `httpNodeAuth`
 * protects all such nodes with one Basic user
 * (https://nodered.org/docs/user-guide/runtime/securing-node-red#http-node-security).
 */
export const nodeRed: Kind = {
  name: "node-red",
  title: "Node-RED",
  summary: "Starts a flow through its “http in” node.",
  group: "automation",
  via: "http",
  fields: [
    {
      name: "url",
      label: "Address of the “http in” node",
      help: "The node needs the method POST, and the flow an “http response” node at its end.",
      type: "url",
      required: true,
      placeholder: "http://nodered.local:1880/scans",
    },
    {
      name: "auth",
      label: "httpNodeAuth",
      type: "choice",
      default: "none",
      choices: [
        { value: "none", label: "Not set" },
        { value: "basic", label: "User and password" },
      ],
    },
    ...authFields.filter(({ name }) => ["username", "password"].includes(name)),
  ],
  shapes: ["scan", "json", "form", "text"],
  template: webhookTemplate,
  checkFields: checkAuthFields,

  createMessages(input) {
    const result = webhookRequest(String(input.settings.url), input);
    return result.ok ? authenticate(result.value, input) : result;
  },

  createAlert: (input) => authenticate(alertRequest(String(input.settings.url), input), input),
};
