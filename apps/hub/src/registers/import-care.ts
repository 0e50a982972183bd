import { fromCsvCell } from "@scanhook/csv/line";
import { say } from "../texts/exact-message.ts";
import type { CareColumns } from "./import-columns.ts";
import { agreeOnOrder, type DateOrder, findOrder, parseListDate } from "./list-date.ts";
import { listRoleWords, readRole } from "./list-roles.ts";
import type { Entry, KindName } from "./register.ts";
import type { Table } from "./table.ts";
import { createTimeBox } from "./time-box.ts";

/** The parts of a row of a list that only things have that are lent or inspected. */
type CareContent = {
  role?: Entry["role"];
  holder?: string | undefined;
  dueAt?: number | undefined;
};

const maxHolderLength = 200;

/** Resolves to the order of day and month in a column of dates. Lets other work run in between. */
export async function findDateOrder(
  { columns, rows }: Pick<Table, "columns" | "rows">,
  column: string | undefined,
): Promise<DateOrder | undefined> {
  if (column === undefined) return undefined;
  const index = columns.indexOf(column);
  const shown = new Set<ReturnType<typeof findOrder>>();
  const timeBox = createTimeBox();
  for (const row of rows) {
    shown.add(findOrder(fromCsvCell((row[index] ?? "").trim())));
    if (timeBox.isOver()) await timeBox.next();
  }
  return agreeOnOrder(shown);
}

/**
 * Reads the cells of a line that only a list of loans or of an inspection has. `problems` are ends
 * of sentences that begin with the line. `read` returns the cell of a column, empty without one.
 */
export function readCareCells(
  read: (column: string | undefined) => string,
  wanted: CareColumns & { role?: string | undefined },
  { kind, order }: { kind: KindName; order: DateOrder | undefined },
): { content: CareContent; problems: string[] } {
  const problems: string[] = [];
  const word = read(wanted.role);
  const known = readRole(word);
  if (known === undefined)
    problems.push(say("row-role-unknown", { role: word.slice(0, 40), words: listRoleWords(kind) }));
  const role = known === "article" ? undefined : known;
  const holder = read(wanted.holder) || undefined;
  if ((holder?.length ?? 0) > maxHolderLength)
    problems.push(
      say("row-value-too-long", { column: `${wanted.holder}`, max: `${maxHolderLength}` }),
    );
  const dueText = read(wanted.due);
  const dueAt = dueText === "" ? undefined : parseListDate(dueText, order);
  if (typeof dueAt === "string")
    problems.push(say("row-wrong-value", { column: `${wanted.due}`, problem: dueAt }));
  const content = { role, holder, dueAt: typeof dueAt === "number" ? dueAt : undefined };
  return { content, problems };
}
