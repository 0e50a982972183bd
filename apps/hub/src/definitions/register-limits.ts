import { inboxNameRule } from "./text-rules.ts";

/** Names of registers follow the same rule as those of inboxes. */
export const registerNameRule = inboxNameRule;

/** The largest number in a rule. */
export const maxRuleNumber = 1_000_000;
