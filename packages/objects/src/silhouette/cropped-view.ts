import type { Viewpoint } from "../camera/camera.ts";
import type { Crop } from "./crop.ts";

/** A crop of a view in which the object is looked for. */
export type CroppedView = Viewpoint & { crop: Crop };
