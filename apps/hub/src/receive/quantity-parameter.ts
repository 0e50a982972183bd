import type { FastifyRequest } from "fastify";
import { parseQuantity } from "../registers/quantity.ts";
import { say } from "../texts/exact-message.ts";

/**
 * Returns the quantity in the parameter `quantity` of an address, in thousandths of a unit;
 * undefined if there is none, and one sentence if it is no quantity, or if there are several.
 */
export function readQuantity({ query }: FastifyRequest): number | string | undefined {
  const { quantity } = query as { quantity?: unknown };
  if (quantity === undefined) return undefined;
  return typeof quantity === "string" ? parseQuantity(quantity) : say("quantity-only-once");
}
