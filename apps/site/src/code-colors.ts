import type { ShikiTransformer } from "shiki";

type Span = Parameters<NonNullable<ShikiTransformer["span"]>>[0];

/**
 * Replaces Shiki's inline styles with classes (`tk-keyword`), because the site's policy forbids
 * inline styles and the style sheet defines both color schemes. Requires Shiki's theme of CSS
 * variables. Keeps a block's title (`title="scanhook.yaml"`) as `data-title`, for the style sheet
 * to show.
 */
export const classesForColors: ShikiTransformer = {
  name: "classes-for-colors",
  span(node) {
    const name = /var\(--astro-code-token-([a-z-]+)\)/.exec(String(node.properties.style))?.[1];
    delete node.properties.style;
    if (name) node.properties.class = `tk-${name}`;
    if (languagesThatWrap.test(this.options.lang))
      node.children = node.children.flatMap(keepOptionsWhole);
  },
  line(node) {
    // Unwraps spans without a color, and joins neighbors of the same color.
    const children = node.children.flatMap((child) =>
      child.type === "element" && !child.properties.class ? child.children : [child],
    );
    node.children = [];
    for (const child of children) {
      const last = node.children.at(-1);
      if (isSpan(last) && isSpan(child) && last.properties.class === child.properties.class)
        last.children.push(...child.children);
      else node.children.push(child);
    }
  },
  pre(node) {
    delete node.properties.style;
    node.properties.tabindex = "0";
    const title = /\btitle="([^"]+)"/.exec(this.options.meta?.__raw ?? "")?.[1];
    if (title) node.properties["data-title"] = title;
  },
};

function isSpan(node: Span["children"][number] | undefined): node is Span {
  return node?.type === "element";
}

/** The languages whose lines wrap; an option such as `--user` must not break after its dashes. */
const languagesThatWrap = /^(?:sh|console)$/;

function keepOptionsWhole(node: Span["children"][number]): Span["children"] {
  if (node.type !== "text") return [node];
  return node.value.split(/(?<=^|\s)(--?[a-z][\w-]*)/).flatMap((value, index): Span["children"] => {
    if (value === "") return [];
    if (index % 2 === 0) return [{ type: "text", value }];
    const properties = { class: "whole" };
    return [{ type: "element", tagName: "span", properties, children: [{ type: "text", value }] }];
  });
}
