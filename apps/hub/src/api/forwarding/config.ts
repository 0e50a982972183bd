import { Type } from "typebox";
import { exportConfiguration } from "../../config-file/export.ts";
import type { ConfigFile } from "../../config-file/open.ts";
import { previewFile } from "../../config-file/preview.ts";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import type { App } from "../../http/app.ts";
import { isOwner, ownerSecurity } from "../../login/access.ts";
import type { Store } from "../../store/store.ts";
import { changeRefusals, ownerRefusals, refusals } from "../schemas.ts";

const maxFileBytes = 1024 * 1024;

const kindSchema = createChoiceSchema(
  ["hub", "inbox", "destination", "route", "register", "alerts", "changes"],
  "The kind of what changes: `hub` for its settings, `changes` for the journal of changes.",
);

const thingSchema = Type.Object({ kind: kindSchema, name: Type.Optional(Type.String()) });

const previewSchema = Type.Object(
  {
    mistakes: Type.Array(Type.String(), {
      description:
        "One sentence for each mistake. The hub refuses a file with mistakes, so the other lists are empty then.",
    }),
    changes: Type.Array(
      Type.Object({
        kind: kindSchema,
        name: Type.Optional(Type.String()),
        action: createChoiceSchema(
          ["added", "changed", "removed", "held", "handed over"],
          "What is handed over is gone from the file, stays as it is, and the dashboard may change it. What is held stays, too, because something needs it, and delivers nothing.",
        ),
        fields: Type.Array(
          Type.Object({
            field: Type.String({ description: "With dots between levels." }),
            from: Type.Optional(Type.Unknown({ description: "null: it has no value." })),
            to: Type.Optional(Type.Unknown({ description: "null: it has no value." })),
            secret: Type.Optional(
              createChoiceSchema(
                ["given", "removed"],
                "The field is a secret, which has no values here.",
              ),
            ),
          }),
        ),
      }),
      { description: "What would be different, in the order in which the hub would change it." },
    ),
    takenOver: Type.Array(thingSchema, {
      description: "What the file defines as it is. From then on, it can be changed only there.",
    }),
    leftAlone: Type.Array(thingSchema, {
      description: "What the file does not name. The dashboard keeps it.",
    }),
    variables: Type.Array(Type.String(), {
      description: "The variables of the hub's environment from which the file takes secrets.",
    }),
    notices: Type.Array(Type.String(), {
      description: "Human-readable remarks on consequences, and on what was not compared.",
    }),
  },
  { title: "Preview of a settings file" },
);

/**
 * Serves `/api/config`: the configuration as a settings file, the state of the hub's own file, and
 * what another file would change.
 */
export function serveConfig(
  app: App,
  {
    store,
    configFile,
    env = process.env,
  }: { store: Store; configFile: ConfigFile; env?: NodeJS.ProcessEnv },
): void {
  app.get(
    "/api/config",
    {
      schema: {
        summary: "The configuration as a settings file",
        description:
          "`yaml` is the settings file that makes inboxes, destinations, routes, registers, alerts and settings again. It names environment variables in place of secrets; set them where the file is used. Users, people, tokens and displays are not in it. Only owners get alerts, settings, and how long changes are kept.",
        tags: ["forwarding"],
        security: ownerSecurity,
        response: {
          200: Type.Object({
            file: Type.Object({
              path: Type.String({
                description: "The path of the settings file, whether or not it exists.",
              }),
              state: createChoiceSchema(
                ["none", "applied", "refused"],
                "none: the file defines nothing but settings. applied: the hub uses its definitions. refused: the hub still uses the previous definitions.",
              ),
              at: Type.Optional(
                Type.String({ format: "date-time", description: "When the hub read the file." }),
              ),
              reason: Type.Optional(Type.String({ description: "The reason for a refusal." })),
              notices: Type.Array(Type.String(), {
                description: "Human-readable remarks on the applied definitions.",
              }),
            }),
            yaml: Type.String(),
            notices: Type.Array(Type.String(), {
              description: "What to know before `yaml` is used, one sentence each.",
            }),
          }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async (request) => {
      const fileSettings = configFile.settings();
      const forOwner = isOwner(request);
      const exported = await exportConfiguration(store, { forOwner, fileSettings });
      return { file: configFile.status(), ...exported };
    },
  );

  app.post(
    "/api/config/diff",
    {
      bodyLimit: maxFileBytes,
      schema: {
        summary: "What a settings file would change",
        description:
          "Changes nothing. Plans what the hub would do if `yaml` became its settings file, by the plan that it follows when it applies one. Of a secret that both have, it does not say whether it differs. What only owners may see is compared for owners only.",
        tags: ["forwarding"],
        security: ownerSecurity,
        body: Type.Object(
          {
            yaml: Type.String({ description: "The text of the file." }),
            name: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 500,
                pattern: "^[^\\u0000-\\u001f\\u007f]+$",
                description: "The name of the file in sentences; `scanhook.yaml` unless given.",
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: previewSchema, ...refusals(...changeRefusals) },
      },
    },
    async (request) => {
      const { yaml, name = "scanhook.yaml" } = request.body;
      const fileSettings = configFile.settings();
      return previewFile(store, yaml, { name, fileSettings, forOwner: isOwner(request), env });
    },
  );
}
