import { formatNumber } from "../texts/numbers.ts";

/** Formats an amount with its unit, such as `1.5 kg`, or `3` for pieces. */
export function formatAmount(amount: number, unit: string | undefined): string {
  const number = formatNumber(amount, { maximumFractionDigits: 10, useGrouping: false });
  return unit === undefined ? number : `${number} ${unit}`;
}
