import type { Again, DeliveryState } from "./deliveries.ts";

/** The states of the deliveries that each choice sends again. */
export const resendable: Record<Again, readonly DeliveryState[]> = {
  all: ["delivered", "dead", "dropped"],
  failed: ["dead", "dropped"],
  none: [],
};
