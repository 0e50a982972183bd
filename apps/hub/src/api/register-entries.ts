import { Readable } from "node:stream";
import { Type } from "typebox";
import type { App } from "../http/app.ts";
import { refuse } from "../http/errors.ts";
import { ownerSecurity } from "../login/access.ts";
import type { Store } from "../store/store.ts";
import { toTagIdentifier } from "../store/tag-identifier.ts";
import { actByHand } from "./register-acts.ts";
import { makeMissingCodes } from "./register-codes.ts";
import { exportEntries, exportMovements } from "./register-export.ts";
import { importList } from "./register-import.ts";
import { findRegister } from "./register-lookup.ts";
import {
  actionSchema,
  entrySchema,
  movementSchema,
  triedVerdictSchema,
  verdictSchema,
} from "./register-schemas.ts";
import { changeRefusals, ownerRefusals, refusals, streamSchema } from "./schemas.ts";

const byName = Type.Object({ name: Type.String() });
const byId = Type.Object({ name: Type.String(), id: Type.Integer({ minimum: 1 }) });
const limit = Type.Integer({ minimum: 1, maximum: 500, default: 100 });

const maxListBytes = 32 * 1024 * 1024;

/** Serves the entries and the journal of a register below `/api/registers/<name>`. */
export function serveRegisterEntries(app: App, { store }: { store: Store }): void {
  app.get(
    "/api/registers/:name/entries",
    {
      schema: {
        summary: "List entries",
        description:
          "In the order in which they were added. If more follow, `next` is the `after` of the next page.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        querystring: Type.Object({
          text: Type.Optional(
            Type.String({ maxLength: 200, description: "A part of the label or of a code." }),
          ),
          after: Type.Optional(Type.Integer({ minimum: 0 })),
          limit,
        }),
        response: {
          200: Type.Object({
            entries: Type.Array(entrySchema),
            next: Type.Optional(Type.Integer()),
          }),
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const entries = await store.entries(register.id, request.query);
      const isFull = entries.length === request.query.limit;
      return { entries, ...(isFull && { next: entries.at(-1)!.id }) };
    },
  );

  app.get(
    "/api/registers/:name/entries/:id",
    {
      schema: {
        summary: "One entry",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        response: {
          200: entrySchema,
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register", "no-such-entry"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const entry = await store.entry(register.id, request.params.id);
      return entry ?? refuse(reply, "no-such-entry");
    },
  );

  app.patch(
    "/api/registers/:name/entries/:id",
    {
      schema: {
        summary: "Change an entry",
        description: "A blocked entry does not come in. Null removes the bound of a time.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        body: Type.Object({
          label: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          blocked: Type.Optional(Type.Boolean()),
          validFrom: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
          validUntil: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
        }),
        response: {
          200: entrySchema,
          ...refusals(...changeRefusals, "no-such-register", "no-such-entry"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { id } = request.params;
      await store.changeEntry(register.id, id, request.body);
      return (await store.entry(register.id, id)) ?? refuse(reply, "no-such-entry");
    },
  );

  app.post(
    "/api/registers/:name/entries/:id/act",
    {
      schema: {
        summary: "Check an entry in or out by hand",
        description:
          "`forced` lets it in against the rules. The act is stored as a scan in the inbox `register-events`.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        body: Type.Object({
          action: Type.Union([Type.Literal("in"), Type.Literal("out")]),
          forced: Type.Optional(Type.Boolean()),
        }),
        response: {
          200: verdictSchema,
          ...refusals(...changeRefusals, "no-such-register", "no-such-entry"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const entry = request.params.id;
      if (!(await store.entry(register.id, entry))) return refuse(reply, "no-such-entry");
      const act = { kind: "act", register: register.id, entry, ...request.body } as const;
      return (await actByHand(store, act)) ?? refuse(reply, "no-such-register");
    },
  );

  app.get(
    "/api/registers/:name/movements",
    {
      schema: {
        summary: "List the journal",
        description:
          "The newest movement comes first. If more follow, `next` is the `before` of the next page.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        querystring: Type.Object({
          entry: Type.Optional(Type.Integer({ minimum: 1 })),
          before: Type.Optional(Type.Integer({ minimum: 1 })),
          limit,
        }),
        response: {
          200: Type.Object({
            movements: Type.Array(movementSchema),
            next: Type.Optional(Type.Integer()),
          }),
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const movements = await store.movements(register.id, request.query);
      const isFull = movements.length === request.query.limit;
      return { movements, ...(isFull && { next: movements.at(-1)!.id }) };
    },
  );

  app.post(
    "/api/registers/:name/movements/:id/undo",
    {
      schema: {
        summary: "Undo a movement",
        description:
          "Only the last movement of an entry can be undone. The journal keeps both. Otherwise the response is 409 with the reason.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byId,
        response: {
          200: verdictSchema,
          ...refusals(...changeRefusals, "no-such-register", "not-undone"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const undo = { kind: "undo", register: register.id, movement: request.params.id } as const;
      const verdict = await actByHand(store, undo);
      if (!verdict) return refuse(reply, "no-such-register");
      return verdict.result === "yes" ? verdict : refuse(reply, "not-undone", verdict.text);
    },
  );

  app.post(
    "/api/registers/:name/try",
    {
      schema: {
        summary: "Try a scan without storing anything",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object({
          content: Type.String({ maxLength: 8192 }),
          tag: Type.Optional(Type.String({ description: "The UID of a tag in hexadecimal." })),
          action: Type.Optional(actionSchema),
        }),
        response: {
          200: triedVerdictSchema,
          ...refusals(...changeRefusals, "no-such-register", "not-a-tag"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { content, action = "in" } = request.body;
      const tag = request.body.tag === undefined ? undefined : toTagIdentifier(request.body.tag);
      if (request.body.tag !== undefined && !tag) return refuse(reply, "not-a-tag");
      return store.tryScan(register.id, { content, action, ...(tag && { tag }) });
    },
  );

  app.post(
    "/api/registers/:name/import",
    {
      bodyLimit: maxListBytes,
      schema: {
        summary: "Import a list",
        description:
          "The first line of `text` names the columns, which commas, semicolons or tabs separate. Entries are found by `key` and added or changed; columns that are not named become fields.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object({
          text: Type.String(),
          key: Type.Optional(
            Type.String({
              description:
                "The column with the code of each entry. Without it, codes are made, and entries are found by `label`.",
            }),
          ),
          label: Type.String({ description: "The column with the name of each entry." }),
          group: Type.Optional(Type.String()),
          attention: Type.Optional(Type.String()),
          uid: Type.Optional(Type.String({ description: "The column with the UID of a tag." })),
          makeCodes: Type.Optional(
            Type.Boolean({ description: "Make a random code for each row without one." }),
          ),
          dry: Type.Optional(Type.Boolean({ description: "Only say what would happen." })),
          replace: Type.Optional(
            Type.Boolean({ description: "Block the entries that the list lacks." }),
          ),
        }),
        response: {
          200: Type.Object({
            rows: Type.Integer(),
            new: Type.Integer(),
            changed: Type.Integer(),
            same: Type.Integer(),
            conflict: Type.Integer({ description: "Rows whose codes belong to several entries." }),
            conflicts: Type.Array(Type.Integer(), {
              description: "The lines of the first of them.",
            }),
            blocked: Type.Integer(),
            made: Type.Integer({ description: "How many codes were made." }),
            guessable: Type.Integer({
              description: "How many of the codes somebody could find by trying.",
            }),
            separator: Type.String(),
            encoding: Type.String(),
          }),
          ...refusals(...changeRefusals, "no-such-register", "not-a-list"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { text, ...options } = request.body;
      const imported = await importList(store, register, Buffer.from(text), options);
      return imported.ok ? imported.value : refuse(reply, "not-a-list", imported.reason);
    },
  );

  app.post(
    "/api/registers/:name/codes",
    {
      schema: {
        summary: "Make codes",
        description:
          "Gives each entry that has no code, but only a UID or a mail address, a random one of 80 bits.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        response: {
          200: Type.Object({ made: Type.Integer() }),
          ...refusals(...ownerRefusals, "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      return { made: await makeMissingCodes(store, register) };
    },
  );

  app.get(
    "/api/registers/:name/labels.pdf",
    {
      schema: {
        summary: "Print QR codes",
        description:
          "Sheets of 24 labels with QR code, name, group and fields, for entries that have a code and are not blocked. Names in Latin, Greek, Cyrillic, Armenian and Georgian letters are printed; for others the label says that it lacks them.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        querystring: Type.Object({
          paper: Type.Union([Type.Literal("a4"), Type.Literal("letter")], { default: "a4" }),
          text: Type.Optional(
            Type.String({ maxLength: 200, description: "A part of the label or of a code." }),
          ),
          group: Type.Optional(Type.String({ maxLength: 2000, description: "Only this group." })),
        }),
        response: {
          200: {
            description: "The sheets.",
            content: { "application/pdf": { schema: streamSchema } },
          },
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register", "nothing-to-print"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      // Loaded here, because the hub starts faster without it.
      const { openLabels } = await import("./register-labels.ts");
      const labels = await openLabels(store, register, request.query);
      if (!labels) return refuse(reply, "nothing-to-print");
      return reply
        .type("application/pdf")
        .header("content-disposition", `inline; filename="${register.name}.pdf"`)
        .send(Readable.from(labels, { objectMode: false }));
    },
  );

  app.get(
    "/api/registers/:name/export",
    {
      schema: {
        summary: "Export the entries or the journal as CSV",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        querystring: Type.Object({
          of: Type.Union([Type.Literal("entries"), Type.Literal("movements")], {
            default: "entries",
          }),
        }),
        response: {
          200: { description: "The file.", content: { "text/csv": { schema: streamSchema } } },
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { of } = request.query;
      const lines = of === "entries" ? exportEntries : exportMovements;
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${register.name}-${of}.csv"`)
        .send(Readable.from(lines(store, register.id), { objectMode: false }));
    },
  );
}
