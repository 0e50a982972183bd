// The files that GitHub reads name commands, versions and paths of the project, and they have to be
// right.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { listFiles } from "./imports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");

type Workflow = {
  on: object;
  jobs: Record<string, { "timeout-minutes": number; steps: Step[] }>;
};
type Step = { uses?: string; run?: string; with?: Record<string, unknown>; env?: object };

describe(".github/workflows/test.yml", () => {
  const { on, jobs }: Workflow = parse(read(".github/workflows/test.yml"));
  const [job] = Object.values(jobs);
  const findInputs = (action: string) =>
    job?.steps.find(({ uses }) => uses?.startsWith(`${action}@`))?.with;

  it("runs .ci/run on pull requests and on pushes to main", () => {
    expect(Object.keys(on)).toEqual(["push", "pull_request"]);
    expect(job?.steps.flatMap(({ run }) => run ?? [])).toEqual(['bash .ci/run "$COMMITS"']);
  });

  it("fetches the whole history, which the check of commit messages needs", () => {
    expect(findInputs("actions/checkout")).toEqual({ "fetch-depth": 0 });
  });

  it("starts with the oldest Node that package.json allows", () => {
    const { engines } = JSON.parse(read("package.json"));
    const { "node-version": version, cache } = findInputs("actions/setup-node") ?? {};
    expect(engines.node).toBe(`>=${version}`);
    expect(cache).toBe("npm");
  });

  it("ends after 90 minutes at the latest", () => {
    expect(job?.["timeout-minutes"]).toBe(90);
  });
});

describe("issue templates", () => {
  const templates = listFiles(root, ".github/ISSUE_TEMPLATE/*.md");

  it.each(templates)("%s has a name and a description", (path) => {
    const frontMatter = /^---\n([\s\S]*?)\n---\n/.exec(read(path))?.[1] ?? "";
    expect(parse(frontMatter)).toEqual({ name: expect.any(String), about: expect.any(String) });
  });
});

describe("SECURITY.md and the templates", () => {
  it("name only files that exist", () => {
    const paths = [
      "SECURITY.md",
      ".github/pull_request_template.md",
      ".github/ISSUE_TEMPLATE/bug.md",
    ];
    const named = paths.flatMap(
      (path) => read(path).match(/\b[A-Z]{4,}\.md\b|docs\/[\w/-]+\.md/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
