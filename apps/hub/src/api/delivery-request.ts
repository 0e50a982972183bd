import { Type } from "typebox";
import { refuse } from "../errors.ts";
import { toMessageId } from "../forwarding/send-attempt.ts";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import { madeSchema } from "./forwarding-schemas.ts";
import type { PassingOn } from "./passing-on-parts.ts";
import { ownerRefusals, refusals } from "./schemas.ts";

/** `/api/deliveries/:id/request`: what a delivery sends, to look at. */
export function serveDeliveryRequest(
  app: App,
  { store, sender }: Pick<PassingOn, "store" | "sender">,
): void {
  app.get(
    "/api/deliveries/:id/request",
    {
      schema: {
        summary: "What a delivery sends",
        description:
          "As it would go out now, with its destination and route as they are; nothing is sent. Secrets are shown as ‹their name›.",
        tags: ["passing on"],
        security: ownerSecurity,
        params: Type.Object({ id: Type.Integer({ minimum: 0 }) }),
        response: {
          200: madeSchema,
          ...refusals(
            ...ownerRefusals,
            "invalid-request",
            "no-such-delivery",
            "no-such-scan",
            "no-such-route",
            "no-such-destination",
          ),
        },
      },
    },
    async (request, reply) => {
      const delivery = await store.delivery(request.params.id);
      if (!delivery) return refuse(reply, "no-such-delivery");
      const scan = await store.scan(delivery.scan);
      if (!scan) return refuse(reply, "no-such-scan");
      const { routes, destinations } = await store.routing();
      const route = routes.find(({ name }) => name === delivery.route);
      if (!route) return refuse(reply, "no-such-route");
      const destination = destinations.find(({ name }) => name === delivery.destination);
      if (!destination) return refuse(reply, "no-such-destination");
      const { shape } = route;
      const messageId = toMessageId(delivery);
      const made = sender.preview({ destination, secrets: {}, shape, scan, messageId });
      return made.ok ? { ok: true, messages: [...made.messages] as never[] } : made;
    },
  );
}
