import type { KindName } from "../register.ts";
import { checkIn } from "./check-in.ts";
import type { Kind } from "./kind.ts";
import { stock } from "./stock.ts";

/** All kinds of registers by name. */
export const kinds: Readonly<Record<KindName, Kind>> = { "check-in": checkIn, stock };
