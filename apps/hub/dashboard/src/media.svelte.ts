import { MediaQuery } from "svelte/reactivity";

/** Wide enough for a scan beside the list; the same width as in the styles. */
export const wide = new MediaQuery("min-width: 64rem", false);

/** The person asked the system for less motion. */
export const calm = new MediaQuery("(prefers-reduced-motion: reduce)", false);
