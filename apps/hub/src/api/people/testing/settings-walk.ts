import { ownerPassword } from "../../../testing/test-hub.ts";

/** The secrets that the walk sends. */
export const secrets = {
  user: "password-of-anna",
  next: "next-password-of-the-owner",
  token: "bearer-token-of-the-shop",
  header: "value-of-a-secret-header",
};

type Entry = [subject: string, name: string, action: string, ...fields: object[]];
const added = (field: string, to: unknown) => ({ field, to });
const removed = (field: string, from: unknown) => ({ field, from });
export const changed = (field: string, from: unknown, to: unknown) => ({ field, from, to });

/** Each call, in this order, with the one entry that it adds. `keep` names the id of its answer. */
export const walk: {
  call: [method: string, path: string, body?: object];
  entry: Entry;
  keep?: string;
}[] = [
  {
    call: ["POST", "/api/inboxes", { name: "door", title: "Front door", open: true, keepScans: 9 }],
    entry: [
      ...(["inbox", "door", "added"] as const),
      ...[added("title", "Front door"), added("open", true), added("keepScans", 9)],
    ],
  },
  {
    call: ["PATCH", "/api/inboxes/door", { title: "Back door", keepDays: 30, keepScans: 0 }],
    entry: [
      ...(["inbox", "door", "changed"] as const),
      changed("title", "Front door", "Back door"),
      changed("keepDays", null, 30),
      changed("keepScans", 9, null),
    ],
  },
  {
    call: ["PATCH", "/api/inboxes/door", { keepDays: 0, audit: true }],
    entry: [
      ...(["inbox", "door", "changed"] as const),
      changed("keepDays", 30, null),
      changed("audit", false, true),
    ],
  },
  {
    call: ["POST", "/api/inboxes/door/credentials", { user: "anna", password: secrets.user }],
    entry: ["user", "door/anna", "added", { field: "password" }],
  },
  {
    call: ["POST", "/api/inboxes/door/credentials", { user: "anna" }],
    entry: ["user", "door/anna", "changed", { field: "password" }],
  },
  {
    call: ["PATCH", "/api/inboxes/door/credentials/anna", { supervisor: true, person: 1 }],
    entry: [
      ...(["user", "door/anna", "changed"] as const),
      ...[changed("supervisor", false, true), changed("person", null, "owner")],
    ],
  },
  {
    call: [
      "POST",
      "/api/registers",
      {
        name: "gala",
        kind: "check-in",
        rules: { capacity: 90, texts: { "checked-in": "Welcome" } },
      },
    ],
    entry: [
      ...(["register", "gala", "added"] as const),
      added("kind", "check-in"),
      added("rules.capacity", 90),
      added("rules.texts.checked-in", "Welcome"),
    ],
  },
  {
    call: ["PATCH", "/api/registers/gala", { title: "Gala", rules: { groups: ["staff"] } }],
    entry: [
      ...(["register", "gala", "changed"] as const),
      changed("title", null, "Gala"),
      changed("rules.capacity", 90, null),
      changed("rules.texts.checked-in", "Welcome", null),
      changed("rules.groups", null, ["staff"]),
    ],
  },
  {
    call: ["PUT", "/api/inboxes/door/register", { register: "gala", action: "in" }],
    entry: [
      ...(["inbox", "door", "changed"] as const),
      changed("register", null, "gala"),
      changed("action", null, "in"),
      changed("answer", null, "negotiated"),
    ],
  },
  {
    call: ["POST", "/api/registers/gala/displays", { door: "anna", names: true }],
    entry: ["display", "gala", "added", added("door", "anna"), added("names", true)],
    keep: "display",
  },
  {
    call: ["DELETE", "/api/registers/gala/displays/{display}"],
    entry: ["display", "gala", "removed", removed("door", "anna"), removed("names", true)],
  },
  {
    call: ["DELETE", "/api/inboxes/door/register"],
    entry: [
      ...(["inbox", "door", "changed"] as const),
      changed("register", "gala", null),
      changed("action", "in", null),
      changed("answer", "negotiated", null),
    ],
  },
  {
    call: [
      "POST",
      "/api/destinations",
      {
        name: "shop",
        kind: "http",
        settings: { url: "https://example.org/a", auth: "bearer" },
        secrets: { token: secrets.token },
      },
    ],
    entry: [
      ...(["destination", "shop", "added"] as const),
      added("kind", "http"),
      added("settings.url", "https://example.org/a"),
      added("settings.auth", "bearer"),
      added("state", "on"),
      added("concurrency", 4),
      { field: "secrets.token" },
    ],
  },
  {
    call: [
      "PATCH",
      "/api/destinations/shop",
      {
        settings: {
          ...{ url: "https://example.org/b", auth: "bearer" },
          ...{ sendsSecretHeader: true, secretHeaderName: "X-Key" },
        },
        secrets: { secretHeader: secrets.header },
      },
    ],
    entry: [
      ...(["destination", "shop", "changed"] as const),
      changed("settings.url", "https://example.org/a", "https://example.org/b"),
      changed("settings.sendsSecretHeader", null, true),
      changed("settings.secretHeaderName", null, "X-Key"),
      { field: "secrets.secretHeader" },
    ],
  },
  {
    call: ["PATCH", "/api/destinations/shop", { state: "held" }],
    entry: ["destination", "shop", "changed", changed("state", "on", "held")],
  },
  {
    call: [
      "POST",
      "/api/routes",
      { name: "all", destination: "shop", filter: { source: "nfc" }, expires: "5 min" },
    ],
    entry: [
      ...(["route", "all", "added"] as const),
      added("destination", "shop"),
      added("filter.source", "nfc"),
      added("shape.format", "ready-made"),
      added("mode", "stored"),
      added("on", true),
      added("expires", "5 min"),
    ],
  },
  {
    call: ["PATCH", "/api/routes/all", { inbox: "door", mode: "through", on: false }],
    entry: [
      ...(["route", "all", "changed"] as const),
      changed("inbox", null, "door"),
      changed("mode", "stored", "through"),
      changed("on", true, false),
    ],
  },
  {
    call: ["PATCH", "/api/alerts", { backupDays: 3 }],
    entry: ["alerts", "alerts", "changed", changed("backupDays", 7, 3)],
  },
  {
    call: ["POST", "/api/people", { name: "Ben", role: "desk", inboxes: ["door"] }],
    entry: ["person", "Ben", "added", added("role", "desk"), added("inboxes", ["door"])],
    keep: "person",
  },
  {
    call: ["PATCH", "/api/people/{person}", { name: "Bea", role: "viewer", inboxes: null }],
    entry: [
      ...(["person", "Bea", "changed"] as const),
      changed("name", "Ben", "Bea"),
      changed("role", "desk", "viewer"),
      changed("inboxes", ["door"], null),
    ],
  },
  {
    call: ["POST", "/api/people/{person}/link"],
    entry: ["person", "Bea", "changed", { field: "loginLink" }],
  },
  {
    call: ["DELETE", "/api/people/{person}"],
    entry: ["person", "Bea", "removed", removed("role", "viewer")],
  },
  {
    call: ["POST", "/api/tokens", { name: "report", scopes: ["read"] }],
    entry: ["token", "report", "added", added("person", "owner"), added("scopes", ["read"])],
    keep: "token",
  },
  {
    call: ["DELETE", "/api/tokens/{token}"],
    entry: ["token", "report", "removed", removed("person", "owner"), removed("scopes", ["read"])],
  },
  {
    call: ["POST", "/api/session/password", { current: ownerPassword, next: secrets.next }],
    entry: ["person", "owner", "changed", { field: "password" }],
  },
  {
    call: ["PATCH", "/api/changes", { keepDays: 400 }],
    entry: ["hub", "changes", "changed", changed("keepDays", null, 400)],
  },
  {
    call: ["DELETE", "/api/routes/all"],
    entry: [
      ...(["route", "all", "removed"] as const),
      removed("inbox", "door"),
      removed("destination", "shop"),
      removed("filter.source", "nfc"),
      removed("shape.format", "ready-made"),
      removed("mode", "through"),
      removed("expires", "5 min"),
    ],
  },
  {
    call: ["DELETE", "/api/destinations/shop"],
    entry: [
      ...(["destination", "shop", "removed"] as const),
      removed("kind", "http"),
      removed("settings.url", "https://example.org/b"),
      removed("settings.sendsSecretHeader", true),
      removed("settings.secretHeaderName", "X-Key"),
      removed("settings.auth", "bearer"),
      removed("state", "held"),
      removed("concurrency", 4),
    ],
  },
  {
    call: ["DELETE", "/api/registers/gala"],
    entry: [
      ...(["register", "gala", "removed"] as const),
      removed("title", "Gala"),
      removed("kind", "check-in"),
      removed("rules.groups", ["staff"]),
    ],
  },
  {
    call: ["DELETE", "/api/inboxes/door/credentials/anna"],
    entry: [
      ...(["user", "door/anna", "removed"] as const),
      ...[removed("supervisor", true), removed("person", "owner")],
    ],
  },
  {
    call: ["DELETE", "/api/inboxes/door"],
    entry: [
      ...(["inbox", "door", "removed"] as const),
      removed("title", "Back door"),
      removed("open", true),
      removed("audit", true),
    ],
  },
];
