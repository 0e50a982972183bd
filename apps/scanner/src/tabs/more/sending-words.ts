import type { UnsentProgress } from "../../scanning/send-unsent.ts";
import { moreTexts } from "../../texts/more.ts";
import { formatItems } from "../../texts/numbers.ts";

/** Says which of the unsent scans is being sent. */
export function describeSending({ done, total }: UnsentProgress): string {
  return moreTexts.unsent.sending({ number: Math.min(done + 1, total), total });
}

/** Says how many scans were sent, refused and left. */
export function describeResult({
  total,
  done,
  accepted,
  refused,
  stopped,
}: UnsentProgress): string {
  const { result } = moreTexts.unsent;
  const parts = [result.sent({ count: accepted })];
  if (refused > 0) parts.push(result.refused({ count: refused }));
  if (done < total) parts.push(result.left({ count: total - done }));
  return result[stopped ? "stopped" : "all"]({ parts: formatItems(parts) });
}
