// Written by scripts/texts/make-text-types.ts from en/login.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Login = {
  login: {
    title: string;
    ended: string;
    noCookie: string;
    name: string;
    password: string;
    show: string;
    submit: string;
    chooseTitle: string;
    chooseText: string;
    invitedTitle: (values: { name: Value }) => string;
    invitedText: (values: { name: Value }) => string;
    renewTitle: (values: { name: Value }) => string;
    renewText: string;
    newPassword: string;
    chooseSubmit: string;
    linkNeeded: string;
    linkNeededText: string;
    linkWrong: string;
    forgotten: (values: { command: Value }) => string;
    forgottenNamed: (values: { command: Value }) => string;
    toPassword: string;
    second: {
      title: string;
      text: string;
      code: string;
      recoveryText: string;
      recoveryCode: string;
      toRecovery: string;
      toCode: string;
      back: string;
    };
    or: string;
    withProvider: (values: { name: Value }) => string;
    withPasskey: string;
    passkeyFailed: string;
    unknownProblem: string;
  };
};
