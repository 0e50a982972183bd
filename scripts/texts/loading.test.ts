// Texts of pages load after the module that names them, so modules must not read them too early.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { findImports, type Import, isForTests, parseScripts } from "../imports.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const pages = "apps/{scanner/{src,native/src},hub/dashboard/src}/**/*.{ts,svelte}";
const imports = findImports(root, pages).filter(({ file }) => !isForTests(file));
const isOfTexts = (file: string) => /\/texts\/[a-z-]+\.ts$/.test(file) && !/types\.ts$/.test(file);

test("a part that loads later waits for its texts", () => {
  const importsOf = Map.groupBy(
    imports.filter(({ kind }) => kind === "import" || kind === "re-export"),
    ({ file }) => file,
  );
  const reaches = (file: string, seen = new Set<string>()): boolean => {
    if (isOfTexts(file)) return true;
    if (seen.has(file)) return false;
    seen.add(file);
    return (importsOf.get(file) ?? []).some(({ target }) => reaches(target, seen));
  };
  const dynamic = imports.filter(({ kind }) => kind === "dynamic import");
  expect(dynamic.filter(waits).length).toBeGreaterThan(30);
  const tooEarly = dynamic.filter((each) => !waits(each) && reaches(each.target));
  expect(tooEarly.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
});

/** Returns whether a dynamic import is in a call that waits for texts, or the load of a Lazy. */
function waits({ file, specifier }: Import): boolean {
  const before = read(file).split(`import("${specifier}")`).slice(0, -1);
  return before.every((text) =>
    /(?:withTexts\(|orNotice\(|load=\{\(\) => |importScreen[^}]*return |typeof )\s*$/.test(text),
  );
}

test("no module reads a text while it loads", () => {
  const files = new Set(imports.filter(({ target }) => isOfTexts(target)).map(({ file }) => file));
  expect(files.size).toBeGreaterThan(200);
  const tooEarly = [...files].filter((file) => !isOfTexts(file)).flatMap(findEarlyReads);
  expect(tooEarly).toEqual([]);
});

/** Lists the texts that a module reads outside of functions. Components run later. */
function findEarlyReads(file: string): string[] {
  const text = read(file);
  const scripts = parseScripts(file, text).filter(
    ({ text: code }) =>
      file.endsWith(".ts") || isModuleScript(text, code.length - code.trimStart().length),
  );
  return scripts.flatMap((script) => {
    const names = script.statements.flatMap(listImportedTexts);
    return listRunAtOnce(script).flatMap((node) =>
      ts.isPropertyAccessExpression(node) &&
      ts.isIdentifier(node.expression) &&
      names.includes(node.expression.text)
        ? [`${file}: ${node.getText(script)}`]
        : [],
    );
  });
}

function isModuleScript(text: string, start: number): boolean {
  return /<script\b[^>]*\bmodule\b[^>]*>\s*$/.test(text.slice(0, start));
}

function listImportedTexts(statement: ts.Statement): string[] {
  if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly) return [];
  const { moduleSpecifier, importClause } = statement;
  if (!ts.isStringLiteral(moduleSpecifier) || !isOfTexts(moduleSpecifier.text)) return [];
  const named = importClause?.namedBindings;
  return named && ts.isNamedImports(named) ? named.elements.map(({ name }) => name.text) : [];
}

/** Lists the nodes that run when a module loads, which leaves out functions and types. */
function listRunAtOnce(node: ts.Node): ts.Node[] {
  const nodes = [node];
  ts.forEachChild(node, (child) => {
    if (!ts.isFunctionLike(child) && !ts.isTypeNode(child)) nodes.push(...listRunAtOnce(child));
  });
  return nodes;
}
