import { describe, expect, it } from "vitest";
import { detectFacing, toCameraName, toCameras } from "./devices.ts";

const texts = {
  back: "Back camera",
  front: "Front camera",
  numbered: ({ n }: { n: number }) => `Camera ${n}`,
  several: ({ name, n }: { name: string; n: number }) => `${name} ${n}`,
};
const createDevice = (label: string, deviceId = label) => ({ kind: "videoinput", deviceId, label });
const listNames = (...labels: string[]) => {
  const cameras = toCameras(labels.map((label, index) => createDevice(label, `id${index}`)));
  return cameras.map((camera) => toCameraName(camera, cameras, texts));
};

describe("cameras", () => {
  it("are the video inputs that have an id", () => {
    const microphone = { kind: "audioinput", deviceId: "m", label: "Microphone" };
    expect(toCameras([microphone, createDevice("", ""), createDevice("HD Webcam")])).toEqual([
      { id: "HD Webcam", label: "HD Webcam", facing: undefined },
    ]);
  });

  it("keep their names, or are numbered while labels are hidden", () => {
    expect(listNames("FaceTime HD Camera", "Back Ultra Wide Camera")).toEqual([
      "FaceTime HD Camera",
      "Back Ultra Wide Camera",
    ]);
    expect(listNames("", "")).toEqual(["Camera 1", "Camera 2"]);
  });

  it("on Android are called front and back, and numbered if there are several", () => {
    const labels = ["camera2 0, facing back", "camera2 1, facing front", "camera2 2, facing back"];
    expect(listNames(...labels)).toEqual(["Back camera 1", "Front camera", "Back camera 2"]);
  });

  it("face where the track says, otherwise where the label hints", () => {
    expect(detectFacing("anything", "user")).toBe("front");
    expect(detectFacing("Front Camera", "environment")).toBe("back");
    expect(detectFacing("Integrated Camera (04f2:b6dd)")).toBe("front");
    expect(detectFacing("USB Document Camera")).toBeUndefined();
  });
});
