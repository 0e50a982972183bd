import {
  actions,
  describeAnsweringRoute,
  errors,
  findAnsweringRoute,
  findRegister,
  type KindName,
  loadRegisterRules,
  registerNameRule,
  type Store,
} from "@scanhook/hub";
import { parseStoreSettings, withStore } from "../../hub-access/data-folder.ts";
import { describeUnknownInbox } from "../../hub-access/unknown-inbox.ts";
import { parseArguments, type Values } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { describeUnknownRegister, fail, withRegister } from "./access.ts";
import { applyRules, parseAction, parseKeepDays } from "./rules.ts";
import { sealTagKeys } from "./tag-keys.ts";
import {
  accessOptions,
  addOptions,
  changeOptions,
  registerUsage,
  type ruleOptions,
} from "./usage.ts";

/** `scanhook register add`: makes a register, and lets an inbox feed it. */
export async function addRegister(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...addOptions, ...accessOptions }, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const { values } = input;
  const name = input.positionals[0] ?? "";
  if (!new RegExp(registerNameRule.pattern, "u").test(name))
    return wrongUse(
      io,
      `"${name}" cannot be the name of a register: ${registerNameRule.description}`,
      registerUsage,
    );
  const kind = kindNames.find((each) => each === values.kind);
  if (!kind)
    return wrongUse(
      io,
      `Say what the register is for: --kind ${kindNames.join(", --kind ")}.`,
      registerUsage,
    );
  const parsed = parseOptions(values);
  if (!parsed.ok) return wrongUse(io, parsed.reason, registerUsage);
  const rules = await applyRules(kind, values, {});
  if (!rules.ok) return wrongUse(io, rules.reason, registerUsage);
  const optionProblem = await findOptionProblem(kind, parsed);
  if (optionProblem) return wrongUse(io, optionProblem, registerUsage);
  const access = { parsed: parseStoreSettings(values, io), usage: registerUsage, io, create: true };
  return withStore(access, async (store, settings) => {
    // Checked before the register is added, so that a failure leaves nothing behind.
    const problem = await findInboxProblem(store, values.inbox);
    if (problem) return fail(io, problem);
    const entriesFrom = values["entries-from"];
    const peopleFrom = values["people-from"];
    const otherKind = await findLendersProblem(store, kind, { entriesFrom, peopleFrom });
    if (otherKind) return fail(io, otherKind);
    const ofTags = { name, rules: rules.value, saved: [] };
    const keys = await sealTagKeys(values, ofTags, settings);
    if (!keys.ok) return fail(io, keys.reason);
    const added = await store.addRegister({
      name,
      kind,
      rules: rules.value,
      secrets: keys.value.sealed,
      ...(values.title !== undefined && { title: values.title }),
      ...(parsed.keepDays !== undefined && { keepDays: parsed.keepDays }),
      ...(entriesFrom !== undefined && { entriesFrom }),
      ...(peopleFrom !== undefined && { peopleFrom }),
    });
    if (added === "no-such-register")
      return fail(io, "A register was removed at the same time; try again.");
    if (added === "name-taken")
      return fail(io, `There is already a register ${name}; choose another name, or use "change".`);
    await bind(store, { name, kind }, values, parsed);
    return done(io, values.json, { name }, `Added the register ${name}.`);
  });
}

const kindNames = Object.keys(actions) as KindName[];

/**
 * Returns one sentence on why a register of this kind cannot have the entries or people of the
 * others; undefined if it can.
 */
async function findLendersProblem(
  store: Store,
  kind: KindName,
  {
    entriesFrom,
    peopleFrom,
  }: { entriesFrom?: string | undefined; peopleFrom?: string | undefined },
): Promise<string | undefined> {
  const { findLenderProblem, findPeopleProblem } = await loadRegisterRules();
  for (const [name, findProblem] of [
    [entriesFrom, findLenderProblem],
    [peopleFrom, findPeopleProblem],
  ] as const) {
    if (name === undefined) continue;
    const lender = await findRegister(store, name);
    if (!lender) return describeUnknownRegister(store, name);
    const problem = findProblem(kind, lender);
    if (problem) return problem;
  }
  return undefined;
}

