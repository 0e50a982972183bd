import type { Point } from "@scanhook/codes";
import { type CameraDevice, facingOf, toCameras } from "./devices.ts";
import { type CameraProblem, toCameraProblem } from "./problem.ts";
import { toZoom, type ZoomRange } from "./zoom.ts";

/** What the camera can do besides showing a picture; what it cannot is absent. */
export type Abilities = { torch: boolean; zoom: ZoomRange | undefined; focus: boolean };

/** A camera that was opened; `close()` lets go of it. */
export type Camera = {
  stream: MediaStream;
  id: string;
  label: string;
  /** Shown as a mirror: people aim a camera that faces them by their mirror image. */
  mirrored: boolean;
  /** Read it again a moment after the picture runs: Android knows about torch and zoom only then. */
  abilities(): Abilities;
  zoom(): number | undefined;
  setTorch(on: boolean): Promise<boolean>;
  setZoom(zoom: number): Promise<void>;
  /** Focuses once on a place in the picture, both axes 0…1, and goes back to focusing by itself soon after. */
  focusAt(place: Point): Promise<void>;
  /** Calls back when the camera stops giving pictures by itself: unplugged, or taken by a call or another app. */
  onLost(lost: () => void): void;
  close(): void;
};

export type Opened = { ok: true; camera: Camera } | { ok: false; problem: CameraProblem };

/** Opens the wanted camera; when it is gone, or none is wanted, the one on the back, else any. */
export async function openCamera(wish: { id?: string | undefined } = {}): Promise<Opened> {
  if (!isSecureContext) return { ok: false, problem: { kind: "insecure" } };
  if (!navigator.mediaDevices?.getUserMedia) return { ok: false, problem: { kind: "unsupported" } };
  const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };
  const attempts: MediaTrackConstraints[] = [{ facingMode: { ideal: "environment" }, ...size }, {}];
  if (wish.id) attempts.unshift({ deviceId: { exact: wish.id }, ...size });
  let problem: CameraProblem = { kind: "unfit" };
  for (const video of attempts) {
    const opened = await ask(video);
    if (opened.ok) return opened;
    problem = opened.problem;
    const mayFitOtherwise = problem.kind === "unfit" || (wish.id && problem.kind === "no-camera");
    if (!mayFitOtherwise) break;
  }
  return { ok: false, problem };
}

/** A camera that was let go of a moment ago, by this page too, can still be busy. */
const busyMs = 700;

async function ask(video: MediaTrackConstraints, patient = true): Promise<Opened> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
    return { ok: true, camera: toCamera(stream) };
  } catch (error) {
    const problem = toCameraProblem(error);
    if (problem.kind !== "in-use" || !patient) return { ok: false, problem };
    await new Promise((resolve) => setTimeout(resolve, busyMs));
    return ask(video, false);
  }
}

export async function listCameras(): Promise<CameraDevice[]> {
  return toCameras((await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? []);
}

/** The image-capture members that TypeScript's DOM types leave out (W3C MediaStream Image Capture). */
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

const refocusMs = 4000;
/** A track that is muted for longer than this will not come back by itself: seen on iOS after a phone call. */
const mutedTooLongMs = 1500;

function toCamera(stream: MediaStream): Camera {
  const track = stream.getVideoTracks()[0];
  if (!track) throw new Error("a camera stream without a picture");
  const settings = () => track.getSettings() as MediaTrackSettings & { zoom?: number };
  const capabilities = () => (track.getCapabilities?.() ?? {}) as CaptureCapabilities;
  const apply = (wanted: CaptureConstraints) =>
    track.applyConstraints({ advanced: [wanted as MediaTrackConstraintSet] });
  const { deviceId = "", facingMode } = settings();
  const timers = { refocus: 0, muted: 0 };

  const abilities = (): Abilities => {
    const { torch, zoom, focusMode = [] } = capabilities();
    const zooms = zoom !== undefined && zoom.max > zoom.min;
    return {
      torch: torch === true || (Array.isArray(torch) && torch.includes(true)),
      zoom: zooms ? { min: zoom.min, max: zoom.max, step: zoom.step || 0.1 } : undefined,
      focus: focusMode.includes("single-shot"),
    };
  };

  return {
    stream,
    id: deviceId,
    label: track.label,
    mirrored: facingOf(track.label, facingMode) === "front",
    abilities,
    zoom: () => settings().zoom,
    setTorch: (on) =>
      apply({ torch: on }).then(
        () => on,
        () => false,
      ),
    async setZoom(zoom) {
      const range = abilities().zoom;
      // A camera that refuses a zoom keeps the one it has.
      if (range) await apply({ zoom: toZoom(zoom, range) }).catch(() => undefined);
    },
    async focusAt(place) {
      const pointsOfInterest = navigator.mediaDevices.getSupportedConstraints();
      const at = "pointsOfInterest" in pointsOfInterest ? { pointsOfInterest: [place] } : {};
      clearTimeout(timers.refocus);
      await apply({ focusMode: "single-shot", ...at }).catch(() => undefined);
      if (!capabilities().focusMode?.includes("continuous")) return;
      timers.refocus = window.setTimeout(() => {
        void apply({ focusMode: "continuous" }).catch(() => undefined);
      }, refocusMs);
    },
    onLost(lost) {
      track.addEventListener("ended", lost);
      track.addEventListener("mute", () => {
        clearTimeout(timers.muted);
        timers.muted = window.setTimeout(lost, mutedTooLongMs);
      });
      track.addEventListener("unmute", () => clearTimeout(timers.muted));
    },
    close() {
      clearTimeout(timers.refocus);
      clearTimeout(timers.muted);
      for (const each of stream.getTracks()) each.stop();
    },
  };
}
