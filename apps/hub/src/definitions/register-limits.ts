import { inboxNameRule } from "./text-rules.ts";

/** Names of registers follow the same rule as those of inboxes. */
export const registerNameRule = inboxNameRule;

/** The largest number in a rule. */
export const maxRuleNumber = 1_000_000;

/**
 * The largest body with the rules of a register, in bytes: it fits the longest checklist that the
 * schema allows, in characters of four bytes.
 */
export const maxRulesBytes = 16 * 1024 * 1024;

/** The maximum size of a body with answers, in bytes. The longest answers fit into it. */
export const maxAnswersBytes = 3 * 1024 * 1024;
