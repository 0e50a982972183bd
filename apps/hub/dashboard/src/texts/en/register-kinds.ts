import type { KindName } from "../../../../src/registers/register.ts";
import { checkIn, type KindTexts } from "./kinds/check-in.ts";
import { inspection } from "./kinds/inspection.ts";
import { leads } from "./kinds/leads.ts";
import { loans } from "./kinds/loans.ts";
import { stock } from "./kinds/stock.ts";

/** The texts of each kind of registers. They load with the registers. */
export const kindTexts: Readonly<Record<KindName, KindTexts>> = {
  "check-in": checkIn,
  stock,
  loans,
  inspection,
  leads,
};
