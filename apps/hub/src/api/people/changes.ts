import { Readable } from "node:stream";
import { Type } from "typebox";
import { exportChanges } from "../../changes/export.ts";
import type { ConfigFile } from "../../config-file/open.ts";
import { retentionLimits } from "../../definitions/retention-limits.ts";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import type { ChangeRecord } from "../../store/changes.ts";
import { changeSubjects } from "../../store/changes.ts";
import type { Store } from "../../store/store.ts";
import { changeRefusals, ownerRefusals, refusals, streamSchema } from "../schemas.ts";
import { createTimeSchema, invalidTime, parseTimeBounds } from "../time-bounds.ts";

const subjectSchema = createChoiceSchema(changeSubjects, "The kind of setting.");

const changeSchema = Type.Object(
  {
    id: Type.Integer({ description: "Grows with every entry." }),
    at: Type.String({ format: "date-time" }),
    by: Type.String({
      description:
        "The name of the person, as in `Ada` or `Ada, token report`; of the user of the machine for a command; of the settings file.",
    }),
    via: createChoiceSchema(
      ["page", "token", "command", "file", "sign-in"],
      "page: the dashboard. token: an API token. command: the command on the machine of the hub. file: the settings file. sign-in: the groups of the provider of single sign-on.",
    ),
    subject: subjectSchema,
    name: Type.String({
      description: "The name of what was changed; of a user, with the inbox, as in `door/anna`.",
    }),
    action: createChoiceSchema(["added", "changed", "removed"]),
    fields: Type.Array(
      Type.Object({
        field: Type.String({ description: "With dots between levels, as in `rules.capacity`." }),
        from: Type.Optional(Type.Unknown({ description: "null: there was no value." })),
        to: Type.Optional(Type.Unknown({ description: "null: there is no value." })),
      }),
      {
        description:
          "What changed. Fields without `from` and `to` are secrets that were set or removed. Of values with more than 50,000 characters together, and of more than 200 fields, there is the beginning.",
      },
    ),
  } satisfies Record<keyof ChangeRecord, unknown>,
  { title: "Change" },
);

const filterProperties = {
  subject: Type.Optional(subjectSchema),
  name: Type.Optional(
    Type.String({ maxLength: 300, description: "Only changes of what has this name." }),
  ),
  by: Type.Optional(
    Type.String({ maxLength: 300, description: "Only changes whose `by` is this text." }),
  ),
  from: createTimeSchema("Only changes at this time or later."),
  to: createTimeSchema("Only changes before this time."),
};

const keepDays = { minimum: 1, maximum: retentionLimits.keepDays };
const keepDaysSchema = Type.Integer({
  ...keepDays,
  description: "The age in days at which entries are deleted. Without it, they are kept for good.",
});
// A union would turn 0 into null.
const newKeepDaysSchema = Type.Unsafe<number | null>({
  ...{ type: ["integer", "null"], ...keepDays },
  description: "The age in days at which entries are deleted. null: they are kept for good.",
});

/** Serves `/api/changes`: the journal of changed settings. */
export function serveChanges(
  app: App,
  { store, configFile }: { store: Store; configFile: Pick<ConfigFile, "keeps"> },
): void {
  app.get(
    "/api/changes",
    {
      schema: {
        summary: "List changes of settings",
        description:
          "Who changed which setting, when, from what to what; the newest first. If more follow, `next` is present: pass it as `before`.",
        tags: ["people"],
        security: ownerSecurity,
        querystring: Type.Object({
          ...filterProperties,
          before: Type.Optional(
            Type.Integer({ minimum: 0, description: "Only entries with a smaller `id`." }),
          ),
          limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
        }),
        response: {
          200: Type.Object({
            changes: Type.Array(changeSchema),
            next: Type.Optional(Type.Integer()),
            keepDays: Type.Optional(keepDaysSchema),
            keepDaysOrigin: createChoiceSchema(
              ["dashboard", "file"],
              "Where keepDays was set. file: in the settings file, and it is changed only there.",
            ),
          }),
          ...refusals(...ownerRefusals, "invalid-request"),
        },
      },
    },
    async (request, reply) => {
      const { before, limit, from, to, ...filter } = request.query;
      const bounds = parseTimeBounds({ from, to });
      if (!bounds) return refuse(reply, invalidTime.code, invalidTime.message);
      const keepDays = await store.changesKeepDays();
      const keepDaysOrigin = await store.changesOrigin();
      const found = await store.changes({ ...filter, ...bounds }, { before, limit: limit + 1 });
      const changes = found.slice(0, limit);
      const next = found.length > limit ? changes.at(-1)!.id : undefined;
      return { changes, next, keepDays, keepDaysOrigin };
    },
  );

  app.get(
    "/api/changes/export",
    {
      exposeHeadRoute: false,
      schema: {
        summary: "Download changes of settings as CSV or JSON Lines",
        description:
          "The newest first. CSV is for spreadsheets: `fields` is one readable text, and a ' comes before a cell that a spreadsheet would run as a formula. JSON Lines is exact.",
        tags: ["people"],
        security: ownerSecurity,
        querystring: Type.Object({
          ...filterProperties,
          format: Type.Union([Type.Literal("csv"), Type.Literal("jsonl")], { default: "csv" }),
        }),
        response: {
          200: {
            description: "The file.",
            content: {
              "text/csv": { schema: streamSchema },
              "application/jsonl": { schema: streamSchema },
            },
          },
          ...refusals(...ownerRefusals, "invalid-request"),
        },
      },
    },
    async (request, reply) => {
      const { format, from, to, ...filter } = request.query;
      const bounds = parseTimeBounds({ from, to });
      if (!bounds) return refuse(reply, invalidTime.code, invalidTime.message);
      const rows = exportChanges(store, { ...filter, ...bounds }, format);
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .type(format === "csv" ? "text/csv; charset=utf-8" : "application/jsonl; charset=utf-8")
        .header("content-disposition", `attachment; filename="changes-${day}.${format}"`)
        .send(Readable.from(rows, { objectMode: false }));
    },
  );

  app.patch(
    "/api/changes",
    {
      schema: {
        summary: "Set how long changes of settings are kept",
        description:
          "The hub deletes older entries within an hour. The change is itself an entry of the journal.",
        tags: ["people"],
        security: ownerSecurity,
        body: Type.Object({ keepDays: newKeepDaysSchema }),
        response: {
          200: Type.Object({ keepDays: Type.Optional(keepDaysSchema) }),
          ...refusals(...changeRefusals, "kept-in-file"),
        },
      },
    },
    async (request, reply) => {
      const origin = await store.changesOrigin();
      if (configFile.keeps({ origin })) return refuse(reply, "kept-in-file");
      await store.setChangesKeepDays(request.body.keepDays ?? undefined);
      return { keepDays: await store.changesKeepDays() };
    },
  );
}
