import type { Point } from "@scanhook/codes";
import { settings } from "../../settings.svelte.ts";
import type { CameraDevice } from "./devices.ts";
import { type Abilities, type Camera, listCameras, openCamera } from "./open-camera.ts";
import { onPermissionChange, queryCameraPermission, rememberPermission } from "./permission.ts";
import type { CameraProblem } from "./problem.ts";

export type LiveCamera = ReturnType<typeof createLiveCamera>;

const noAbilities: Abilities = { torch: false, zoom: undefined, focus: false };
/** After too many restarts within this time, a message that the camera does not work helps more. */
const restartWindowMs = 30_000;
const maxRestarts = 3;
/** Some cameras report torch and zoom only a moment after the picture runs. */
const abilitiesDelayMs = 800;

/**
 * Creates the camera of a tab. The camera is open only while the tab wants it and the page is
 * visible, because a hidden page has to release it.
 */
export function createLiveCamera() {
  const state = $state<{
    phase: "checking" | "off" | "starting" | "live" | "problem";
    problem: CameraProblem | undefined;
    mirrored: boolean;
    abilities: Abilities;
    torch: boolean;
    zoom: number;
    cameras: CameraDevice[];
    id: string;
  }>({
    phase: "checking",
    problem: undefined,
    mirrored: false,
    abilities: noAbilities,
    torch: false,
    zoom: 1,
    cameras: [],
    id: "",
  });
  let camera = $state.raw<Camera | undefined>();
  let isWanted = false;
  let openCount = 0;
  let isZooming = false;
  let restartTimes: number[] = [];

  const release = () => {
    openCount += 1;
    camera?.close();
    camera = undefined;
    state.torch = false;
    if (state.phase === "live" || state.phase === "starting") state.phase = "off";
  };

  const openChosen = async () => {
    release();
    if (document.visibilityState === "hidden") return;
    const attempt = openCount;
    state.phase = "starting";
    const opened = await openCamera({ id: settings.camera });
    if (attempt !== openCount) {
      // The tab was left, the page hidden or another camera chosen while the browser was asking.
      if (opened.ok) opened.camera.close();
      return;
    }
    if (!opened.ok) {
      const { problem } = opened;
      state.phase = "problem";
      state.problem = problem;
      if (problem.kind.startsWith("not-allowed")) rememberPermission(false);
    } else useCamera(opened.camera);
    // Lists the cameras after a failure too, because another one may work.
    const cameras = await listCameras();
    if (attempt === openCount) state.cameras = cameras;
  };

  const useCamera = (opened: Camera) => {
    rememberPermission(true);
    camera = opened;
    camera.onLost(restart);
    state.phase = "live";
    state.problem = undefined;
    state.mirrored = camera.mirrored;
    state.id = camera.id;
  };

  const restart = () => {
    const now = performance.now();
    restartTimes = [...restartTimes.filter((time) => now - time < restartWindowMs), now];
    if (restartTimes.length <= maxRestarts) return void openChosen();
    release();
    state.phase = "problem";
    state.problem = { kind: "in-use" };
  };

  const updateAbilities = () => {
    if (!camera) return;
    state.abilities = camera.abilities();
    state.zoom = camera.zoom() ?? state.abilities.zoom?.min ?? 1;
  };

  const followVisibility = () => {
    if (document.visibilityState === "hidden") release();
    else if (isWanted && !camera) void openChosen();
  };

  /** Opens the camera because a person, a link or an earlier permission asks for it. */
  const start = async () => {
    isWanted = true;
    restartTimes = [];
    await openChosen();
  };

  return {
    get state() {
      return state;
    },
    get stream() {
      return camera?.stream;
    },
    start,
    /**
     * Opens the camera if that needs no question to the person, and follows the visibility of the
     * page and the permission. Returns a function to call when the tab is left.
     */
    enter(): () => void {
      let hasLeft = false;
      let stopFollowing: (() => void) | undefined;
      document.addEventListener("visibilitychange", followVisibility);
      void (async () => {
        const permission = await queryCameraPermission();
        if (hasLeft || isWanted) return;
        if (permission === "granted") void start();
        else {
          state.phase = permission === "denied" ? "problem" : "off";
          state.problem = permission === "denied" ? { kind: "not-allowed" } : undefined;
        }
      })();
      void onPermissionChange(() => {
        if (state.problem?.kind.startsWith("not-allowed")) void start();
      }).then((stop) => {
        if (hasLeft) stop();
        else stopFollowing = stop;
      });
      return () => {
        hasLeft = true;
        isWanted = false;
        stopFollowing?.();
        document.removeEventListener("visibilitychange", followVisibility);
        release();
      };
    },
    /**
     * Reads the abilities of the camera. Call it when the picture starts to run, because they are
     * not known before.
     */
    readAbilities() {
      updateAbilities();
      const attempt = openCount;
      setTimeout(() => attempt === openCount && updateAbilities(), abilitiesDelayMs);
    },
    /**
     * Opens the camera again. Call it when an open camera gives no picture, which happens on iOS.
     */
    restart,
    async choose(id: string) {
      settings.camera = id;
      await start();
    },
    async setTorch(on: boolean) {
      state.torch = (await camera?.setTorch(on)) ?? false;
    },
    async setZoom(zoom: number) {
      state.zoom = zoom;
      if (isZooming) return;
      isZooming = true;
      // A pinch changes the zoom faster than a lens follows, so only the newest value is applied.
      for (let appliedZoom = -1; appliedZoom !== state.zoom; ) {
        appliedZoom = state.zoom;
        await camera?.setZoom(appliedZoom);
      }
      isZooming = false;
    },
    focusAt(point: Point) {
      return camera?.focusAt(point);
    },
  };
}
