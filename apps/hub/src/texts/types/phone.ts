// Written by scripts/texts/make-text-types.ts from en/phone.json.

import type { Value } from "@scanhook/texts/make-texts";

export type Phone = {
  title: string;
  heading: string;
  lead: string;
  openScanner: string;
  noScript: string;
  status: {
    checking: string;
    ready: string;
    waiting: string;
  };
  devices: {
    label: string;
    apple: string;
    android: string;
    computer: string;
  };
  apple: {
    getProfile: string;
    getProfileNote: string;
    install: string;
    installNote: string;
    trust: (values: { name: Value }) => string;
    comeBack: string;
  };
  android: {
    getCertificate: string;
    getCertificateNote: string;
    openSettings: string;
    openSettingsNote: string;
    install: (values: { file: Value }) => string;
    installNote: string;
    comeBack: string;
  };
  computer: {
    ofHub: (values: { address: Value }) => string;
    getCertificate: string;
    getCertificateNote: string;
    add: string;
    macOs: string;
    windows: string;
    linux: string;
    firefox: string;
    comeBack: string;
  };
  more: string;
  without: {
    title: string;
    how: string;
    risk: string;
    open: string;
  };
  what: {
    title: string;
    certificate: (values: { name: Value }) => string;
    compare: (values: { address: Value }) => string;
    files: (values: { profile: Value; der: Value; pem: Value }) => string;
    profile: string;
  };
  languages: string;
};
