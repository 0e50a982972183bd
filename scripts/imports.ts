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
  const exclude = (name: string) => /node_modules|(^|[/\\])(dist(-\w+)?|\.astro)$/.test(name);
  return globSync(pattern, { cwd: root, exclude }).map((file) => file.replaceAll("\\", "/"));
}

/** Whether a file never ships: tests, what only tests import, stories, measurements and scripts. */
export const isForTests = (file: string): boolean =>
  /\.test\.ts$|\/(conformance|fixtures|testing|tests)\/|^(e2e|bench|scripts|examples)\//.test(file);

/**
 * Finds the imports in the text of one file: static, dynamic and type imports, re-exports, and
 * addresses of files that are loaded in other ways, such as workers (`new URL("./x.ts",
 * import.meta.url)`).
 */
export function parseImports(file: string, text: string): ImportInText[] {
  const scripts = parseScripts(file, text);
  const imports = scripts.flatMap((script) =>
    listNodes(script).flatMap((node) => readImport(node) ?? []),
  );
  if (!hasMarkup(file)) return imports;
  const markup = text.replace(scriptBlock, "");
  const inMarkup = markup.matchAll(/\bimport\(\s*(["'])(.+?)\1\s*\)/g);
  return [
    ...imports,
    ...[...inMarkup].map(([, , specifier]) => ({
      specifier: specifier ?? "",
      kind: "dynamic import" as const,
    })),
  ];
}

const hasMarkup = (file: string) => /\.(svelte|astro)$/.test(file);
const scriptBlock = /(?<=^---\n)[\s\S]*?(?=\n---)|(?<=<script\b[^>]*>)[\s\S]*?(?=<\/script>)/g;

/**
 * Parses the code of a file: the file itself, or the front matter and the scripts of a Svelte or
 * Astro file. Positions are those in the file.
 */
export function parseScripts(file: string, text: string): ts.SourceFile[] {
  const parse = (code: string) => ts.createSourceFile(`${file}.ts`, code, ts.ScriptTarget.Latest);
  if (!hasMarkup(file)) return [parse(text)];
  return [...text.matchAll(scriptBlock)].map((block) => {
    const before = text.slice(0, block.index).replace(/[^\n]/g, " ");
    return parse(before + block[0]);
  });
}

/** Lists a node and all that it contains, in their order. */
export function listNodes(node: ts.Node): ts.Node[] {
  const nodes = [node];
  ts.forEachChild(node, (child) => {
    nodes.push(...listNodes(child));
  });
  return nodes;
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
