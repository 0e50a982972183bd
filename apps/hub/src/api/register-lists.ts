import { Readable } from "node:stream";
import { Type } from "typebox";
import type { App } from "../http/app.ts";
import { refuse } from "../http/errors.ts";
import { ownerSecurity } from "../login/access.ts";
import { guessColumns } from "../registers/guess-columns.ts";
import { parseTable } from "../registers/table.ts";
import type { Store } from "../store/store.ts";
import { makeMissingCodes } from "./register-codes.ts";
import { exportEntries, exportMovements } from "./register-export.ts";
import { importList } from "./register-import.ts";
import { findRegister } from "./register-lookup.ts";
import { changeRefusals, ownerRefusals, refusals, streamSchema } from "./schemas.ts";

const byName = Type.Object({ name: Type.String() });

const maxListBytes = 32 * 1024 * 1024;

/** A list as a text, or as the bytes of a file, whose encoding is then guessed. */
const listProperties = {
  text: Type.Optional(Type.String()),
  file: Type.Optional(
    Type.String({
      contentEncoding: "base64",
      description:
        "The bytes of a file in Base64 instead of `text`: UTF-8, UTF-16 with a byte order mark, else taken for Windows-1252.",
    }),
  ),
};

function toBytes({ text = "", file }: { text?: string; file?: string }): Buffer {
  return file === undefined ? Buffer.from(text) : Buffer.from(file, "base64");
}

const shownRows = 5;

/** Serves what fills a register from a list and makes lists and sheets of it. */
export function serveRegisterLists(app: App, { store }: { store: Store }): void {
  app.post(
    "/api/registers/:name/import/preview",
    {
      bodyLimit: maxListBytes,
      schema: {
        summary: "Preview a list",
        description:
          "Reads a list without importing it, and guesses from the names of its columns which are which.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object(listProperties),
        response: {
          200: Type.Object({
            columns: Type.Array(Type.String()),
            rows: Type.Array(Type.Array(Type.String()), { description: "The first five." }),
            rowCount: Type.Integer(),
            guess: Type.Object({
              key: Type.Optional(Type.String()),
              label: Type.Optional(Type.String()),
              group: Type.Optional(Type.String()),
              attention: Type.Optional(Type.String()),
              uid: Type.Optional(Type.String()),
            }),
            separator: Type.String(),
            encoding: Type.String(),
          }),
          ...refusals(...changeRefusals, "no-such-register", "not-a-list"),
        },
      },
    },
    async (request, reply) => {
      if (!(await findRegister(store, request.params.name)))
        return refuse(reply, "no-such-register");
      const table = await parseTable(toBytes(request.body));
      if (!table.ok) return refuse(reply, "not-a-list", table.reason);
      const { columns, rows, separator, encoding } = table.value;
      const first = rows.slice(0, shownRows);
      const guess = guessColumns(columns);
      return { columns, rows: first, rowCount: rows.length, guess, separator, encoding };
    },
  );

  app.post(
    "/api/registers/:name/import",
    {
      bodyLimit: maxListBytes,
      schema: {
        summary: "Import a list",
        description:
          "The first line of the list names the columns, which commas, semicolons or tabs separate. Entries are found by `key` and added or changed; columns that are not named become fields.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object({
          ...listProperties,
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
      const { text: _, file: __, ...options } = request.body;
      const imported = await importList(store, register, toBytes(request.body), options);
      return imported.ok ? imported.value : refuse(reply, "not-a-list", imported.reason);
    },
  );

  app.post(
    "/api/registers/:name/import/undo",
    {
      schema: {
        summary: "Undo the last import",
        description:
          "Removes the entries that it added and that no scan has found, puts back what the others had, and unblocks those that it blocked because the list lacked them. Entries that were changed by hand since, or came in or out, are left as they are.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        response: {
          200: Type.Object({
            removed: Type.Integer(),
            putBack: Type.Integer(),
            left: Type.Integer({ description: "Changed by hand since, or moved." }),
          }),
          ...refusals(...changeRefusals, "no-such-register", "no-import"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const undone = await store.undoImport(register.id);
      const count = undone.removed + undone.putBack + undone.left;
      return count > 0 ? undone : refuse(reply, "no-import");
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
