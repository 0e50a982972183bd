import type { ErrorCode } from "../http/errors.ts";
import type { DifferenceKind } from "../registers/compare-round.ts";
import { keyRulesOf } from "../registers/kinds/kinds.ts";
import type { XlsxColumn } from "../spreadsheets/write-xlsx.ts";
import type { RoundCode } from "../store/decision-request.ts";
import type { RegisterRecord } from "../store/registers.ts";
import type { DifferenceRecord, RoundRecord } from "../store/rounds.ts";
import type { Store } from "../store/store.ts";
import { toCode } from "./export.ts";
import { actManually } from "./manual-actions.ts";
import { type ListCell, type ListFormat, writeTable } from "./write-table.ts";

type Register = Pick<RegisterRecord, "id" | "kind">;

export type RoundRefusal = Extract<
  ErrorCode,
  "no-rounds-here" | "round-open" | "no-such-round" | "round-not-ended"
>;

/** The door of a round in the journal. */
const byHand = "by hand";

/** Begins a round, and notes that in the journal. Returns it, or the code of the refusal. */
export async function beginRound(
  store: Store,
  register: Register,
  options: { blind: boolean; recount: boolean },
): Promise<RoundRecord | RoundRefusal> {
  if (register.kind !== "stock") return "no-rounds-here";
  const id = await store.beginRound(register.id, options);
  if (id === "round-open") return id;
  await note(store, register, id, "round-begun");
  return (await findRound(store, register, id)) ?? "no-such-round";
}

/** Ends a round and compares it with the register. A round that has ended stays as it is. */
export async function endRound(
  store: Store,
  register: Register,
  round: number,
): Promise<RoundRecord | RoundRefusal> {
  const before = await findRound(store, register, round);
  if (!before || !(await store.endRound(register.id, round))) return "no-such-round";
  if (before.endedAt === undefined || before.isComparing)
    await note(store, register, round, "round-ended");
  return (await findRound(store, register, round)) ?? "no-such-round";
}

/** Books the differences of a round. Returns how many were booked. */
export async function applyRound(
  store: Store,
  register: Register,
  round: number,
): Promise<number | RoundRefusal> {
  if (!(await findRound(store, register, round))) return "no-such-round";
  const booked = await store.applyRound(register.id, round, byHand);
  if (booked === "not-ended") return "round-not-ended";
  if (booked > 0) await note(store, register, round, "round-applied");
  return booked;
}

/** Takes back what applying a round has booked. Returns how many movements that took. */
export async function undoRound(
  store: Store,
  register: Register,
  round: number,
): Promise<number | RoundRefusal> {
  if (!(await findRound(store, register, round))) return "no-such-round";
  const takenBack = await store.undoRound(register.id, round, byHand);
  if (takenBack === "not-ended") return "round-not-ended";
  if (takenBack > 0) await note(store, register, round, "round-undone");
  return takenBack;
}

/** Returns a round of a register; undefined if it has no such round. */
export async function findRound(
  store: Pick<Store, "rounds">,
  { id }: Pick<RegisterRecord, "id">,
  round: number,
): Promise<RoundRecord | undefined> {
  return (await store.rounds(id, { id: round, limit: 1 }))[0];
}

async function note(
  store: Store,
  { id: register }: Register,
  round: number,
  code: RoundCode,
): Promise<void> {
  await actManually(store, { kind: "round", register, round, code });
}

const pageSize = 500;

/** Yields the differences of a round page by page, those of some kinds if `kinds` is given. */
export async function* readDifferences(
  store: Pick<Store, "differences">,
  round: number,
  kinds?: readonly DifferenceKind[],
): AsyncGenerator<DifferenceRecord[]> {
  for (let after = { entry: 0, place: -1 }; ; ) {
    const wanted = kinds ? { kinds } : {};
    const page = await store.differences(round, { ...wanted, after, limit: pageSize });
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    const { entry, place } = page.at(-1)!;
    after = { entry, place };
  }
}

const columns: readonly XlsxColumn[] = [
  { name: "entry", format: "number" },
  { name: "label", width: 32 },
  { name: "code" },
  { name: "place" },
  { name: "kind" },
  { name: "counted", format: "number" },
  { name: "booked", format: "number" },
  { name: "delta", format: "number" },
  { name: "unit" },
  { name: "note" },
];

/** Yields the differences of a round as a table or as JSON Lines, with quantities in units. */
export async function* exportDifferences(
  store: Pick<Store, "differences" | "entries">,
  register: Pick<RegisterRecord, "id" | "kind" | "rules">,
  round: number,
  format: ListFormat,
): AsyncGenerator<string | Uint8Array> {
  const pages = readWithCodes(store, register, round);
  if (format === "jsonl") {
    for await (const page of pages)
      yield page.map((difference) => `${JSON.stringify(difference)}\n`).join("");
    return;
  }
  yield* writeTable(format, columns, listRows(), { sheet: "Round" });

  async function* listRows(): AsyncGenerator<ListCell[][]> {
    for await (const page of pages) yield page.map(toRow);
  }
}

type CodedDifference = DifferenceRecord & { code: string | undefined };

async function* readWithCodes(
  store: Pick<Store, "differences" | "entries">,
  register: Pick<RegisterRecord, "id" | "kind" | "rules">,
  round: number,
): AsyncGenerator<CodedDifference[]> {
  const rules = keyRulesOf(register);
  for await (const page of readDifferences(store, round)) {
    const ids = [...new Set(page.map(({ entry }) => entry))];
    const entries = await store.entries(register.id, { ids, limit: pageSize });
    const codes = new Map(entries.map(({ id, keys }) => [id, toCode(keys, rules)]));
    yield page.map((difference) => ({
      ...showDifference(difference),
      code: codes.get(difference.entry) || undefined,
    }));
  }
}

/** Returns a difference whose quantities are in units, not in thousandths. */
export function showDifference(difference: DifferenceRecord): DifferenceRecord {
  const { counted, booked, delta } = difference;
  return {
    ...difference,
    counted: counted / 1000,
    booked: booked / 1000,
    delta: delta / 1000,
  };
}

function toRow({ entry, label, code, placeLabel, kind, ...others }: CodedDifference): ListCell[] {
  const { counted, booked, delta, unit, note } = others;
  return [entry, label, code, placeLabel, kind, counted, booked, delta, unit, note];
}
