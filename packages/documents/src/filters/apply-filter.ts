import type { Picture } from "../picture.ts";
import { findInk } from "./black-and-white.ts";
import { flatten } from "./flatten.ts";
import { fromGray, toGray } from "./gray.ts";
import type { Style } from "./style.ts";

/** All filters, in the order in which a person chooses one. */
export const filters = ["original", "grey", "black-and-white", "clean"] as const;

/**
 * The look of a page. `original`: as photographed. `grey`: without colors. `black-and-white`: only
 * ink and paper, for the smallest files. `clean`: even light on white paper.
 */
export type Filter = (typeof filters)[number];

/** Returns a rectified page with a filter. Only `clean` depends on `style`. */
export function applyFilter(picture: Picture, filter: Filter, style: Style): Picture {
  const { width, height } = picture;
  switch (filter) {
    case "original":
      return picture;
    case "grey":
      return fromGray(toGray(picture), width, height);
    case "clean": {
      const flat = flatten(picture);
      return style === "color" ? flat : fromGray(toGray(flat), width, height);
    }
    case "black-and-white": {
      const ink = findInk(toGray(flatten(picture)), width, height);
      return fromGray(
        ink.map((isInk) => (isInk ? 0 : 255)),
        width,
        height,
      );
    }
  }
}
