// Written by scripts/texts/make-text-types.ts from en/alerts.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Alerts = {
  destination: {
    failing: {
      title: (values: { name: Value }) => string;
      silent: (values: { name: Value }) => string;
      status: (values: { name: Value; status: Value }) => string;
    };
    stopped: {
      title: (values: { name: Value }) => string;
      message: (values: { name: Value; notice: Value }) => string;
    };
    held: {
      title: (values: { name: Value }) => string;
      message: (values: { name: Value }) => string;
    };
    dropping: {
      title: (values: { name: Value }) => string;
      message: (values: { name: Value }) => string;
    };
    on: {
      title: (values: { name: Value }) => string;
      message: (values: { name: Value }) => string;
    };
    back: {
      title: (values: { name: Value }) => string;
      message: (values: { name: Value }) => string;
    };
    givenUp: {
      title: (values: { name: Value }) => string;
      message: (values: { name: Value }) => string;
    };
  };
  disk: {
    on: (values: { host: Value }) => string;
    low: {
      title: (values: { on: Value }) => string;
      message: (values: { on: Value; free: Value; total: Value }) => string;
    };
    ok: {
      title: (values: { on: Value }) => string;
      message: (values: { on: Value; free: Value; total: Value }) => string;
    };
    gibibytes: (values: { size: Value }) => string;
    mebibytes: (values: { size: Value }) => string;
  };
  backup: {
    old: {
      title: string;
      message: (values: { day: Value }) => string;
    };
    made: {
      title: string;
      message: (values: { day: Value }) => string;
    };
  };
  clock: {
    wrong: {
      title: string;
      message: (values: { shown: Value }) => string;
    };
    future: {
      title: string;
      message: (values: { shown: Value; latest: Value }) => string;
    };
    right: {
      title: string;
      message: (values: { shown: Value }) => string;
    };
    set: {
      title: string;
      message: (values: { before: Value; shown: Value }) => string;
    };
  };
  guessing: {
    title: (values: { inbox: Value }) => string;
    message: (values: { inbox: Value; sender: Value }) => string;
  };
  test: {
    title: string;
    message: string;
  };
  changed: string;
  notices: {
    gone: string;
  };
};
