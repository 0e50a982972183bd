/** How a cell shows its number. `pad` is the least number of digits. */
export type NumberFormat =
  | { kind: "number"; pad: number }
  | { kind: "percent" }
  | { kind: "time"; day: boolean; clock: boolean; seconds: boolean }
  | { kind: "duration" };

export const general: NumberFormat = { kind: "number", pad: 0 };

/** The codes of formats that files refer to by number only (ECMA-376, part 1, 18.8.30). */
const builtInCodes = new Map<number, string>([
  [9, "0%"],
  [10, "0.00%"],
  ...([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58] as const).map(
    (id) => [id, "yyyy-mm-dd"] as const,
  ),
  ...([18, 20, 32, 34, 55] as const).map((id) => [id, "hh:mm"] as const),
  ...([19, 21, 33, 35, 45, 47, 56] as const).map((id) => [id, "hh:mm:ss"] as const),
  [22, "yyyy-mm-dd hh:mm"],
  [46, "[h]:mm:ss"],
]);

/** Returns the format with a number of a file, whose own codes are `codes`. */
export function findNumberFormat(id: number, codes: ReadonlyMap<number, string>): NumberFormat {
  return readFormatCode(codes.get(id) ?? builtInCodes.get(id) ?? "General");
}

/**
 * Reads the first section of a format code such as `dd.mm.yyyy hh:mm` (ECMA-376, part 1, 18.8.31).
 */
export function readFormatCode(code: string): NumberFormat {
  const shown = code.slice(0, 255).replaceAll(/"[^"]*"|\\.|_.|\*./g, "");
  if (/\[(h+|m+|s+)\]/i.test(shown)) return { kind: "duration" };
  const [section = ""] = shown.replaceAll(/\[[^\]]*\]/g, "").split(";");
  if (/^general$/i.test(section)) return general;
  const letters = section.toLowerCase().replaceAll(/am\/pm|a\/p/g, "");
  const [day, hours, seconds] = [/[yd]/, /h/, /s/].map((pattern) => pattern.test(letters));
  const isMonth = /m/.test(letters) && !hours && !seconds;
  if (day || hours || seconds || isMonth)
    return {
      kind: "time",
      day: day || isMonth,
      clock: hours || seconds || false,
      seconds: seconds || false,
    };
  if (section.includes("%")) return { kind: "percent" };
  return { kind: "number", pad: /^0{2,20}$/.test(section) ? section.length : 0 };
}

const dayMs = 86_400_000;
/** The last day that a spreadsheet knows, which is in the year 9999. */
const maxSerial = 2_958_466;

/**
 * Returns the text of a number as a person sees it, with all its digits and without an exponent.
 * Days become `2026-12-06`, times `2026-12-06 18:30` or `18:30`. `value` is as the file has it. In
 * the date system 1904, days count from that year. Returns undefined for a text that is no number.
 */
export function formatNumber(
  value: string,
  format: NumberFormat,
  { is1904 = false }: { is1904?: boolean } = {},
): string | undefined {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return undefined;
  if (format.kind === "percent") return `${toPlain(number * 100)}%`;
  if (format.kind === "duration" && number >= 0 && number < maxSerial)
    return formatClock(Math.round(number * dayMs), true);
  if (format.kind === "time" && number >= 0 && number < maxSerial)
    return formatTime(number, format, is1904);
  if (/^-?[1-9]\d{15,40}$/.test(value)) return value;
  const plain = toPlain(number);
  const pad = format.kind === "number" ? format.pad : 0;
  return /^\d+$/.test(plain) ? plain.padStart(pad, "0") : plain;
}

function formatTime(
  serial: number,
  { day, clock, seconds }: { day: boolean; clock: boolean; seconds: boolean },
  is1904: boolean,
): string {
  const time = Math.round(serial * dayMs);
  const [days, ofDay] = [Math.floor(time / dayMs), time % dayMs];
  const hasDay = day && (days > 0 || is1904 || !clock);
  const shownClock = formatClock(ofDay, seconds);
  if (!hasDay) return clock ? shownClock : "";
  const shownDay = formatDay(days, is1904);
  return clock && ofDay > 0 ? `${shownDay} ${shownClock}` : shownDay;
}

/**
 * Returns a day from its number. The system 1900 counts a February 29 that the year did not have,
 * as Lotus 1-2-3 did.
 */
function formatDay(days: number, is1904: boolean): string {
  if (!is1904 && days === 60) return "1900-02-29";
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(first + days * dayMs).toISOString().slice(0, 10);
}

function formatClock(time: number, withSeconds: boolean): string {
  const seconds = withSeconds ? Math.round(time / 1000) : Math.floor(time / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts
    .slice(0, withSeconds ? 3 : 2)
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

/** Returns a number without an exponent, in the 15 digits that a spreadsheet computes with. */
function toPlain(number: number): string {
  if (Number.isInteger(number) && Math.abs(number) < 1e15) return String(number + 0);
  const text = String(Number(number.toPrecision(15)));
  const [, sign = "", whole = "", decimals = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const digits = whole + decimals;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, "0")}`;
}
