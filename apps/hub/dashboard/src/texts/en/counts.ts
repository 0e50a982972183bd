/**
 * The totals, the chart and the count per content of the Scans screen. They load after the list.
 */
export const countsTexts = {
  received: "received in total",
  stored: "stored now",
  receivedHint:
    "Every scan that was received, also those that were deleted since. A repeat does not count.",
  storedHint: "The scans that the hub has now: without those that were deleted or expired.",
  chart: {
    title: "Received per day",
    hint: (inbox: string | undefined) =>
      inbox === undefined
        ? "All scans of all inboxes, last 30 days, in UTC"
        : `All scans of the inbox ${inbox}, last 30 days, in UTC`,
    day: "Day of the chart",
    value: (day: string, scans: number) =>
      `${day}: ${scans === 1 ? "1 scan" : `${scans.toLocaleString()} scans`}`,
    highest: (scans: number) => `highest: ${scans.toLocaleString()}`,
    table: "Show table",
    hideTable: "Hide table",
    dayColumn: "Day (UTC)",
    scansColumn: "Scans",
  },
  contents: {
    show: "Count per content",
    hide: "Hide counts",
    title: "Scans per content",
    hint: "(stored scans that pass the filters)",
    contentColumn: "Content",
    scansColumn: "Scans",
    none: "No stored scan passes the filters.",
    others: (distinct: number, shown: number) =>
      `${(distinct - shown).toLocaleString()} more ${distinct - shown === 1 ? "content" : "contents"}, each with as many scans or fewer.`,
    more: (scans: number) =>
      `Too many scans match to count all of them: these are the counts of the newest ${scans.toLocaleString()}. Narrow the filters, for example to some days.`,
    countedAt: (time: Date) => `Counted at ${time.toLocaleTimeString()}.`,
    again: "Count again",
  },
};
