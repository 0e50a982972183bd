import type { Loan } from "@scanhook/webhook";
import { verdictTexts } from "../texts/en/verdict.ts";
import { countDaysLate, formatDay, formatDue } from "./format-due.ts";

/**
 * Returns who has a thing and until when, such as `Ada Lovelace has it, back by 6 Dec.` About a
 * thing that is back, it says who had it.
 */
export function toLoanLine(
  { holder, due, dueDay, overdue }: Loan,
  { isBack, now = Date.now() }: { isBack: boolean; now?: number },
): string {
  const { loan } = verdictTexts;
  const has = holder === undefined ? loan.lent[isBack ? "was" : "is"] : loan.has(holder, isBack);
  if (isBack && !overdue) return loan.only(has);
  const day = dueDay ? formatDay(dueDay, now) : due && formatDue(due, now);
  if (day === undefined) return overdue ? loan.late(has, loan.overdue) : loan.only(has);
  return overdue
    ? loan.late(has, loan.wasDue(day, countDaysLate(due!, dueDay, now)))
    : loan.until(has, day);
}
