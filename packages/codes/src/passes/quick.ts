import { keepAgreed } from "./certainty.ts";
import { collectUnread } from "./matrix.ts";
import type { Pass } from "./pass.ts";

/**
 * Reads every format in the reduced picture with the least effort. Most pictures need nothing else.
 */
export const quick: Pass = (picture, engine) => [
  keepAgreed(engine.read(picture.reduced(), collectUnread(picture)), 2),
];
