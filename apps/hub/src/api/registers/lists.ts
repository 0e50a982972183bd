import { Readable } from "node:stream";
import type { ListEncoding } from "@scanhook/csv/encoding";
import { Type } from "typebox";
import type { ConfigFile } from "../../config-file/open.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { makeMissingCodes } from "../../register-work/codes.ts";
import { findRegister } from "../../register-work/find-register.ts";
import { importList, previewList } from "../../register-work/import.ts";
import { openExport } from "../../register-work/open-export.ts";
import type { Store } from "../../store/store.ts";
import { translateFor } from "../../texts/translate-sentence.ts";
import { changeRefusals, ownerRefusals, refusals } from "../schemas.ts";
import {
  columnProperties,
  exportFormatSchema,
  exportResponse,
  exportTypes,
  listProperties,
  readProperties,
  usedSchema,
} from "./list-schemas.ts";

const byName = Type.Object({ name: Type.String() });

const maxListBytes = 32 * 1024 * 1024;

type List = {
  text?: string;
  file?: string;
  encoding?: ListEncoding;
  header?: boolean;
  sheet?: string;
};

/** Returns the bytes of a list and the options for reading them. A text is always UTF-8. */
function toList({ text = "", file, encoding, header, sheet }: List) {
  return file === undefined
    ? { bytes: Buffer.from(text), options: { header, sheet, encoding: "UTF-8" as const } }
    : { bytes: Buffer.from(file, "base64"), options: { header, sheet, encoding } };
}

