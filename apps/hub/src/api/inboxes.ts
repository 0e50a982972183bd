import { Type } from "typebox";
import { ensureHeadsInbox } from "../audit/daily-heads.ts";
import { refuse } from "../errors.ts";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import { hashPassword } from "../login/passwords.ts";
import { createSecret } from "../login/secrets.ts";
import type { Store } from "../store/store.ts";
import {
  basicPasswordSchema,
  changeRefusals,
  goneSchema,
  inboxNameSchema,
  ownerRefusals,
  refusals,
  titleSchema,
  userSchema,
} from "./schemas.ts";

/** How long scans are kept. A change may be 0, which takes the limit away. */
function keepingOf(minimum: 0 | 1) {
  return {
    keepDays: Type.Optional(
      Type.Integer({
        minimum,
        maximum: 36_500,
        description:
          "Scans are deleted when they are older, in days; 0: never. An audit trail keeps all.",
      }),
    ),
    keepScans: Type.Optional(
      Type.Integer({
        minimum,
        maximum: 1_000_000_000_000,
        description:
          "Scans are deleted when so many newer ones are there; 0: never. An audit trail keeps all.",
      }),
    ),
  };
}

const changedKeeping = {
  ...keepingOf(0),
  audit: Type.Optional(
    Type.Boolean({
      description:
        "Chains its scans by their hashes, and keeps all of them. It ends only while the inbox has no scans.",
    }),
  ),
};

const inboxSchema = Type.Object(
  {
    name: Type.String(),
    title: Type.Optional(Type.String()),
    open: Type.Boolean({ description: "Takes scans from anybody, without credentials." }),
    ...keepingOf(1),
    audit: Type.Boolean(),
    createdAt: Type.String({ format: "date-time" }),
    credentials: Type.Array(
      Type.Object({
        user: Type.String(),
        createdAt: Type.String({ format: "date-time" }),
        lastUsedAt: Type.Optional(Type.String({ format: "date-time" })),
      }),
    ),
    scans: Type.Integer(),
  },
  { title: "Inbox" },
);
const byName = Type.Object({ name: Type.String() });

/** `/api/inboxes`: the receiver addresses of the hub and their credentials. */
export function serveInboxes(app: App, { store }: { store: Store }): void {
  app.get(
    "/api/inboxes",
    {
      schema: {
        summary: "List inboxes",
        tags: ["inboxes"],
        security: ownerSecurity,
        response: {
          200: Type.Object({ inboxes: Type.Array(inboxSchema) }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ inboxes: await store.inboxes() }),
  );

  app.post(
    "/api/inboxes",
    {
      schema: {
        summary: "Make an inbox",
        description:
          "Its scans go to `/in/<name>`. Unless it is open it gets a user; `password` is shown this once.",
        tags: ["inboxes"],
        security: ownerSecurity,
        body: Type.Object({
          name: inboxNameSchema,
          title: Type.Optional(titleSchema),
          open: Type.Optional(Type.Boolean()),
          ...changedKeeping,
          user: Type.Optional(userSchema),
          password: Type.Optional(basicPasswordSchema),
        }),
        response: {
          201: Type.Object({
            name: Type.String(),
            title: Type.Optional(Type.String()),
            open: Type.Boolean(),
            ...keepingOf(1),
            audit: Type.Optional(Type.Boolean()),
            user: Type.Optional(Type.String()),
            password: Type.Optional(Type.String()),
          }),
          ...refusals(...changeRefusals, "inbox-exists"),
        },
      },
    },
    async (request, reply) => {
      const { name, title, open = false } = request.body;
      const { keepDays, keepScans, audit } = request.body;
      const inbox = { name, open, ...(title && { title }) };
      const keeping = {
        ...(keepDays && { keepDays }),
        ...(keepScans && { keepScans }),
        ...(audit && { audit }),
      };
      // Hashed before the inbox is made: from its first moment on it wants the credentials.
      const credential = open ? undefined : await toCredential(request.body);
      if (!(await store.addInbox(inbox))) return refuse(reply, "inbox-exists");
      if (Object.keys(keeping).length > 0) await store.changeInbox(name, keeping);
      if (audit) await ensureHeadsInbox(store);
      const made = { ...inbox, ...keeping };
      if (!credential) return reply.code(201).send(made);
      const { user, password, hash } = credential;
      await store.setCredential(name, user, hash);
      return reply.code(201).send({ ...made, user, password });
    },
  );

  app.patch(
    "/api/inboxes/:name",
    {
      schema: {
        summary: "Change an inbox",
        tags: ["inboxes"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object({
          title: Type.Optional(titleSchema),
          open: Type.Optional(Type.Boolean()),
          ...changedKeeping,
        }),
        response: {
          200: inboxSchema,
          ...refusals(...changeRefusals, "no-such-inbox", "inbox-audited"),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const done = await store.changeInbox(name, request.body);
      if (done === "no-such-inbox") return refuse(reply, "no-such-inbox");
      if (done === "audited") return refuse(reply, "inbox-audited");
      if (request.body.audit) await ensureHeadsInbox(store);
      const changed = (await store.inboxes()).find((inbox) => inbox.name === name);
      return changed ?? refuse(reply, "no-such-inbox");
    },
  );

  app.delete(
    "/api/inboxes/:name",
    {
      schema: {
        summary: "Remove an inbox",
        description: "It takes no more scans. Those it had are kept, or deleted for good.",
        tags: ["inboxes"],
        security: ownerSecurity,
        params: byName,
        querystring: Type.Object({
          scans: Type.Union([Type.Literal("keep"), Type.Literal("delete")], { default: "keep" }),
        }),
        response: {
          204: goneSchema,
          ...refusals(...changeRefusals, "no-such-inbox", "inbox-audited"),
        },
      },
    },
    async (request, reply) => {
      const { scans } = request.query;
      const done = await store.removeInbox(request.params.name, { scans });
      if (done === "no-such-inbox") return refuse(reply, "no-such-inbox");
      if (done === "audited") return refuse(reply, "inbox-audited");
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/api/inboxes/:name/credentials",
    {
      schema: {
        summary: "Add a user to an inbox, or rotate the password of one",
        description: "`password` is shown this once; the hub keeps only its hash.",
        tags: ["inboxes"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object({ user: userSchema, password: Type.Optional(basicPasswordSchema) }),
        response: {
          201: Type.Object({ user: Type.String(), password: Type.String() }),
          ...refusals(...changeRefusals, "no-such-inbox"),
        },
      },
    },
    async (request, reply) => {
      const { user, password, hash } = await toCredential(request.body);
      const done = await store.setCredential(request.params.name, user, hash);
      if (!done) return refuse(reply, "no-such-inbox");
      return reply.code(201).send({ user, password });
    },
  );

  app.delete(
    "/api/inboxes/:name/credentials/:user",
    {
      schema: {
        summary: "Remove a user of an inbox",
        tags: ["inboxes"],
        security: ownerSecurity,
        params: Type.Object({ name: Type.String(), user: Type.String() }),
        response: { 204: goneSchema, ...refusals(...changeRefusals, "no-such-credential") },
      },
    },
    async (request, reply) => {
      const { name, user } = request.params;
      const done = await store.removeCredential(name, user);
      return done ? reply.code(204).send(null) : refuse(reply, "no-such-credential");
    },
  );
}

async function toCredential(given: { user?: string; password?: string }) {
  const user = given.user ?? "scanner";
  const password = given.password ?? createSecret(128);
  return { user, password, hash: await hashPassword(password) };
}
