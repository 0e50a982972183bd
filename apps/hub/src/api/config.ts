import { Type } from "typebox";
import { printDefinitions } from "../config-file/print.ts";
import { oneOf } from "../definitions/schemas.ts";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import type { PassingOn } from "./passing-on-parts.ts";
import { ownerRefusals, refusals } from "./schemas.ts";

/** `/api/config`: destinations and routes as the settings file has them, and how the file of this hub does. */
export function serveConfig(
  app: App,
  { store, configFile }: Pick<PassingOn, "store" | "configFile">,
): void {
  app.get(
    "/api/config",
    {
      schema: {
        summary: "Destinations and routes as a settings file",
        description:
          "`yaml` can be put into a settings file as it is; secrets are variables to be set where it is read.",
        tags: ["passing on"],
        security: ownerSecurity,
        response: {
          200: Type.Object({
            file: Type.Object({
              path: Type.String({ description: "Of the settings file, there or not." }),
              state: oneOf(
                ["none", "applied", "refused"],
                "none: it says nothing about passing on. refused: what was before still holds.",
              ),
              at: Type.Optional(Type.String({ format: "date-time" })),
              reason: Type.Optional(Type.String({ description: "Why it was refused." })),
              notices: Type.Array(Type.String(), {
                description: "What a person should know about what was applied.",
              }),
            }),
            yaml: Type.String(),
          }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ file: configFile.status(), yaml: printDefinitions(await store.routing()) }),
  );
}
