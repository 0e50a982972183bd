import { Type } from "typebox";
import {
  createChoiceSchema,
  routeFilterSchema,
  routeModeSchema,
  shapeSchema,
} from "../../definitions/schemas.ts";
import { circuitStates } from "../../forwarding/circuit.ts";
import { revisionProperties, storedScanProperties } from "../schemas.ts";

const time = Type.String({ format: "date-time" });
const originSchema = createChoiceSchema(
  ["dashboard", "file"],
  "file: defined in the settings file, and changed only there.",
);
export const destinationStateSchema = createChoiceSchema(
  ["on", "held", "dropping"],
  "held: deliveries wait. dropping: new deliveries are dropped.",
);
export const deliveryStateSchema = createChoiceSchema(["pending", "delivered", "dead", "dropped"]);

export const kindSchema = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    summary: Type.String(),
    group: Type.String({
      description: "The group in a gallery: server, automation, home, chat or data.",
    }),
    fields: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        help: Type.Optional(Type.String()),
        type: createChoiceSchema([
          "text",
          "multiline",
          "url",
          "number",
          "switch",
          "choice",
          "lines",
          "pairs",
        ]),
        secret: Type.Optional(Type.Boolean({ description: "The value belongs in `secrets`." })),
        copied: Type.Optional(
          Type.Boolean({
            description: "People copy this secret from a service, so spaces around it are removed.",
          }),
        ),
        makes: Type.Optional(
          createChoiceSchema(
            ["text", "whsec"],
            "A form can make the value from random bytes. whsec: in the form of Standard Webhooks.",
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
        template: Type.Optional(Type.Boolean({ description: "May contain {{ … }} (LiquidJS)." })),
        place: Type.Optional(
          Type.Boolean({
            description:
              "The value says where the destination is, like every url. After a change, stored secrets must be sent again.",
          }),
        ),
        rare: Type.Optional(Type.Boolean({ description: "Few people need the field." })),
        when: Type.Optional(
          Type.Object(
            { field: Type.String(), is: Type.Array(Type.String()) },
            { description: "The field applies only if another field has one of these values." },
          ),
        ),
      }),
    ),
    shapes: Type.Array(shapeSchema.properties.format),
    template: Type.Optional(Type.String({ description: "The template behind ready-made." })),
    through: Type.Boolean({ description: "A route to it may have the mode through." }),
    alerts: Type.Boolean({ description: "Alerts may go to it." }),
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
      Type.String({ description: "The reason why the hub itself held the destination." }),
    ),
    concurrency: Type.Integer(),
    ordered: Type.Boolean(),
    allowPrivate: Type.Boolean(),
    origin: originSchema,
    createdAt: time,
    ...revisionProperties,
    counts: Type.Object(
      {
        accepted: Type.Integer(),
        delivered: Type.Integer(),
        dead: Type.Integer(),
        pending: Type.Integer(),
        dropped: Type.Integer(),
        expired: Type.Integer({
          description: "Those of the dropped ones that were not delivered before they expired.",
        }),
        repeated: Type.Integer({
          description: "Those of the dropped ones whose route had just delivered the same content.",
        }),
        deliveredTotal: Type.Integer({
          description:
            "How often a delivery was delivered, also if its scan was deleted since. A delivery that is sent again counts again. Never shrinks.",
        }),
        oldestPendingAt: Type.Optional(time),
      },
      {
        description:
          "The numbers of stored deliveries. Always, accepted = delivered + dead + pending + dropped.",
      },
    ),
    circuit: createChoiceSchema(
      circuitStates,
      "open: it failed several times in a row, so the hub pauses its attempts for a while. probing: one delivery tests it.",
    ),
    leftAloneUntil: Type.Optional(
      Type.String({
        format: "date-time",
        description:
          "The time at which one delivery tests the destination, while the circuit is open.",
      }),
    ),
    lastError: Type.Optional(
      Type.String({ description: "The reason for the failure of the newest attempt." }),
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
    expires: Type.Optional(
      Type.Integer({
        description: "How many seconds after its scan a delivery may still be attempted.",
      }),
    ),
    oncePer: Type.Optional(
      Type.Integer({
        description: "The seconds within which the same content is delivered only once.",
      }),
    ),
    on: Type.Boolean(),
    origin: originSchema,
    createdAt: time,
    ...revisionProperties,
  },
  { title: "Route" },
);

const attemptSchema = Type.Object(
  {
    id: Type.Integer(),
    at: time,
    ms: Type.Integer(),
    node: Type.String({ description: "The hub process that made the attempt." }),
    status: Type.Optional(Type.Integer({ description: "The HTTP status of the response." })),
    error: Type.Optional(Type.String({ description: "The reason for the failure." })),
    answer: Type.Optional(Type.String({ description: "The first 2 kB of the response." })),
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
    attempts: Type.Integer({
      description: "Attempts since the delivery was created or last replayed.",
    }),
    createdAt: time,
    dueAt: Type.Optional(time),
    expiresAt: Type.Optional(
      Type.String({
        format: "date-time",
        description: "When a pending delivery is dropped, if its route has `expires`.",
      }),
    ),
    dropped: Type.Optional(
      Type.Object(
        {
          reason: createChoiceSchema(
            ["expired", "repeated"],
            "expired: it was not delivered in time. repeated: its route had delivered the same content.",
          ),
          within: Type.Optional(
            Type.Integer({ description: "For repeated: `oncePer` of the route, in seconds." }),
          ),
        },
        {
          description:
            "Why the hub dropped it. Missing if a person dropped it, or if its destination was off or was removed.",
        },
      ),
    ),
    lastAttempt: Type.Optional(attemptSchema),
    scan: Type.Object(
      {
        id,
        inbox: Type.Optional(inbox),
        identifier: Type.Optional(identifier),
        content: Type.Optional(Type.String({ description: "The first 200 characters." })),
        receivedAt: Type.Optional(receivedAt),
        source,
        tagName,
      },
      { description: "Only the id, if the scan was deleted." },
    ),
  },
  { title: "Delivery" },
);

export const loggedDeliverySchema = Type.Object({
  ...deliverySchema.properties,
  log: Type.Array(attemptSchema, { description: "Every attempt, oldest first." }),
});

const messageSchema = Type.Union(
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
          { description: "The hub first gets a token there and sends it as Bearer." },
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
      via: Type.Literal("amqp"),
      id: Type.String({ description: "The property `message-id`." }),
      exchange: Type.String({ description: "Empty for the default exchange." }),
      routingKey: Type.String(),
      mandatory: Type.Boolean(),
      contentType: Type.String(),
      at: Type.String({ description: "The property `timestamp`." }),
      payload: Type.String(),
    }),
    Type.Object({
      via: Type.Literal("nats"),
      id: Type.String({ description: "The header `Nats-Msg-Id`." }),
      subject: Type.String(),
      contentType: Type.String({ description: "The header `Content-Type`." }),
      payload: Type.String(),
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

export const builtMessagesSchema = Type.Object({
  ok: Type.Boolean(),
  messages: Type.Optional(Type.Array(messageSchema)),
  reason: Type.Optional(Type.String({ description: "The reason why nothing can be sent." })),
});
