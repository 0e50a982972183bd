import { type Context, defaultOperators, type Liquid, type Operators } from "liquidjs";

/**
 * Makes every filter pay out of the memory limit for what it looks at. LiquidJS lets some pay for what they make only,
 * and a search through one text for another, or through a long list, takes far longer than its result is large. What is
 * scanned is written by strangers: it must not keep the hub busy, whatever the template does with it.
 */
export function countCosts(engine: Liquid): void {
  for (const [name, filter] of Object.entries(engine.filters)) {
    const { handler, raw = false } = typeof filter === "function" ? { handler: filter } : filter;
    engine.registerFilter(name, {
      raw,
      handler(value: unknown, ...args: unknown[]) {
        pay(this.context, value, args);
        return handler.call(this, value, ...args);
      },
    });
  }
}

/** `contains` is the one operator that searches. */
export const operators: Operators = {
  ...defaultOperators,
  contains(left: unknown, right: unknown, context: Context) {
    pay(context, left, [right]);
    return defaultOperators.contains!(left, right, context);
  },
};

/** Characters that an entry of a list counts as: filters may evaluate an expression for each. */
const entry = 1000;
/** So many comparisons of a character with another count as one. */
const comparisons = 20;

function pay(context: Context, value: unknown, args: readonly unknown[]): void {
  const longest = Math.max(0, ...args.map((arg) => (typeof arg === "string" ? arg.length : 0)));
  const searched = typeof value === "string" ? (value.length * longest) / comparisons : 0;
  context.memoryLimit.use(sizeOf(value) + longest + searched);
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? value.length * entry : 0;
}
