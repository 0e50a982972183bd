import type { Plugin } from "rolldown";

const usual = "const defaultCost: Cost = { ln: 15, r: 8, p: 3 };";

/**
 * Makes the hubs of most stories hash passwords at a low cost, because the usual one takes a fifth
 * of a second of a processor at each log-in, pairing and first scan of a phone. What they check
 * says its cost itself.
 */
export const hashQuickly: Plugin = {
  name: "hash-quickly",
  transform: {
    filter: { id: /\/hub\/src\/login\/passwords\.ts$/ },
    handler(code, id) {
      if (!code.includes(usual)) throw new Error(`${id} has no line "${usual}" any more.`);
      return code.replace(usual, "const defaultCost: Cost = { ln: 5, r: 8, p: 1 };");
    },
  },
};
