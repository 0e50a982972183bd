import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { isForTests, listFiles, listNodes, parseScripts } from "./imports.ts";

/** How many spreads of each kind code that ships may have. */
const limits = { pack: 0, conditional: 143 };

type Kind = keyof typeof limits;
type Spread = { kind: Kind; line: number };

/**
 * Finds the spreads of literals in the text of a file. A pack is a literal that could stand without
 * its spread, which only makes the formatter use fewer lines. A conditional spread adds
 * properties on a condition, where the type could mostly say `x?: T | undefined`. Entries that a
 * condition adds to a list do not count, because a list has no other form for them.
 */
function findSpreads(file: string, text: string): Spread[] {
  return parseScripts(file, text).flatMap((script) =>
    listNodes(script).flatMap((node) => {
      if (!ts.isSpreadAssignment(node) && !ts.isSpreadElement(node)) return [];
      const kind = classify(unwrap(node.expression));
      const { line } = script.getLineAndCharacterOfPosition(node.getStart(script));
      return kind ? [{ kind, line: line + 1 }] : [];
    }),
  );
}

function classify(value: ts.Expression): Kind | undefined {
  if (isLiteral(value)) return listMembers(value).some(isSpread) ? undefined : "pack";
  return findBranches(value).some(ts.isObjectLiteralExpression) ? "conditional" : undefined;
}

/** Returns the values among which `a && b`, `a ?? b` and `a ? b : c` choose, `a` aside. */
function findBranches(value: ts.Expression): ts.Expression[] {
  if (ts.isBinaryExpression(value)) return [unwrap(value.right)];
  return ts.isConditionalExpression(value) ? [value.whenTrue, value.whenFalse].map(unwrap) : [];
}

/** Removes parentheses and types from around an expression. */
function unwrap(value: ts.Expression): ts.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(value) ||
    ts.isAsExpression(value) ||
    ts.isSatisfiesExpression(value);
  return isWrapper ? unwrap(value.expression) : value;
}

type Literal = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

const isLiteral = (node: ts.Node): node is Literal =>
  ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node);
const listMembers = (literal: Literal): ts.Node[] =>
  ts.isObjectLiteralExpression(literal) ? [...literal.properties] : [...literal.elements];
const isSpread = (node: ts.Node) => ts.isSpreadAssignment(node) || ts.isSpreadElement(node);

describe("a spread", () => {
  it.each([
    ["f({ ...{ a, b }, c })", "pack"],
    ["f(...[a, b])", "pack"],
    ["f([...([a, b] as const)])", "pack"],
    ["f({ ...(a !== undefined && { a }) })", "conditional"],
    ["f({ ...(a ? { a } : {}) })", "conditional"],
    ["f({ ...{ ...a, b } })", undefined],
    ["f({ ...(a as B) }, [...b, ...(c ? [c] : [])])", undefined],
  ])("in %s is found as %s", (text, kind) => {
    expect(findSpreads("file.ts", text)).toEqual(kind ? [{ kind, line: 1 }] : []);
  });

  it("in a script of a Svelte or Astro file is found at its line", () => {
    const svelte = "<p>\n</p>\n<script>\n  f(...[a]);\n</script>";
    expect(findSpreads("File.svelte", svelte)).toEqual([{ kind: "pack", line: 4 }]);
    expect(findSpreads("File.astro", "---\nf(...[a]);\n---\n")).toEqual([
      { kind: "pack", line: 2 },
    ]);
  });
});

describe("code that ships", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const files = listFiles(root, "{packages,apps}/**/*.{ts,mjs,js,svelte,astro}");
  const spreads = files
    .filter((file) => !isForTests(file))
    .flatMap((file) =>
      findSpreads(file, readFileSync(`${root}/${file}`, "utf8")).map((spread) => ({
        ...spread,
        file,
      })),
    );

  it.each(Object.entries(limits))(
    "has at most as many spreads of the kind %s as allowed",
    (kind, limit) => {
      const found = spreads.filter((spread) => spread.kind === kind);
      const places = found.map(({ file, line }) => `${file}:${line}`).join("\n");
      expect(found.length, places).toBeLessThanOrEqual(limit);
    },
  );
});
