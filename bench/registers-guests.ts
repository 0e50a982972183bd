// The guests of bench/registers.

/** Returns the code of the guest with this number. */
export function toCode(n: number): string {
  return `K${n.toString(36).toUpperCase().padStart(9, "0")}`;
}

/** Returns a list of guests as CSV, from the guest with this number on. */
export function toList(first: number, count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const n = first + index;
    return `${toCode(n)},Guest ${n} of the long evening,${n % 7 === 0 ? "Press" : "Guest"},${n % 90}\n`;
  });
  return `ticket,name,group,table\n${rows.join("")}`;
}
