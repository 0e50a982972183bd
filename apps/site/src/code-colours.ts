import type { ShikiTransformer } from "shiki";

type Span = Parameters<NonNullable<ShikiTransformer["span"]>>[0];

/**
 * Code is coloured with classes (`tk-keyword`), not with inline styles: the policy of the site allows none, and both
 * colour schemes come from the style sheet. Works on Shiki's theme of CSS variables. The title that a block may have (`title="scanhook.yaml"`) is shown above it.
 */
export const classesForColours: ShikiTransformer = {
  name: "classes-for-colours",
  span(node) {
    const name = /var\(--astro-code-token-([a-z-]+)\)/.exec(String(node.properties.style))?.[1];
    delete node.properties.style;
    if (name) node.properties.class = `tk-${name}`;
    if (wraps.test(this.options.lang)) node.children = node.children.flatMap(keepOptionsWhole);
  },
  pre(node) {
    delete node.properties.style;
    node.properties.tabindex = "0";
    const title = /\btitle="([^"]+)"/.exec(this.options.meta?.__raw ?? "")?.[1];
    if (title) node.properties["data-title"] = title;
  },
};

/** Lines of commands go on below; where they do, `--user` is not taken apart behind its dashes. */
const wraps = /^(?:sh|console)$/;

function keepOptionsWhole(node: Span["children"][number]): Span["children"] {
  if (node.type !== "text") return [node];
  return node.value.split(/(?<=^|\s)(--?[a-z][\w-]*)/).flatMap((value, index): Span["children"] => {
    if (value === "") return [];
    if (index % 2 === 0) return [{ type: "text", value }];
    const properties = { class: "whole" };
    return [{ type: "element", tagName: "span", properties, children: [{ type: "text", value }] }];
  });
}
