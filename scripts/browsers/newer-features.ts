import { type AnyNode, parse } from "acorn";
import postcss from "postcss";
import { features } from "web-features";
import { oldestBrowsers } from "./oldest-browsers.ts";

/**
 * Lists what a built script uses that is newer than the oldest supported browsers, such as
 * `URL.parse` or `.groupBy`. A member of an unknown object counts if every interface that has one
 * of this name got it later. A member behind `?.` does not count, because the script copes without
 * it. Throws if the syntax itself is newer than ES2022, which these browsers run.
 */
export function listNewerInScript(code: string): string[] {
  const found = new Set<string>();
  visit(parse(code, { ecmaVersion: 2022, sourceType: "module" }), undefined, (node, parent) => {
    if (node.type === "Identifier" && !isName(node, parent) && areNewer(globalKeys(node.name))) {
      found.add(node.name);
    }
    if (node.type !== "MemberExpression" || node.computed || isGuarded(node, parent)) return;
    if (node.property.type !== "Identifier") return;
    const member = node.property.name;
    const owner = node.object.type === "Identifier" ? node.object.name : undefined;
    const staticKeys = owner === undefined ? [] : memberKeys(owner, member);
    if (staticKeys.length > 0) {
      if (areNewer(staticKeys)) found.add(`${owner}.${member}`);
    } else if (areNewer(keysByMember.get(member) ?? [])) found.add(`.${member}`);
  });
  return [...found].sort();
}

/**
 * Lists the properties, values, functions, selectors and rules of a style sheet that are newer than
 * the oldest browsers.
 */
export function listNewerInStyles(css: string): string[] {
  const found = new Set<string>();
  const note = (name: string, keys: string[]) => {
    if (areNewer(keys.filter((key) => statusByKey.has(key)))) found.add(name);
  };
  const noteFunctions = (text: string) => {
    for (const [, name] of text.matchAll(/([a-z][a-z-]*)\(/g)) {
      note(`${name}()`, keysOfCssFunction.get(name!) ?? []);
    }
  };
  const root = postcss.parse(css);
  root.walkDecls(({ prop, value }) => {
    if (prop.startsWith("--")) return noteFunctions(value);
    note(prop, [`css.properties.${prop}`]);
    for (const word of value.match(/[a-z][a-z-]*/g) ?? []) {
      note(`${prop}: ${word}`, [`css.properties.${prop}.${word}`]);
    }
    noteFunctions(value);
  });
  root.walkRules(({ selector }) => {
    if (selector.includes("&")) note("&", ["css.selectors.nesting"]);
    for (const [, name] of selector.matchAll(/::?([a-z][a-z-]*)/g)) {
      note(`:${name}`, [`css.selectors.${name}`]);
    }
  });
  root.walkAtRules(({ name, params }) => {
    note(`@${name}`, [`css.at-rules.${name}`]);
    for (const [, feature] of params.matchAll(/\(([a-z-]+)/g)) {
      note(`@${name} (${feature})`, [`css.at-rules.${name}.${feature}`]);
    }
  });
  return [...found].sort();
}

type Status = {
  baseline: "low" | "high" | false;
  support: Partial<Record<keyof typeof oldestBrowsers, string>>;
};

/**
 * The status of each feature by its key in MDN's browser-compat-data: whether it is Baseline, and
 * since which versions.
 */
export const statusByKey = new Map(
  Object.values(features).flatMap((feature) =>
    feature.kind === "feature"
      ? Object.entries((feature.status.by_compat_key ?? {}) as Record<string, Status>)
      : [],
  ),
);

/** Returns whether one of the oldest browsers lacks a feature that all current ones have. */
export function isNewer(key: string): boolean {
  const status = statusByKey.get(key);
  // The tests also run in browsers without these features, such as Web NFC, so every use follows a
  // check.
  if (!status?.baseline) return false;
  return Object.entries(oldestBrowsers).some(([browser, oldest]) => {
    const since = status.support[browser as keyof typeof oldestBrowsers];
    return since === undefined || compareVersions(since, oldest) > 0;
  });
}

function areNewer(keys: readonly string[]): boolean {
  return keys.length > 0 && keys.every(isNewer);
}

/** Compares versions of a browser, such as "16.4". */
export function compareVersions(version: string, other: string): number {
  const toNumbers = (text: string) => text.replace("≤", "").split(".").map(Number);
  const [major = 0, minor = 0] = toNumbers(version);
  const [otherMajor = 0, otherMinor = 0] = toNumbers(other);
  return major - otherMajor || minor - otherMinor;
}

/**
 * The keys of interface members by the name of the member, such as `api.URL.parse_static` for
 * `parse`.
 */
const keysByMember = Map.groupBy(
  [...statusByKey.keys()].filter((key) => /^(api|javascript\.builtins)\.[^.]+\.[^.]+$/.test(key)),
  (key) =>
    key
      .split(".")
      .at(-1)!
      .replace(/_static$/, ""),
);

const keysOfCssFunction = Map.groupBy(
  [...statusByKey.keys()].filter((key) => key.startsWith("css.types.")),
  (key) => key.split(".").at(-1)!,
);

function globalKeys(name: string): string[] {
  return [`api.${name}`, `api.Window.${name}`, `javascript.builtins.${name}`].filter((key) =>
    statusByKey.has(key),
  );
}

function memberKeys(owner: string, member: string): string[] {
  return [
    `api.${owner}.${member}_static`,
    `api.${owner}.${member}`,
    `javascript.builtins.${owner}.${member}`,
  ].filter((key) => statusByKey.has(key));
}

/**
 * Whether an identifier only names a property, as in `a.name` and `{ name: 1 }`, and so refers to
 * nothing.
 */
function isName(node: AnyNode, parent: AnyNode | undefined): boolean {
  if (parent?.type === "MemberExpression") return parent.property === node && !parent.computed;
  if (parent?.type === "Property" || parent?.type === "MethodDefinition") {
    return parent.key === node && !parent.computed;
  }
  return parent?.type === "PropertyDefinition" && parent.key === node && !parent.computed;
}

function isGuarded(node: AnyNode, parent: AnyNode | undefined): boolean {
  const isCalled = parent?.type === "CallExpression" && parent.callee === node;
  const isRead = parent?.type === "MemberExpression" && parent.object === node;
  return (isCalled || isRead) && parent.optional === true;
}

function visit(
  node: AnyNode,
  parent: AnyNode | undefined,
  see: (node: AnyNode, parent: AnyNode | undefined) => void,
): void {
  see(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === "string") visit(child, node, see);
    }
  }
}
