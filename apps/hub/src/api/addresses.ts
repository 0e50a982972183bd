import { Type } from "typebox";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import type { Reach } from "../reach.ts";
import { ownerRefusals, refusals } from "./schemas.ts";

/** `/api/addresses`: where phones reach this hub. */
export function serveAddresses(app: App, { reach }: { reach: Reach }): void {
  app.get(
    "/api/addresses",
    {
      schema: {
        summary: "The addresses under which phones reach this hub",
        description:
          "Base URLs, the likeliest first. `phone` is the page that helps a phone to trust this hub; there only when the hub has its own CA.",
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
    async () => {
      const phone = reach.help();
      return { addresses: reach.phones(), ...(phone && { phone }) };
    },
  );
}
