import { authenticate, authFields, checkAuth } from "../http-auth.ts";
import type { Kind } from "../kind.ts";
import { hookRequest, hookTemplate } from "./hook.ts";

/**
 * An “http in” node (https://nodered.org/docs/user-guide/nodes); `httpNodeAuth` of its settings is one user with Basic
 * for all of them (https://nodered.org/docs/user-guide/runtime/securing-node-red#http-node-security).
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
      help: "With method POST, and an “http response” node at the end of the flow.",
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
  template: hookTemplate,
  check: checkAuth,

  make(making) {
    const made = hookRequest(String(making.settings.url), making);
    const [message] = made.ok ? made.messages : [];
    return message?.via === "http" ? authenticate(message, making) : made;
  },
};
