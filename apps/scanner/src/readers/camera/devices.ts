export type CameraDevice = { id: string; label: string; facing: "back" | "front" | undefined };

/** The cameras of `enumerateDevices`, in words. Labels are empty until the camera was allowed once. */
export function toCameras(
  devices: readonly { kind: string; deviceId: string; label: string }[],
): CameraDevice[] {
  return devices
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId !== "")
    .map(({ deviceId, label }) => ({ id: deviceId, label: label.trim(), facing: facingOf(label) }));
}

/** Which way a camera looks. The track says so on phones; on laptops only the label gives a hint. */
export function facingOf(label: string, facingMode?: string): "back" | "front" | undefined {
  if (facingMode === "environment") return "back";
  if (facingMode === "user") return "front";
  if (/\b(back|rear|environment)\b/i.test(label)) return "back";
  if (/\b(front|user|facetime|integrated|built-?in)\b/i.test(label)) return "front";
  return undefined;
}

/** Android names cameras "camera2 0, facing back"; people know front and back. */
export function cameraName(
  camera: CameraDevice,
  all: readonly CameraDevice[],
  words: { back: string; front: string; numbered: (number: number) => string },
): string {
  if (camera.label === "") return words.numbered(all.indexOf(camera) + 1);
  if (!/^camera2? \d+, facing/i.test(camera.label)) return camera.label;
  if (!camera.facing) return camera.label;
  const alike = all.filter(({ facing }) => facing === camera.facing);
  const name = words[camera.facing];
  return alike.length === 1 ? name : `${name} ${alike.indexOf(camera) + 1}`;
}
