import { maxTitleLength } from "@scanhook/hub";

/** Returns a sentence when the title of an inbox is too long. */
export function findTitleProblem({ title = "" }: { title?: string }): string | undefined {
  if (title.length <= maxTitleLength) return undefined;
  return `--title has more than ${maxTitleLength} characters; make it shorter.`;
}
