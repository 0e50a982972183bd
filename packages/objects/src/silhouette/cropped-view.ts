import type { Viewpoint } from "../camera/camera.ts";
import type { Crop } from "./crop.ts";

/** A camera in its place, and the part of its picture in which the object is looked for. */
export type CroppedView = Viewpoint & { crop: Crop };
