import { type Parsed, refuse } from "../parsed.ts";
import type { RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { say } from "../texts/exact-message.ts";
import { exportEntries, exportMovements } from "./export.ts";
import { exportVcards } from "./export-vcards.ts";
import type { NamingStore } from "./name-movements.ts";
import { listFormats } from "./write-table.ts";

/** The formats of an export of a register. `vcf` is a file of vCards. */
export const exportFormats = [...listFormats, "vcf"] as const;

/** `by` is the user who scanned the entries. */
export type WantedExport = {
  of: "entries" | "movements";
  format: (typeof exportFormats)[number];
  by?: string | undefined;
};

type ExportingStore = NamingStore & Pick<Store, "entries" | "movements" | "usersOfPeople">;

/**
 * Returns the pieces of the file to which a register is exported, or one sentence on why it cannot
 * be exported so.
 */
export function openExport(
  store: ExportingStore,
  register: Pick<RegisterRecord, "id" | "kind" | "rules" | "peopleFrom" | "bindings">,
  { of, format, by }: WantedExport,
): Parsed<AsyncGenerator<string | Uint8Array>> {
  if (of === "movements") {
    if (by !== undefined) return refuse(say("journal-is-whole"));
    if (format === "vcf") return refuse(say("journal-has-no-contacts"));
    return { ok: true, value: exportMovements(store, register, format) };
  }
  if (format !== "vcf") return { ok: true, value: exportEntries(store, register, format, { by }) };
  if (register.kind !== "leads") return refuse(say("only-leads-are-vcards"));
  return { ok: true, value: exportVcards(store, register.id, { by }) };
}
