import type { Capture } from "@scanhook/rooms";

/** An object that the system captured. */
export type SystemObject = {
  /** USDZ. */
  model: Blob;
  /** A small picture of it, where the system drew one. */
  thumbnail: Blob | undefined;
  /** The sides of its upright box, in millimeters. */
  box: { length: number; width: number; height: number };
  pictures: number;
};

/** A capture of rooms. `scan` rejects if it fails, and resolves to undefined if it is canceled. */
export type RoomCapture = {
  isSupported(): Promise<boolean>;
  scan(): Promise<Capture | undefined>;
};
/** A capture of objects. `capture` fails and is canceled as {@link RoomCapture.scan}. */
export type ObjectCapture = {
  isSupported(): Promise<boolean>;
  capture(): Promise<SystemObject | undefined>;
};

/** Captures that the system of a phone offers in addition to those of the browser. */
export type SystemCaptures = {
  rooms?: RoomCapture;
  objects?: ObjectCapture;
  /** Shows the model of an object in the viewer of the system. Rejects if it cannot. */
  showModel?: (model: File) => Promise<void>;
  /** Opens a page in Chrome, where the app itself has no WebXR. Returns false without Chrome. */
  openInChrome?: (address: string) => Promise<boolean>;
};

/** None in a browser. */
export const systemCaptures: SystemCaptures = {};
