import type { Loan } from "@scanhook/webhook";
import { verdictTexts } from "../texts/verdict.ts";
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
  const day = dueDay ? formatDay(dueDay, now) : due && formatDue(due, now);
  const held =
    holder === undefined
      ? loan[isBack ? "wasLent" : "isLent"]
      : loan[isBack ? "had" : "has"]({ holder });
  if (overdue) {
    const late =
      day === undefined
        ? loan.overdue
        : loan.wasDue({ day, count: countDaysLate(due!, dueDay, now) });
    return `${held} ${late}`;
  }
  if (isBack || day === undefined) return held;
  return holder === undefined ? loan.isLentUntil({ day }) : loan.hasUntil({ holder, day });
}
