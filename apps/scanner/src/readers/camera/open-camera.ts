import type { Point } from "@scanhook/codes";
import { type CameraDevice, detectFacing, toCameras } from "./devices.ts";
import { type CameraProblem, toCameraProblem } from "./problem.ts";
import { toSupportedZoom, type ZoomRange } from "./zoom.ts";

/** The abilities of a camera besides showing a picture. `zoom` is undefined if it cannot zoom. */
export type Abilities = { torch: boolean; zoom: ZoomRange | undefined; focus: boolean };

/** An open camera; `close()` releases it. */
export type Camera = {
  stream: MediaStream;
  id: string;
  label: string;
  /** Whether to show a mirror image, by which people aim a camera that faces them. */
  mirrored: boolean;
  /**
   * Returns the abilities known now. Android knows torch and zoom only a moment after the picture
   * runs.
   */
  abilities(): Abilities;
  zoom(): number | undefined;
  setTorch(on: boolean): Promise<boolean>;
  setZoom(zoom: number): Promise<void>;
  /** Focuses once on a point in the picture (both axes 0…1), then returns to automatic focus. */
  focusAt(point: Point): Promise<void>;
  /**
   * Calls back when the camera stops giving pictures: unplugged, or taken by a call or another app.
   */
  onLost(listener: () => void): void;
  close(): void;
};

export type CameraResult = { ok: true; camera: Camera } | { ok: false; problem: CameraProblem };

/**
 * Opens the camera with this id. Without an id, or if that camera is gone, opens a rear camera,
 * otherwise any.
 */
export async function openCamera({ id }: { id?: string | undefined } = {}): Promise<CameraResult> {
  if (!isSecureContext) return { ok: false, problem: { kind: "insecure" } };
  if (!navigator.mediaDevices?.getUserMedia) return { ok: false, problem: { kind: "unsupported" } };
  const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };
  const attempts: MediaTrackConstraints[] = [{ facingMode: { ideal: "environment" }, ...size }, {}];
  if (id) attempts.unshift({ deviceId: { exact: id }, ...size });
  let problem: CameraProblem = { kind: "unfit" };
  for (const video of attempts) {
    const opened = await requestCamera(video);
    if (opened.ok) return opened;
    problem = opened.problem;
    const mayWorkOtherwise = problem.kind === "unfit" || (id && problem.kind === "no-camera");
    if (!mayWorkOtherwise) break;
  }
  return { ok: false, problem };
}

/**
 * The delay before a busy camera is tried again. A camera that was just released, even by this
 * page, can be busy for a moment.
 */
const busyRetryMs = 700;

async function requestCamera(video: MediaTrackConstraints, mayRetry = true): Promise<CameraResult> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
    return { ok: true, camera: createCamera(stream) };
  } catch (error) {
    const problem = toCameraProblem(error);
    if (problem.kind !== "in-use" || !mayRetry) return { ok: false, problem };
    await new Promise((resolve) => setTimeout(resolve, busyRetryMs));
    return requestCamera(video, false);
  }
}

/** Returns the cameras of the device; none if the browser does not list them. */
export async function listCameras(): Promise<CameraDevice[]> {
  return toCameras((await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? []);
}

/** Members of W3C MediaStream Image Capture that TypeScript's DOM types lack. */
type CaptureCapabilities = MediaTrackCapabilities & {
  torch?: boolean | boolean[];
  zoom?: { min: number; max: number; step?: number };
  focusMode?: string[];
};
type CaptureConstraints = {
  torch?: boolean;
  zoom?: number;
  focusMode?: string;
  pointsOfInterest?: Point[];
};

/** How long the focus stays on a chosen point before automatic focus returns. */
const pointFocusMs = 4000;
/**
 * A track muted for longer than this does not recover by itself, as seen on iOS after a phone call.
 */
const maxMutedMs = 1500;

function createCamera(stream: MediaStream): Camera {
  const track = stream.getVideoTracks()[0];
  if (!track) throw new Error("a camera stream without a picture");
  const settings = () => track.getSettings() as MediaTrackSettings & { zoom?: number };
  const capabilities = () => (track.getCapabilities?.() ?? {}) as CaptureCapabilities;
  const applyConstraints = (constraints: CaptureConstraints) =>
    track.applyConstraints({ advanced: [constraints as MediaTrackConstraintSet] });
  const { deviceId = "", facingMode } = settings();
  const timers = { refocus: 0, muted: 0 };

  const abilities = (): Abilities => {
    const { torch, zoom, focusMode = [] } = capabilities();
    const canZoom = zoom !== undefined && zoom.max > zoom.min;
    return {
      torch: torch === true || (Array.isArray(torch) && torch.includes(true)),
      zoom: canZoom ? { min: zoom.min, max: zoom.max, step: zoom.step || 0.1 } : undefined,
      focus: focusMode.includes("single-shot"),
    };
  };

  return {
    stream,
    id: deviceId,
    label: track.label,
    mirrored: detectFacing(track.label, facingMode) === "front",
    abilities,
    zoom: () => settings().zoom,
    setTorch: (on) =>
      applyConstraints({ torch: on }).then(
        () => on,
        () => false,
      ),
    async setZoom(zoom) {
      const range = abilities().zoom;
      // A camera that refuses a zoom keeps the one it has.
      if (range)
        await applyConstraints({ zoom: toSupportedZoom(zoom, range) }).catch(() => undefined);
    },
    async focusAt(point) {
      const supported = navigator.mediaDevices.getSupportedConstraints();
      const target = "pointsOfInterest" in supported ? { pointsOfInterest: [point] } : {};
      clearTimeout(timers.refocus);
      await applyConstraints({ focusMode: "single-shot", ...target }).catch(() => undefined);
      if (!capabilities().focusMode?.includes("continuous")) return;
      timers.refocus = window.setTimeout(() => {
        void applyConstraints({ focusMode: "continuous" }).catch(() => undefined);
      }, pointFocusMs);
    },
    onLost(listener) {
      track.addEventListener("ended", listener);
      track.addEventListener("mute", () => {
        clearTimeout(timers.muted);
        timers.muted = window.setTimeout(listener, maxMutedMs);
      });
      track.addEventListener("unmute", () => clearTimeout(timers.muted));
    },
    close() {
      clearTimeout(timers.refocus);
      clearTimeout(timers.muted);
      for (const mediaTrack of stream.getTracks()) mediaTrack.stop();
    },
  };
}