/** `scanhook register change`: changes the rules of a register, and the inboxes that feed it. */
export async function changeRegister(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...changeOptions, ...accessOptions }, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const { values } = input;
  const name = input.positionals[0] ?? "";
  if (!Object.keys(changeOptions).some((option) => option in values))
    return wrongUse(io, "Say what to change, such as --capacity or --inbox.", registerUsage);
  const parsed = parseOptions(values);
  if (!parsed.ok) return wrongUse(io, parsed.reason, registerUsage);
  return withRegister(values, name, io, async (store, register, settings) => {
    if (register.origin === "file") return fail(io, errors["kept-in-file"].message);
    const { kind } = register;
    const rules = await applyRules(kind, values, register.rules);
    if (!rules.ok) return wrongUse(io, rules.reason, registerUsage);
    const optionProblem = await findOptionProblem(kind, parsed);
    if (optionProblem) return wrongUse(io, optionProblem, registerUsage);
    const problem =
      (await findInboxProblem(store, values.inbox)) ??
      (await findBindingProblem(store, values.release));
    if (problem) return fail(io, problem);
    const ofTags = { name, rules: rules.value, saved: register.secrets };
    const keys = await sealTagKeys(values, ofTags, settings);
    if (!keys.ok) return fail(io, keys.reason);
    const outcome = await store.changeRegister(name, {
      rules: rules.value,
      secrets: { ...keys.value.removed, ...keys.value.sealed },
      revision: register.revision,
      ...(values.title !== undefined && { title: values.title }),
      ...(parsed.keepDays !== undefined && { keepDays: parsed.keepDays }),
    });
    if (outcome !== "changed")
      return fail(io, "Somebody else changed the register at the same time; try again.");
    await bind(store, { name, kind }, values, parsed);
    if (values.release !== undefined) await store.bindInbox(values.release, undefined);
    return done(io, values.json, { name }, `Changed the register ${name}.`);
  });
}

type RuleValues = Values<typeof ruleOptions>;

function parseOptions(values: RuleValues) {
  const action = parseAction(values.action);
  if (!action.ok) return action;
  const keepDays = parseKeepDays(values["keep-days"]);
  if (!keepDays.ok) return keepDays;
  if (values.inbox === undefined && (values.action !== undefined || values["always-2xx"]))
    return { ok: false, reason: "Name the inbox that this is about with --inbox." } as const;
  return { ok: true, action: action.value, keepDays: keepDays.value } as const;
}

type ParsedOptions = Extract<ReturnType<typeof parseOptions>, { ok: true }>;

/** Returns why an option does not fit the kind of a register; undefined if all of them fit. */
async function findOptionProblem(
  kind: KindName,
  { action, keepDays }: ParsedOptions,
): Promise<string | undefined> {
  const { findActionProblem, findKeepDaysProblem } = await loadRegisterRules();
  const ofDays = findKeepDaysProblem(kind, keepDays);
  if (ofDays) return `--keep-days: ${ofDays.reason}`;
  const problem = findActionProblem(kind, action);
  return problem && `--action: ${problem}`;
}

/** Returns why an inbox cannot feed a register. Undefined if it can, or if no inbox is named. */
async function findInboxProblem(
  store: Store,
  inbox: string | undefined,
): Promise<string | undefined> {
  if (inbox === undefined) return undefined;
  const problem = await findBindingProblem(store, inbox);
  if (problem !== undefined) return problem;
  const answeringRoute = findAnsweringRoute(await store.routing(), inbox);
  return answeringRoute && describeAnsweringRoute(answeringRoute);
}

/**
 * Returns why the register that an inbox feeds cannot be changed: the inbox does not exist, or the
 * settings file binds it. Undefined if the register can be changed, or if no inbox is named.
 */
async function findBindingProblem(
  store: Store,
  inbox: string | undefined,
): Promise<string | undefined> {
  if (inbox === undefined) return undefined;
  if (!(await store.inbox(inbox))) return (await describeUnknownInbox(store, inbox)).trimEnd();
  const isBoundInFile = (await store.registers()).some(
    ({ origin, bindings }) =>
      origin === "file" && bindings.some((binding) => binding.inbox === inbox),
  );
  return isBoundInFile ? errors["kept-in-file"].message : undefined;
}

async function bind(
  store: Store,
  { name: register, kind }: { name: string; kind: KindName },
  values: RuleValues,
  parsed: ParsedOptions,
): Promise<void> {
  if (values.inbox === undefined) return;
  const action = parsed.action ?? actions[kind][0];
  const answer = values["always-2xx"] ? "always-2xx" : "negotiated";
  await store.bindInbox(values.inbox, { register, action, answer });
}

function done(io: Io, json: true | undefined, value: object, sentence: string): 0 {
  io.stdout.write(json ? `${JSON.stringify(value)}\n` : `${sentence}\n`);
  return 0;
}
