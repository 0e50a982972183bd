import type { Reading } from "@scanhook/codes";
import type { ContentKind } from "../../content/describe.ts";
import type { Opening } from "../../content/open.ts";
import { texts } from "../../texts/texts.ts";

/** What a code holds, in a line, with what fits to do with it. */
export type Told = { kind: ContentKind; line: string; opening: Opening | undefined };

type Knowledge = (content: string, format: string) => Told;

let knowledge = $state.raw<Knowledge>();
let loading = false;

/**
 * Tells what a code holds. What there is to know about contents is loaded when the first code is seen, and not with the
 * tab; until then, or without it, a content is shown as the text it is.
 */
export function tell({ content, format }: Pick<Reading, "content" | "format">): Told {
  return knowledge?.(content, format) ?? { kind: "text", line: plain(content), opening: undefined };
}

/** Loads what there is to know about contents. */
export function learnToTell(): void {
  if (knowledge || loading) return;
  loading = true;
  load()
    // No network and not stored yet: the next code tries again.
    .catch(() => undefined)
    .finally(() => {
      loading = false;
    });
}

async function load() {
  const [{ describe }, { summarize }, { openings }] = await Promise.all([
    import("../../content/describe.ts"),
    import("../../content/summary.ts"),
    import("../../content/open.ts"),
  ]);
  knowledge = (text, format) => {
    const content = describe(text, format);
    const line = summarize(content) || plain(text);
    return { kind: content.kind, line, opening: openings(content)[0] };
  };
}

function plain(content: string): string {
  return content.slice(0, 160) || texts.scan.empty;
}
