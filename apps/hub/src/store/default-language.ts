import type { Store } from "./store.ts";

/**
 * Returns a store in which decisions whose request names no language have their verdicts in this
 * one: those that the hub makes by itself.
 */
export function withDefaultLanguage(store: Store, language: string): Store {
  if (language === "en") return store;
  return {
    ...store,
    append: (arrival) => {
      const { request } = arrival;
      return store.append(request ? { ...arrival, request: { language, ...request } } : arrival);
    },
  };
}
