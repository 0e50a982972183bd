// Written by scripts/texts/make-text-types.ts from en/messages.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Messages = {
  alertSubject: (values: { title: Value }) => string;
  mail: {
    subject: (values: { what: Value }) => string;
    tag: (values: { tag: Value }) => string;
    content: (values: { content: Value }) => string;
    identifier: (values: { identifier: Value }) => string;
    scanned: (values: { date: Value; by: Value }) => string;
    by: (values: { user: Value }) => string;
    inbox: (values: { inbox: Value }) => string;
  };
  chat: {
    tag: string;
  };
  ntfy: {
    scanned: (values: { what: Value }) => string;
    tag: string;
    code: string;
  };
};
