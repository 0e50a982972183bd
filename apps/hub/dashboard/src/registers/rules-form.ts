import type { CheckInRules, Code } from "../../../src/registers/register.ts";
import type { Register } from "./registers.ts";

/**
 * The rules in the form. Times are local, in the format of `<input type="datetime-local">`. Null
 * and "" mean that there is no such rule.
 */
export type RulesDraft = {
  title: string;
  capacity: number | null;
  uses: number | null;
  reentry: NonNullable<CheckInRules["reentry"]>;
  opens: string;
  closes: string;
  closed: boolean;
  exitAllAt: string;
  /** The names of groups, separated by commas. */
  groups: string;
  ignoreCase: boolean;
  contacts: boolean;
  products: boolean;
  stripPrefix: string;
  keepDays: number | null;
  /** Whether the owner has chosen the details that doors see: the lines of `shows`. */
  choosesShown: boolean;
  shows: string;
  texts: Partial<Record<Code, string>>;
};

/** Returns the draft of the rules that a register has. */
export function toRulesDraft({ title = "", rules, keepDays }: Register): RulesDraft {
  return {
    title,
    capacity: rules.capacity ?? null,
    uses: rules.uses ?? null,
    reentry: rules.reentry ?? "after-exit",
    opens: toLocalTime(rules.opens),
    closes: toLocalTime(rules.closes),
    closed: rules.closed ?? false,
    exitAllAt: rules.exitAllAt ?? "",
    groups: rules.groups?.join(", ") ?? "",
    ignoreCase: rules.keys?.ignoreCase ?? false,
    contacts: rules.keys?.contacts ?? false,
    products: rules.keys?.products ?? false,
    stripPrefix: rules.keys?.stripPrefix ?? "",
    keepDays: keepDays || null,
    choosesShown: rules.shows !== undefined,
    shows: rules.shows?.join("\n") ?? "",
    texts: { ...rules.texts },
  };
}

/**
 * Returns the body of the API request for a draft. Rules that the form does not show are taken from
 * `rules`, and a time that was not edited keeps its seconds and its zone.
 */
export function toRulesChange(draft: RulesDraft, { rules }: Pick<Register, "rules">) {
  const groups = draft.groups.split(",").map((group) => group.trim());
  const named = groups.filter((group) => group !== "");
  const { ignoreCase, contacts, products, stripPrefix } = draft;
  const keys = {
    links: rules.keys?.links,
    ignoreCase: ignoreCase || undefined,
    contacts: contacts || undefined,
    products: products || undefined,
    stripPrefix: stripPrefix || undefined,
  };
  const shows = draft.shows.split("\n").map((field) => field.trim());
  const lines = Object.entries(draft.texts).filter(([, text]) => text.trim() !== "");
  // JSON omits undefined values, which removes these rules.
  const changed = {
    reentry: draft.reentry,
    capacity: draft.capacity ?? undefined,
    uses: draft.uses ?? undefined,
    opens: toTime(draft.opens, rules.opens),
    closes: toTime(draft.closes, rules.closes),
    closed: draft.closed || undefined,
    exitAllAt: draft.exitAllAt || undefined,
    groups: named.length > 0 ? named : undefined,
    keys: Object.values(keys).some((rule) => rule !== undefined) ? keys : undefined,
    shows: draft.choosesShown ? shows.filter((field) => field !== "") : undefined,
    tap: rules.tap,
    texts: lines.length > 0 ? Object.fromEntries(lines) : undefined,
  } satisfies Record<keyof CheckInRules, unknown>;
  return { title: draft.title.trim(), keepDays: draft.keepDays ?? 0, rules: changed };
}

/**
 * Formats a time (ISO 8601, or milliseconds since 1970) as local time of the browser to the minute,
 * as `<input type="datetime-local">` needs it. Returns "" for undefined.
 */
export function toLocalTime(time: string | number | undefined): string {
  if (time === undefined) return "";
  const date = new Date(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

function toTime(local: string, before: string | undefined): string | undefined {
  if (local === "") return undefined;
  return local === toLocalTime(before) ? before : new Date(local).toISOString();
}
