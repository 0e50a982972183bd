export { estimateAspect } from "./geometry/aspect.ts";
export {
  applyHomography,
  findHomography,
  type Homography,
  invertHomography,
} from "./geometry/homography.ts";
export { choosePageSize, type PageSize, type PageSizeName } from "./geometry/page-size.ts";
export { frameQuad, isConvex, orderQuad, overlap } from "./geometry/polygon.ts";
export { measureResolution } from "./geometry/resolution.ts";
export type { Picture } from "./picture.ts";
export type { Point, Quad } from "./quad.ts";
