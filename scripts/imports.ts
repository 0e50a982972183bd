import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";

export type Import = {
  /** The importing file, as a path in the project. */
  file: string;
  /** The imported name as the code writes it. */
  specifier: string;
  /**
   * The imported file as a path in the project, or the specifier itself for a package from outside.
   */
  target: string;
  kind: "import" | "re-export" | "dynamic import" | "address";
};

type ImportInText = Pick<Import, "specifier" | "kind">;

/**
 * Finds the imports of every file of the project that matches `pattern`; dependencies and build
 * output are left out.
 */
export function findImports(root: string, pattern: string): Import[] {
  const readImports = createImportReader(root);
  return listFiles(root, pattern).flatMap(readImports);
}

/** Returns a function that finds the imports of one file of the project. */
export function createImportReader(root: string): (file: string) => Import[] {
  const entryPoints = findEntryPoints(root);
  return (file) =>
    parseImports(file, readFileSync(join(root, file), "utf8")).map((parsed) => ({
      file,
      ...parsed,
      target: resolveTarget(file, parsed.specifier, entryPoints),
    }));
}

/** Lists the files of the project that match `pattern`, with forward slashes on every system. */
export function listFiles(root: string, pattern: string): string[] {
  const exclude = (name: string) => /node_modules|(^|[/\\])(dist|\.astro)$/.test(name);
  return globSync(pattern, { cwd: root, exclude }).map((file) => file.replaceAll("\\", "/"));
}

/**
 * Finds the imports in the text of one file: static, dynamic and type imports, re-exports, and
 * addresses of files that are loaded in other ways, such as workers (`new URL("./x.ts",
 * import.meta.url)`).
 */
export function parseImports(file: string, text: string): ImportInText[] {
  if (!/\.(svelte|astro)$/.test(file)) return parseScript(file, text);
  const frontMatter = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? "";
  const scripts = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, body]) => body,
  );
  const markup = text.replace(/<script\b[\s\S]*?<\/script>/g, "").slice(frontMatter.length);
  const inMarkup = markup.matchAll(/\bimport\(\s*(["'])(.+?)\1\s*\)/g);
  return [
    ...[frontMatter, ...scripts].flatMap((script) => parseScript(`${file}.ts`, script ?? "")),
    ...[...inMarkup].map(([, , specifier]) => ({
      specifier: specifier ?? "",
      kind: "dynamic import" as const,
    })),
  ];
}

function parseScript(name: string, text: string): ImportInText[] {
  const imports: ImportInText[] = [];
  const visit = (node: ts.Node) => {
    const parsed = readImport(node);
    if (parsed) imports.push(parsed);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest));
  return imports;
}

function readImport(node: ts.Node): ImportInText | undefined {
  if (ts.isImportDeclaration(node)) return toImport(node.moduleSpecifier, "import");
  if (ts.isExportDeclaration(node)) return toImport(node.moduleSpecifier, "re-export");
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return toImport(node.argument.literal, "import");
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return toImport(node.arguments[0], "dynamic import");
  }
  if (ts.isNewExpression(node) && isName(node.expression, "URL")) {
    const [path, base] = node.arguments ?? [];
    if (base && isImportMetaUrl(base)) return toImport(path, "address");
  }
}

function toImport(node: ts.Node | undefined, kind: Import["kind"]): ImportInText | undefined {
  return node && ts.isStringLiteralLike(node) ? { specifier: node.text, kind } : undefined;
}

function isName(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

function isImportMetaUrl(node: ts.Node): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === "url" &&
    ts.isMetaProperty(node.expression)
  );
}

/**
 * Maps what other packages may import, such as `@scanhook/webhook/node`, to the file that it names.
 */
function findEntryPoints(root: string): Map<string, string> {
  const entryPoints = new Map<string, string>();
  for (const manifest of listFiles(root, "{packages,apps}/*/package.json")) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, manifest), "utf8"));
    for (const [path, file] of Object.entries<string>(exports)) {
      entryPoints.set(posix.join(name, path), posix.join(posix.dirname(manifest), file));
    }
  }
  return entryPoints;
}

function resolveTarget(
  file: string,
  specifier: string,
  entryPoints: ReadonlyMap<string, string>,
): string {
  const path = specifier.replace(/[?#].*$/, "");
  if (path.startsWith(".")) return posix.join(posix.dirname(file), path);
  return entryPoints.get(path) ?? specifier;
}

/**
 * Returns the groups of files that import each other in a circle, each group and the list sorted by
 * name. Addresses are no part of a circle, because the file behind them runs apart.
 */
export function findCircles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { file, target, kind } of imports) {
    if (kind !== "address") targets.set(file, [...(targets.get(file) ?? []), target]);
  }
  return findStronglyConnected(targets)
    .filter((group) => group.length > 1 || targets.get(group[0]!)?.includes(group[0]!))
    .map((group) => group.sort())
    .sort(([a = ""], [b = ""]) => a.localeCompare(b));
}

/** Tarjan's algorithm: the strongly connected components of a directed graph. */
function findStronglyConnected(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const components: string[][] = [];
  const visit = (node: string): number => {
    const number = order.size;
    order.set(node, number);
    lowest.set(node, number);
    stack.push(node);
    for (const target of targets.get(node) ?? []) {
      const reached = order.has(target)
        ? stack.includes(target)
          ? order.get(target)!
          : number
        : visit(target);
      lowest.set(node, Math.min(lowest.get(node)!, reached));
    }
    if (lowest.get(node) === number) components.push(stack.splice(stack.indexOf(node)));
    return lowest.get(node)!;
  };
  for (const node of targets.keys()) if (!order.has(node)) visit(node);
  return components;
}
