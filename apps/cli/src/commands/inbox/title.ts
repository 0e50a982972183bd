import { maxTitleLength } from "@scanhook/hub";

/** Returns a sentence if the title of an inbox is too long, otherwise undefined. */
export function findTitleProblem({ title = "" }: { title?: string }): string | undefined {
  if (title.length <= maxTitleLength) return undefined;
  return `--title has more than ${maxTitleLength} characters; make it shorter.`;
}
