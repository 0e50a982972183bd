import { Type } from "typebox";
import type { HubUrls } from "../../addresses/hub-urls.ts";
import type { App } from "../../http/app.ts";
import { ownerSecurity } from "../../login/access.ts";
import { ownerRefusals, refusals } from "../schemas.ts";

/** Serves `/api/addresses`: the URLs at which phones reach this hub. */
export function serveAddresses(app: App, { urls }: { urls: HubUrls }): void {
  app.get(
    "/api/addresses",
    {
      schema: {
        summary: "The addresses at which phones reach this hub",
        description:
          "Base URLs, the likeliest first. `phone` is the page that helps a phone to trust this hub. It is present only if the hub has its own CA.",
        tags: ["inboxes"],
        security: ownerSecurity,
        response: {
          200: Type.Object({
            addresses: Type.Array(Type.String()),
            phone: Type.Optional(Type.String()),
          }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ addresses: urls.phones(), phone: urls.phoneHelp() }),
  );
}
