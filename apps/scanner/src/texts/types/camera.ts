// Written by scripts/texts/make-text-types.ts from en/camera.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Camera = {
  camera: {
    problems: {
      insecure: {
        title: string;
        text: string;
      };
      unsupported: {
        title: string;
        text: string;
      };
      dismissed: {
        title: string;
        text: string;
      };
      "not-allowed": {
        title: string;
        text: string;
      };
      "not-allowed-by-system": {
        title: string;
        text: string;
      };
      "no-camera": {
        title: string;
        text: string;
      };
      "in-use": {
        title: string;
        text: string;
      };
      unfit: {
        title: string;
        text: string;
      };
      failed: {
        title: string;
        text: string;
      };
    };
    allow: {
      ios: string;
      android: string;
      desktop: string;
    };
    broken: {
      title: string;
      text: string;
    };
    nothing: {
      title: string;
      text: string;
    };
    noPicture: {
      unreadable: {
        title: string;
        text: string;
      };
      "no-picture": {
        title: string;
        text: string;
      };
      "not-allowed": {
        title: string;
        text: string;
      };
    };
    typed: {
      label: string;
      hint: string;
      off: string;
      submit: string;
      cancel: string;
    };
  };
  controls: {
    label: string;
    torch: string;
    focus: string;
    zoom: string;
    picture: string;
    clipboard: string;
    type: string;
    mode: string;
    once: string;
    continuous: string;
    cameras: {
      back: string;
      front: string;
      numbered: (values: { n: Value }) => string;
      several: (values: { name: Value; n: Value }) => string;
    };
    zoomValue: (values: { zoom: Value }) => string;
    zoomShort: (values: { zoom: Value }) => string;
  };
};
