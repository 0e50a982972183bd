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

/** A capture rejects if it fails, and resolves without a result if the person gave up. */
export type RoomCapture = {
  isSupported(): Promise<boolean>;
  scan(): Promise<Capture | undefined>;
};
export type ObjectCapture = {
  isSupported(): Promise<boolean>;
  capture(): Promise<SystemObject | undefined>;
};

/** Captures that the system of a phone has beside those of the browser. */
export type SystemCaptures = {
  rooms?: RoomCapture;
  objects?: ObjectCapture;
  /** Opens a page in Chrome, where the app itself has no WebXR. Returns false without Chrome. */
  openInChrome?: (address: string) => Promise<boolean>;
};

/** None in a browser. */
export const systemCaptures: SystemCaptures = {};
