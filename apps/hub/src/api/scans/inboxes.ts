import { Type } from "typebox";
import { journalTogether } from "../../changes/journal-together.ts";
import type { ConfigFile } from "../../config-file/open.ts";
import { createRetentionSchema, retentionProperties } from "../../definitions/inbox.ts";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity, reachOfRequest } from "../../login/access.ts";
import type { RememberedLogins } from "../../login/remembered-logins.ts";
import type { InboxChange, InboxRecord } from "../../store/inboxes.ts";
import { ensureOwnInbox, headsInbox } from "../../store/own-inboxes.ts";
import type { Store } from "../../store/store.ts";
import {
  basicPasswordSchema,
  changeRefusals,
  expectedRevision,
  inboxNameSchema,
  noContentSchema,
  ownerRefusals,
  refusals,
  refuseStale,
  revisionProperties,
  titleSchema,
  userSchema,
} from "../schemas.ts";
import { createCredential } from "./inbox-credentials.ts";

const inboxSchema = Type.Object(
  {
    name: Type.String(),
    title: Type.Optional(Type.String()),
    open: Type.Boolean({ description: "The inbox accepts scans without credentials." }),
    ...createRetentionSchema(1),
    audit: Type.Boolean(),
    origin: createChoiceSchema(
      ["dashboard", "file"],
      "file: it is defined in the settings file, and the API must not change it.",
    ),
    createdAt: Type.String({ format: "date-time" }),
    ...revisionProperties,
    credentials: Type.Array(
      Type.Object({
        user: Type.String(),
        createdAt: Type.String({ format: "date-time" }),
        lastUsedAt: Type.Optional(Type.String({ format: "date-time" })),
        supervisor: Type.Optional(
          Type.Literal(true, {
            description:
              "May undo movements, search entries and let in guests whom the register refused.",
          }),
        ),
        person: Type.Optional(
          Type.Integer({ description: "The id of the person to whom the user belongs." }),
        ),
      }),
    ),
    scans: Type.Integer({ description: "The number of its stored scans." }),
    received: Type.Integer({
      description:
        "The number of scans that it has received, including deleted ones. It never shrinks.",
    }),
  },
  { title: "Inbox" },
);

const expiringSchema = Type.Object({
  scans: Type.Integer({ description: "The number of scans beyond the limits." }),
  pending: Type.Integer({
    description: "How many of them have pending deliveries, and are deleted only after these.",
  }),
  oldest: Type.Optional(
    Type.String({ format: "date-time", description: "When the oldest of them was received." }),
  ),
  newest: Type.Optional(
    Type.String({ format: "date-time", description: "When the newest of them was received." }),
  ),
});

const nameParams = Type.Object({ name: Type.String() });

