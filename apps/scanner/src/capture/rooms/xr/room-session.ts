import type { DevicePlane, Position, Ray } from "@scanhook/rooms";
import { createLineDrawing, type LineDrawing, type Lines } from "./line-drawing.ts";
import { measureDepth } from "./measure-depth.ts";

/** The view of the device into the room in one frame. */
export type RoomView = {
  /**
   * From the eye through the middle of the view; undefined while the device does not know its
   * position.
   */
  ray: Ray | undefined;
  /**
   * The height of the floor in the middle of the view, in meters, from a hit test or from depth.
   * Undefined while neither finds a floor.
   */
  floor: number | undefined;
  planes: readonly DevicePlane[];
};

export type RoomSession = {
  /** Ends the session, which then calls `onend`. */
  stop(): void;
};

export type SessionResult =
  | { ok: true; session: RoomSession }
  | { ok: false; reason: "denied" | "failed" };

/**
 * The smallest vertical component of the unit normal of a floor: it leans by at most 26 degrees.
 */
const minNormalY = 0.9;

/**
 * Starts an augmented-reality session (WebXR Device API). `overlay` is shown over the picture of
 * the camera where the browser has DOM overlays. `onview` is called with the view of each frame and
 * returns the lines to draw. `onselect` is called with the ray of a tap beside the overlay or of
 * the trigger of a controller. `denied`: a person or a policy refused the session.
 */
export async function startRoomSession({
  overlay,
  onview,
  onselect,
  onend,
  xr = navigator.xr,
}: {
  overlay: HTMLElement;
  onview: (view: RoomView) => readonly Lines[];
  onselect: (ray: Ray) => void;
  onend: () => void;
  xr?: XRSystem | undefined;
}): Promise<SessionResult> {
  let session: XRSession | undefined;
  try {
    session = await xr?.requestSession("immersive-ar", {
      requiredFeatures: ["local-floor"],
      optionalFeatures: ["dom-overlay", "hit-test", "plane-detection", "depth-sensing"],
      domOverlay: { root: overlay },
      depthSensing: {
        usagePreference: ["cpu-optimized"],
        dataFormatPreference: ["luminance-alpha", "float32"],
      },
    });
    if (!session) return { ok: false, reason: "failed" };
    await runSession(session, { onview, onselect, onend });
    const started = session;
    return { ok: true, session: { stop: () => void started.end().catch(() => {}) } };
  } catch (error) {
    await session?.end().catch(() => {});
    const isDenied = error instanceof DOMException && error.name === "NotAllowedError";
    return { ok: false, reason: isDenied ? "denied" : "failed" };
  }
}

async function runSession(
  session: XRSession,
  {
    onview,
    onselect,
    onend,
  }: {
    onview: (view: RoomView) => readonly Lines[];
    onselect: (ray: Ray) => void;
    onend: () => void;
  },
): Promise<void> {
  const canvas = document.createElement("canvas");
  const gl = canvas.getContext("webgl2", { xrCompatible: true, alpha: true });
  if (!gl) throw new Error("no WebGL 2");
  const layer = new XRWebGLLayer(session, gl);
  await session.updateRenderState({ baseLayer: layer });
  const drawing = createLineDrawing(gl);
  const space = await session.requestReferenceSpace("local-floor");
  const viewer = await session.requestReferenceSpace("viewer");
  // Rejects where the browser does not know the feature.
  const hits = await session.requestHitTestSource?.({ space: viewer })?.catch(() => undefined);

  const onFrame: XRFrameRequestCallback = (_, frame) => {
    session.requestAnimationFrame(onFrame);
    const pose = frame.getViewerPose(space);
    const view: RoomView = {
      ray: pose && toRay(pose.transform),
      floor: pose && findFloor(frame, space, pose, hits),
      planes: readPlanes(frame, space),
    };
    draw(gl, layer, drawing, pose, onview(view));
  };
  session.addEventListener("select", ({ frame, inputSource }) => {
    const pose = frame.getPose(inputSource.targetRaySpace, space);
    if (pose) onselect(toRay(pose.transform));
  });
  session.addEventListener("end", () => {
    hits?.cancel();
    drawing.dispose();
    onend();
  });
  session.requestAnimationFrame(onFrame);
}

/** Returns the ray along -z of a pose, in which viewers look and controllers point. */
function toRay({ position, matrix }: XRRigidTransform): Ray {
  const { x, y, z } = position;
  return {
    origin: { x, y, z },
    direction: { x: -matrix[8]!, y: -matrix[9]!, z: -matrix[10]! },
  };
}

function findFloor(
  frame: XRFrame,
  space: XRReferenceSpace,
  pose: XRViewerPose,
  hits: XRHitTestSource | undefined,
): number | undefined {
  const eye = pose.transform.position.y;
  for (const hit of hits ? frame.getHitTestResults(hits) : []) {
    const hitPose = hit.getPose(space);
    if (!hitPose) continue;
    const { matrix, position } = hitPose.transform;
    // The y axis of a hit is the normal of the surface.
    if (Math.abs(matrix[5]!) > minNormalY && position.y < eye - 0.5) return position.y;
  }
  return measureDepth(frame, pose);
}

function readPlanes(frame: XRFrame, space: XRReferenceSpace): DevicePlane[] {
  return [...(frame.detectedPlanes ?? [])].flatMap((plane): DevicePlane[] => {
    const pose = frame.getPose(plane.planeSpace, space);
    if (!pose) return [];
    const outline = plane.polygon.map((point) => transform(pose.transform.matrix, point));
    // The types lack `semanticLabel`, which some browsers have.
    const { semanticLabel } = plane as { semanticLabel?: string };
    return [{ label: semanticLabel?.toLowerCase(), outline }];
  });
}

function transform(m: Float32Array, { x, y, z }: DOMPointReadOnly): Position {
  return {
    x: m[0]! * x + m[4]! * y + m[8]! * z + m[12]!,
    y: m[1]! * x + m[5]! * y + m[9]! * z + m[13]!,
    z: m[2]! * x + m[6]! * y + m[10]! * z + m[14]!,
  };
}

function draw(
  gl: WebGL2RenderingContext,
  layer: XRWebGLLayer,
  drawing: LineDrawing,
  pose: XRViewerPose | undefined,
  lines: readonly Lines[],
): void {
  gl.bindFramebuffer(gl.FRAMEBUFFER, layer.framebuffer);
  gl.clearColor(0, 0, 0, 0);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  for (const view of pose?.views ?? []) {
    const viewport = layer.getViewport(view);
    if (!viewport) continue;
    gl.viewport(viewport.x, viewport.y, viewport.width, viewport.height);
    drawing.draw(view.projectionMatrix, view.transform.inverse.matrix, lines);
  }
}
