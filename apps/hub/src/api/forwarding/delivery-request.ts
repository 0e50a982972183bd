import { Type } from "typebox";
import type { Sender } from "../../destinations/sender.ts";
import { toMessageId } from "../../forwarding/send-attempt.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import type { Store } from "../../store/store.ts";
import { translateFor } from "../../texts/translate-sentence.ts";
import { ownerRefusals, refusals } from "../schemas.ts";
import { builtMessagesSchema } from "./schemas.ts";

/** Serves `/api/deliveries/:id/request`: the messages that a delivery sends. */
export function serveDeliveryRequest(
  app: App,
  { store, sender, language }: { store: Store; sender: Pick<Sender, "preview">; language: string },
): void {
  app.get(
    "/api/deliveries/:id/request",
    {
      schema: {
        summary: "The request of a delivery",
        description:
          "The messages that the delivery would send now, with the present settings of its route and destination. Nothing is sent. Secrets are shown as ‹their name›.",
        tags: ["forwarding"],
        security: ownerSecurity,
        params: Type.Object({ id: Type.Integer({ minimum: 0 }) }),
        response: {
          200: builtMessagesSchema,
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
      const preview = sender.preview({ destination, secrets: {}, shape, scan, messageId });
      if (preview.ok) return { ok: true, messages: [...preview.messages] as never[] };
      return { ...preview, reason: translateFor(request, preview.reason, language) };
    },
  );
}