/** Serves `/api/inboxes`: the inboxes of the hub. */
export function serveInboxes(
  app: App,
  {
    store,
    configFile,
    remembered,
  }: {
    store: Store;
    configFile: Pick<ConfigFile, "keeps">;
    remembered: Pick<RememberedLogins, "remember">;
  },
): void {
  /** Returns an inbox with who keeps it now. A file that is gone keeps nothing any more. */
  const toApiInbox = (inbox: InboxRecord) => ({
    ...inbox,
    origin: configFile.keeps(inbox) ? ("file" as const) : ("dashboard" as const),
  });
  const isKeptInFile = async (name: string) =>
    (await store.inboxSettings()).some((inbox) => inbox.name === name && configFile.keeps(inbox));

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
    async (request) => {
      const reach = reachOfRequest(request);
      const inboxes = await store.inboxes();
      const reached = inboxes.filter(({ name }) => !reach || reach.includes(name));
      return { inboxes: reached.map(toApiInbox) };
    },
  );

  app.post(
    "/api/inboxes",
    {
      schema: {
        summary: "Make an inbox",
        description:
          "Scanners send to `/in/<name>`. An inbox that is not open gets a user. `password` is shown only in this response.",
        tags: ["inboxes"],
        security: ownerSecurity,
        body: Type.Object({
          name: inboxNameSchema,
          title: Type.Optional(titleSchema),
          open: Type.Optional(Type.Boolean()),
          ...retentionProperties,
          user: Type.Optional(userSchema),
          password: Type.Optional(basicPasswordSchema),
        }),
        response: {
          201: Type.Object({
            name: Type.String(),
            title: Type.Optional(Type.String()),
            open: Type.Boolean(),
            ...createRetentionSchema(1),
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
      const retention = {
        ...(keepDays && { keepDays }),
        ...(keepScans && { keepScans }),
        ...(audit && { audit }),
      };
      // Hashing takes a while, so it comes first, because the inbox must not exist without its
      // credentials for long.
      const credential = open ? undefined : await createCredential(request.body);
      const isAdded = await journalTogether(async () => {
        if (!(await store.addInbox(inbox))) return false;
        if (Object.keys(retention).length > 0) await store.changeInbox(name, retention);
        return true;
      });
      if (!isAdded) return refuse(reply, "inbox-exists");
      if (audit) await ensureOwnInbox(store, headsInbox);
      const created = { ...inbox, ...retention };
      if (!credential) return reply.code(201).send(created);
      const { user, password, hash } = credential;
      await store.setCredential(name, user, hash);
      await remembered.remember(name, { user, passwordHash: hash }, password);
      return reply.code(201).send({ ...created, user, password });
    },
  );

  app.patch(
    "/api/inboxes/:name",
    {
      schema: {
        summary: "Change an inbox",
        tags: ["inboxes"],
        security: ownerSecurity,
        params: nameParams,
        body: Type.Object({
          title: Type.Optional(titleSchema),
          open: Type.Optional(Type.Boolean()),
          ...retentionProperties,
          ...expectedRevision,
        }),
        response: {
          200: inboxSchema,
          ...refusals(
            ...changeRefusals,
            "no-such-inbox",
            "inbox-audited",
            "kept-in-file",
            "changed-meanwhile",
          ),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const { title, open, keepDays, keepScans, audit, revision } = request.body;
      if (await isKeptInFile(name)) return refuse(reply, "kept-in-file");
      await ensureOwnInbox(store, name);
      const edit = { title, open, keepDays, keepScans, audit, revision, origin: "dashboard" };
      const outcome = await store.changeInbox(name, edit as InboxChange);
      if (outcome === "no-such-inbox") return refuse(reply, "no-such-inbox");
      if (outcome === "audited") return refuse(reply, "inbox-audited");
      if (audit && outcome === "changed") await ensureOwnInbox(store, headsInbox);
      const current = (await store.inboxes()).find((inbox) => inbox.name === name);
      if (!current) return refuse(reply, "no-such-inbox");
      return outcome === "changed-meanwhile"
        ? refuseStale(reply, toApiInbox(current))
        : toApiInbox(current);
    },
  );

  app.get(
    "/api/inboxes/:name/expiring",
    {
      schema: {
        summary: "Count the scans that new limits would delete",
        description:
          "Changes nothing. Use it before you set `keepDays` or `keepScans`: setting them needs no confirmation, and the hub starts deleting within an hour. Leave out a limit, or send 0, for no limit.",
        tags: ["inboxes"],
        security: ownerSecurity,
        params: nameParams,
        querystring: Type.Object(createRetentionSchema(0)),
        response: {
          200: expiringSchema,
          ...refusals(...ownerRefusals, "invalid-request", "no-such-inbox"),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const { keepDays, keepScans } = request.query;
      if (!(await store.inbox(name))) return refuse(reply, "no-such-inbox");
      const limits = { ...(keepDays && { keepDays }), ...(keepScans && { keepScans }) };
      return store.countExpiring(name, limits);
    },
  );

  app.delete(
    "/api/inboxes/:name",
    {
      schema: {
        summary: "Remove an inbox",
        description: "The inbox accepts no more scans. Its scans are kept, or deleted permanently.",
        tags: ["inboxes"],
        security: ownerSecurity,
        params: nameParams,
        querystring: Type.Object({
          scans: Type.Union([Type.Literal("keep"), Type.Literal("delete")], { default: "keep" }),
        }),
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "no-such-inbox", "inbox-audited", "kept-in-file"),
        },
      },
    },
    async (request, reply) => {
      const { scans } = request.query;
      if (await isKeptInFile(request.params.name)) return refuse(reply, "kept-in-file");
      const outcome = await store.removeInbox(request.params.name, { scans });
      if (outcome === "no-such-inbox") return refuse(reply, "no-such-inbox");
      if (outcome === "audited") return refuse(reply, "inbox-audited");
      return reply.code(204).send(null);
    },
  );
}
