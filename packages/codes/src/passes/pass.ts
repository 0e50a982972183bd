import type { Engine, Found } from "../engine/engine.ts";
import type { Picture } from "../picture.ts";

/**
 * One way to read a picture. Yields the readings of one part of the picture after another, so that
 * the caller can stop at the first. Every reading of a pass is accepted, so a pass must not guess.
 */
export type Pass = (picture: Picture, engine: Engine) => Iterable<Found[]>;
