import { describe, expect, it } from "vitest";
import { cameraName, facingOf, toCameras } from "./devices.ts";

const words = {
  back: "Back camera",
  front: "Front camera",
  numbered: (n: number) => `Camera ${n}`,
};
const device = (label: string, deviceId = label) => ({ kind: "videoinput", deviceId, label });
const names = (...labels: string[]) => {
  const cameras = toCameras(labels.map((label, index) => device(label, `id${index}`)));
  return cameras.map((camera) => cameraName(camera, cameras, words));
};

describe("cameras", () => {
  it("are the video inputs that have an id", () => {
    const microphone = { kind: "audioinput", deviceId: "m", label: "Microphone" };
    expect(toCameras([microphone, device("", ""), device("HD Webcam")])).toEqual([
      { id: "HD Webcam", label: "HD Webcam", facing: undefined },
    ]);
  });

  it("keep their names, and have a number while labels are hidden", () => {
    expect(names("FaceTime HD Camera", "Back Ultra Wide Camera")).toEqual([
      "FaceTime HD Camera",
      "Back Ultra Wide Camera",
    ]);
    expect(names("", "")).toEqual(["Camera 1", "Camera 2"]);
  });

  it("of Android are called front and back, numbered when there are several", () => {
    const labels = ["camera2 0, facing back", "camera2 1, facing front", "camera2 2, facing back"];
    expect(names(...labels)).toEqual(["Back camera 1", "Front camera", "Back camera 2"]);
  });

  it("look where the track says, else where the label hints", () => {
    expect(facingOf("anything", "user")).toBe("front");
    expect(facingOf("Front Camera", "environment")).toBe("back");
    expect(facingOf("Integrated Camera (04f2:b6dd)")).toBe("front");
    expect(facingOf("USB Document Camera")).toBeUndefined();
  });
});