/** Serves the import of lists into a register, its codes and its exports. */
export function serveRegisterLists(
  app: App,
  {
    store,
    configFile,
    language,
  }: {
    store: Store;
    configFile: ConfigFile;
    /** The language of the hub. */
    language: string;
  },
): void {
  /**
   * Changes `shows` in the rules of a register. If another edit comes in between, starts again from
   * its result.
   */
  async function changeShows({ name }: { name: string }, shows: string[]): Promise<void> {
    for (;;) {
      const current = await findRegister(store, name);
      if (!current) return;
      const { rules, revision } = current;
      const change = { rules: { ...rules, shows }, revision };
      if ((await store.changeRegister(name, change)) !== "changed-meanwhile") return;
    }
  }

  app.post(
    "/api/registers/:name/import/preview",
    {
      bodyLimit: maxListBytes,
      schema: {
        summary: "Preview a list",
        description: "Reads a list without importing it, and guesses which columns are which.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object(listProperties),
        response: {
          200: Type.Object({
            columns: Type.Array(Type.String()),
            rows: Type.Array(Type.Array(Type.String()), { description: "The first five." }),
            rowCount: Type.Integer(),
            guess: usedSchema,
            private: Type.Array(Type.String(), {
              description:
                "The columns that look as if nobody at a door needs to see them, such as mail addresses.",
            }),
            ...readProperties,
          }),
          ...refusals(...changeRefusals, "no-such-register", "not-a-list"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { bytes, options } = toList(request.body);
      const preview = await previewList(register, bytes, options);
      return preview.ok ? preview.value : refuse(reply, "not-a-list", preview.reason);
    },
  );

  app.post(
    "/api/registers/:name/import",
    {
      bodyLimit: maxListBytes,
      schema: {
        summary: "Import a list",
        description:
          "An XLSX workbook, or a text: commas, semicolons or tabs separate its columns, or what a first line such as `sep=;` names. Entries are found by `key` and added or changed; columns that are not named become fields. A list that the hub exported changes nothing. In a stock, the list may also say how much is where, in loans who has what, and in loans and inspections until when.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object({
          ...listProperties,
          ...columnProperties,
          makeCodes: Type.Optional(
            Type.Boolean({ description: "Make a random code for each row without one." }),
          ),
          dry: Type.Optional(Type.Boolean({ description: "Only say what would happen." })),
          replace: Type.Optional(
            Type.Boolean({ description: "Block the entries that the list lacks." }),
          ),
          shows: Type.Optional(
            Type.Array(Type.String({ maxLength: 200 }), {
              maxItems: 100,
              description:
                "The fields of a guest that phones at the doors and labels show; becomes part of the rules.",
            }),
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
            nameLike: Type.Integer({
              description: "How many of the codes look like names, which many people know.",
            }),
            used: usedSchema,
            samples: Type.Array(
              Type.Object({
                code: Type.Optional(
                  Type.String({ description: "Absent for a code that is made." }),
                ),
                label: Type.String(),
                group: Type.Optional(Type.String()),
                quantity: Type.Optional(Type.Number()),
                place: Type.Optional(Type.String()),
                holder: Type.Optional(Type.String()),
                due: Type.Optional(Type.String({ description: "A day, or a time in ISO 8601." })),
              }),
              { description: "Some rows as they are stored." },
            ),
            stock: Type.Optional(
              Type.Object(
                {
                  places: Type.Integer({ description: "Places that were added." }),
                  counted: Type.Integer({ description: "Quantities that were counted." }),
                  same: Type.Integer({ description: "Quantities that were there already." }),
                  refused: Type.Integer({ description: "Quantities that were not booked." }),
                  refusals: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() }), {
                    description: "The first of them, and why.",
                  }),
                  summed: Type.Integer({
                    description: "Lines that were added up with an earlier one.",
                  }),
                  dropped: Type.Integer({
                    description:
                      "Lines that differ in other columns from an earlier one about the same article, which counts.",
                  }),
                  droppedLines: Type.Array(Type.Integer(), {
                    description: "The first of these lines.",
                  }),
                },
                { description: "Of a stock: what happened to the quantities of the list." },
              ),
            ),
            care: Type.Optional(
              Type.Object(
                {
                  people: Type.Integer({ description: "People who were added." }),
                  lent: Type.Integer({ description: "Things that were lent." }),
                  dated: Type.Integer({ description: "Things that got another date." }),
                  same: Type.Integer({ description: "Things that were so already." }),
                  refused: Type.Integer({ description: "Lines that were not booked." }),
                  refusals: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() }), {
                    description: "The first of them, and why.",
                  }),
                },
                {
                  description:
                    "Of loans and inspections: what happened to the holders and dates of the list.",
                },
              ),
            ),
            ...readProperties,
          }),
          ...refusals(...changeRefusals, "no-such-register", "not-a-list", "kept-in-file"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { text: _, file: __, encoding: ___, header: ____, shows, ...others } = request.body;
      if (shows && configFile.keeps(register)) return refuse(reply, "kept-in-file");
      const { bytes, options } = toList(request.body);
      const imported = await importList(store, register, bytes, { ...others, ...options });
      if (!imported.ok) return refuse(reply, "not-a-list", imported.reason);
      if (shows && !others.dry) await changeShows(register, shows);
      const { stock, care } = imported.value;
      for (const refusal of [...(stock?.refusals ?? []), ...(care?.refusals ?? [])])
        refusal.text = translateFor(request, refusal.text, language);
      return imported.value;
    },
  );

  app.get(
    "/api/registers/:name/import",
    {
      schema: {
        summary: "Show the last import",
        description: "Tells whether there is an import to undo.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        response: {
          200: Type.Object({
            entries: Type.Integer({
              description:
                "Entries that it added, changed or blocked and nobody changed by hand since; 0 if there is no import to undo.",
            }),
          }),
          ...refusals(...ownerRefusals, "no-such-register"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      return { entries: await store.countImported(register.id) };
    },
  );

  app.post(
    "/api/registers/:name/import/undo",
    {
      schema: {
        summary: "Undo the last import",
        description:
          "Removes the entries that it added and that no scan has found, puts back what the others had, and unblocks those that it blocked because the list lacked them. Entries that were changed by hand since, or came in or out, are left as they are, and so is what was counted in a stock.",
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
    "/api/registers/:name/export",
    {
      schema: {
        summary: "Export the entries or the journal",
        description:
          "CSV and XLSX have a line for each entry, and in a stock for each place where there is some of it, and in loans they have who has the thing and until when; JSON Lines has the objects of the API, one on each line. In CSV, a ' comes before a cell that a spreadsheet would run as a formula, except for codes of guests. In XLSX, no text runs as a formula, and times are those of the time zone of the hub.",
        tags: ["registers"],
        security: ownerSecurity,
        params: byName,
        querystring: Type.Object({
          of: Type.Union([Type.Literal("entries"), Type.Literal("movements")], {
            default: "entries",
          }),
          format: exportFormatSchema,
          by: Type.Optional(
            Type.String({
              maxLength: 64,
              description: "Only the entries that this user scanned, such as a person's leads.",
            }),
          ),
        }),
        response: {
          200: exportResponse,
          ...refusals(...ownerRefusals, "invalid-request", "no-such-register", "not-an-action"),
        },
      },
    },
    async (request, reply) => {
      const register = await findRegister(store, request.params.name);
      if (!register) return refuse(reply, "no-such-register");
      const { of, format } = request.query;
      const pieces = openExport(store, register, request.query);
      if (!pieces.ok) return refuse(reply, "not-an-action", pieces.reason);
      return reply
        .type(exportTypes[format])
        .header("content-disposition", `attachment; filename="${register.name}-${of}.${format}"`)
        .send(Readable.from(pieces.value, { objectMode: false }));
    },
  );
}
