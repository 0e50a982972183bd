import { Type } from "typebox";
import type { ConfigFile } from "../../config-file/open.ts";
import { formatDefinitions } from "../../config-file/print.ts";
import { createChoiceSchema } from "../../definitions/schemas.ts";
import type { App } from "../../http/app.ts";
import { isOwner, ownerSecurity } from "../../login/access.ts";
import type { Store } from "../../store/store.ts";
import { ownerRefusals, refusals } from "../schemas.ts";

/**
 * Serves `/api/config`: destinations, routes, registers and alerts as YAML, and the state of the
 * hub's settings file.
 */
export function serveConfig(
  app: App,
  { store, configFile }: { store: Store; configFile: ConfigFile },
): void {
  app.get(
    "/api/config",
    {
      schema: {
        summary: "Destinations, routes, registers and alerts as a settings file",
        description:
          "`yaml` can be copied into a settings file. It names environment variables in place of secrets; set them where the file is used. Only owners get the alerts.",
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
                "none: the file defines no destinations, routes, registers or alerts. applied: the hub uses its definitions. refused: the hub still uses the previous definitions.",
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
          }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async (request) => ({
      file: configFile.status(),
      yaml: formatDefinitions(
        await store.routing(),
        isOwner(request) ? await store.alertSettings() : undefined,
        await store.registers(),
      ),
    }),
  );
}
