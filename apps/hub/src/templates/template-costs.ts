import { type Context, defaultOperators, type Liquid, type Operators } from "liquidjs";

/**
 * Charges every filter for its input, against the memory limit of the engine. LiquidJS charges some
 * filters only for their output, although a search through a text or a long list takes far more
 * time than its result takes space. Since strangers write scanned content, it must not keep the hub
 * busy, whatever the template does with it.
 */
export function chargeFilters(engine: Liquid): void {
  for (const [name, filter] of Object.entries(engine.filters)) {
    const { handler, raw = false } = typeof filter === "function" ? { handler: filter } : filter;
    engine.registerFilter(name, {
      raw,
      handler(value: unknown, ...args: unknown[]) {
        charge(this.context, value, args);
        return handler.call(this, value, ...args);
      },
    });
  }
}

/** The operators of LiquidJS; `contains`, the only one that searches, is charged for. */
export const operators: Operators = {
  ...defaultOperators,
  contains(left: unknown, right: unknown, context: Context) {
    charge(context, left, [right]);
    return defaultOperators.contains!(left, right, context);
  },
};

/**
 * The cost of a list entry, in characters of memory: a filter may evaluate an expression for each.
 */
const charactersPerEntry = 1000;
/** The number of comparisons between two characters that cost as much as one character. */
const comparisonsPerCharacter = 20;

function charge(context: Context, value: unknown, args: readonly unknown[]): void {
  const argLength = Math.max(0, ...args.map((arg) => (typeof arg === "string" ? arg.length : 0)));
  const comparisonCount = typeof value === "string" ? value.length * argLength : 0;
  const searchCost = comparisonCount / comparisonsPerCharacter;
  context.memoryLimit.use(sizeOf(value) + argLength + searchCost);
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? value.length * charactersPerEntry : 0;
}
