import type { ShikiTransformer } from "shiki";

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
  },
  pre(node) {
    delete node.properties.style;
    node.properties.tabindex = "0";
    const title = /\btitle="([^"]+)"/.exec(this.options.meta?.__raw ?? "")?.[1];
    if (title) node.properties["data-title"] = title;
  },
};
