export type CameraDevice = { id: string; label: string; facing: "back" | "front" | undefined };

/**
 * Returns the cameras among the devices of `enumerateDevices`. Labels are empty until the user has
 * allowed a camera.
 */
export function toCameras(
  devices: readonly { kind: string; deviceId: string; label: string }[],
): CameraDevice[] {
  return devices
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId !== "")
    .map(({ deviceId, label }) => ({
      id: deviceId,
      label: label.trim(),
      facing: detectFacing(label),
    }));
}

/**
 * Returns which way a camera faces; undefined if unknown. Phones report a `facingMode`; for laptops
 * only the label gives a hint.
 */
export function detectFacing(label: string, facingMode?: string): "back" | "front" | undefined {
  if (facingMode === "environment") return "back";
  if (facingMode === "user") return "front";
  if (/\b(back|rear|environment)\b/i.test(label)) return "back";
  if (/\b(front|user|facetime|integrated|built-?in)\b/i.test(label)) return "front";
  return undefined;
}

/**
 * Returns the name to show for a camera in a list of `cameras`: "Back camera" instead of Android's
 * "camera2 0, facing back".
 */
export function toCameraName(
  camera: CameraDevice,
  cameras: readonly CameraDevice[],
  texts: CameraTexts,
): string {
  if (camera.label === "") return texts.numbered({ n: cameras.indexOf(camera) + 1 });
  if (!/^camera2? \d+, facing/i.test(camera.label)) return camera.label;
  if (!camera.facing) return camera.label;
  const sameFacing = cameras.filter(({ facing }) => facing === camera.facing);
  const name = texts[camera.facing];
  return sameFacing.length === 1
    ? name
    : texts.several({ name, n: sameFacing.indexOf(camera) + 1 });
}

type CameraTexts = {
  back: string;
  front: string;
  numbered: (values: { n: number }) => string;
  several: (values: { name: string; n: number }) => string;
};
