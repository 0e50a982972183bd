/** Formats an amount with its unit, such as `1.5 kg`, or `3` for pieces. */
export function formatAmount(amount: number, unit: string | undefined): string {
  return unit === undefined ? String(amount) : `${amount} ${unit}`;
}
