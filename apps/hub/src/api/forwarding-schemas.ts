import { Type } from "typebox";
import { oneOf, routeFilterSchema, routeModeSchema, shapeSchema } from "../definitions/schemas.ts";
import { storedScanProperties } from "./schemas.ts";

const time = Type.String({ format: "date-time" });
const originSchema = oneOf(
  ["dashboard", "file"],
  "file: kept in the settings file, and changed only there.",
);
export const destinationStateSchema = oneOf(
  ["on", "held", "dropping"],
  "held: deliveries are kept and wait. dropping: what comes now is dropped.",
);
export const deliveryStateSchema = oneOf(["pending", "delivered", "dead", "dropped"]);

export const kindSchema = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    summary: Type.String(),
    group: Type.String({ description: "For a gallery: server, automation, home, chat or data." }),
    fields: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        help: Type.Optional(Type.String()),
        type: oneOf(["text", "multiline", "url", "number", "switch", "choice", "lines", "pairs"]),
        secret: Type.Optional(Type.Boolean({ description: "Given under `secrets`." })),
        copied: Type.Optional(
          Type.Boolean({
            description:
              "A service makes this secret, to be copied: blanks around it are left out.",
          }),
        ),
        makes: Type.Optional(
          oneOf(
            ["text", "whsec"],
            "A form can make one out of random bytes. whsec: as Standard Webhooks writes them.",
          ),
        ),
        required: Type.Optional(Type.Boolean()),
        default: Type.Optional(Type.Unsafe<string | number | boolean>({})),
        placeholder: Type.Optional(Type.String()),
        choices: Type.Optional(
          Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
        ),
        min: Type.Optional(Type.Number()),
        max: Type.Optional(Type.Number()),
        protocols: Type.Optional(Type.Array(Type.String())),
        template: Type.Optional(Type.Boolean({ description: "May hold {{ … }} (LiquidJS)." })),
        place: Type.Optional(
          Type.Boolean({
            description:
              "As of every url: when it changes, secrets that are kept have to be given again.",
          }),
        ),
        rare: Type.Optional(Type.Boolean({ description: "Few need it." })),
        when: Type.Optional(
          Type.Object(
            { field: Type.String(), is: Type.Array(Type.String()) },
            { description: "Only asked when another field has one of these values." },
          ),
        ),
      }),
    ),
    shapes: Type.Array(shapeSchema.properties.format),
    template: Type.Optional(Type.String({ description: "The template behind ready-made." })),
    through: Type.Boolean({ description: "A route to it may answer the scanner." }),
  },
  { title: "Kind" },
);

export const destinationSchema = Type.Object(
  {
    name: Type.String(),
    title: Type.Optional(Type.String()),
    kind: Type.String(),
    settings: Type.Record(Type.String(), Type.Unknown()),
    secrets: Type.Array(Type.String(), { description: "Names of the secrets that are set." }),
    state: destinationStateSchema,
    notice: Type.Optional(
      Type.String({ description: "Why the hub itself stopped delivering to it." }),
    ),
    concurrency: Type.Integer(),
    ordered: Type.Boolean(),
    allowPrivate: Type.Boolean(),
    origin: originSchema,
    createdAt: time,
    counts: Type.Object(
      {
        accepted: Type.Integer(),
        delivered: Type.Integer(),
        dead: Type.Integer(),
        pending: Type.Integer(),
        dropped: Type.Integer(),
        oldestPendingAt: Type.Optional(time),
      },
      { description: "accepted = delivered + dead + pending + dropped, always." },
    ),
    circuit: oneOf(
      ["closed", "open", "probing"],
      "open: it failed several times in a row and is left alone for a while.",
    ),
    leftAloneUntil: Type.Optional(
      Type.String({
        format: "date-time",
        description: "While the circuit is open: then one delivery tries.",
      }),
    ),
    lastError: Type.Optional(
      Type.String({ description: "Why the newest attempt failed, when it did." }),
    ),
  },
  { title: "Destination" },
);

export const routeSchema = Type.Object(
  {
    name: Type.String(),
    title: Type.Optional(Type.String()),
    inbox: Type.Optional(Type.String()),
    destination: Type.String(),
    filter: routeFilterSchema,
    shape: shapeSchema,
    mode: routeModeSchema,
    on: Type.Boolean(),
    origin: originSchema,
    createdAt: time,
  },
  { title: "Route" },
);

const attemptSchema = Type.Object(
  {
    id: Type.Integer(),
    at: time,
    ms: Type.Integer(),
    node: Type.String({ description: "The hub process that made it." }),
    status: Type.Optional(Type.Integer({ description: "HTTP status, where there was one." })),
    error: Type.Optional(Type.String({ description: "Why it did not count as delivered." })),
    answer: Type.Optional(Type.String({ description: "The first 2 kB of the answer." })),
  },
  { title: "Attempt" },
);

const { id, inbox, identifier, receivedAt, source, tagName } = storedScanProperties;

export const deliverySchema = Type.Object(
  {
    id: Type.Integer(),
    state: deliveryStateSchema,
    route: Type.String(),
    destination: Type.String(),
    attempts: Type.Integer({ description: "Since it was made or last replayed." }),
    createdAt: time,
    dueAt: Type.Optional(time),
    lastAttempt: Type.Optional(attemptSchema),
    scan: Type.Object(
      {
        id,
        inbox: Type.Optional(inbox),
        identifier: Type.Optional(identifier),
        content: Type.Optional(Type.String({ description: "Its first 200 characters." })),
        receivedAt: Type.Optional(receivedAt),
        source,
        tagName,
      },
      { description: "Only its number when the scan was deleted since." },
    ),
  },
  { title: "Delivery" },
);

export const loggedDeliverySchema = Type.Object({
  ...deliverySchema.properties,
  log: Type.Array(attemptSchema, { description: "Every attempt, oldest first." }),
});

export const messageSchema = Type.Union(
  [
    Type.Object({
      via: Type.Literal("http"),
      method: Type.String(),
      url: Type.String(),
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String(),
      oauth2: Type.Optional(
        Type.Object(
          { tokenUrl: Type.String(), clientId: Type.String(), scope: Type.Optional(Type.String()) },
          { description: "A token is asked for there first and sent as Bearer." },
        ),
      ),
    }),
    Type.Object({
      via: Type.Literal("mqtt"),
      topic: Type.String(),
      payload: Type.String(),
      qos: Type.Integer(),
      retain: Type.Boolean(),
    }),
    Type.Object({
      via: Type.Literal("mail"),
      from: Type.String(),
      to: Type.Array(Type.String()),
      subject: Type.String(),
      text: Type.String(),
    }),
    Type.Object({
      via: Type.Literal("file"),
      path: Type.String(),
      line: Type.String(),
      header: Type.Optional(Type.String()),
    }),
  ],
  { title: "Message" },
);

export const madeSchema = Type.Object({
  ok: Type.Boolean(),
  messages: Type.Optional(Type.Array(messageSchema)),
  reason: Type.Optional(Type.String({ description: "Why nothing can go out." })),
});
