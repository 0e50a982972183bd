import { MediaQuery } from "svelte/reactivity";

/** Whether the page is wide enough for a scan beside the list. The styles use the same width. */
export const isWide = new MediaQuery("min-width: 64rem", false);

/** Whether the system is set to reduce motion. */
export const prefersReducedMotion = new MediaQuery("(prefers-reduced-motion: reduce)", false);
