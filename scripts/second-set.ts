/** A test file that only `npm test -- --all` runs. */
type SecondSetFile = {
  file: string;
  /** How long it takes beside two others on two cores with no other work. */
  seconds: number;
  why: string;
};

/**
 * Files of the second set that only `npm run release` runs, before it makes anything. They take
 * five minutes of two cores for packages and images that nobody makes between releases.
 */
export const releaseTests: readonly string[] = [
  "scripts/release/container-image.test.ts",
  "scripts/release/debian-package.test.ts",
  "scripts/release/npm-packages.test.ts",
];

/**
 * The number of stories and long unit files that run at a time. Each waits for part of its time.
 */
export const filesAtATime = 3;

/** The limit for a unit file of the first set. */
export const maxUnitSeconds = 15;

/** The stories of the first set: one in a real browser for each promise of the README. */
export const promiseStories: Readonly<Record<string, string>> = {
  "a scan reaches the dashboard": "e2e/first-scan.test.ts",
  "log-in": "e2e/owner-login.test.ts",
  forwarding: "e2e/forwarding.test.ts",
  "a guest at the door": "e2e/guest-at-the-door.test.ts",
  NFC: "e2e/nfc-reading.test.ts",
  "a document": "e2e/documents.test.ts",
  "an object": "e2e/object-model.test.ts",
  "a room": "e2e/rooms.test.ts",
  offline: "e2e/unsent.test.ts",
  "in your language": "e2e/german.test.ts",
};

const reasons: readonly { why: string; files: Readonly<Record<string, number>> }[] = [
  {
    why: "engines besides Chromium, and functions that older browsers lack",
    files: {
      "e2e/document-engines.test.ts": 50,
      "e2e/firefox.test.ts": 30,
      "e2e/oldest-browsers.test.ts": 8,
      "e2e/webkit.test.ts": 21,
    },
  },
  {
    why: "every screen in every look",
    files: {
      "e2e/added-languages.test.ts": 150,
      "e2e/appearance.test.ts": 51,
      "e2e/languages.test.ts": 75,
      "e2e/forwarding-looks.test.ts": 49,
      "e2e/nfc-reading-looks.test.ts": 40,
      "e2e/nfc-writing-looks.test.ts": 38,
    },
  },
  {
    why: "the site, which is built three times for it",
    files: {
      "e2e/dashboard.test.ts": 18,
      "e2e/site.test.ts": 51,
      "e2e/site-lighthouse.test.ts": 24,
      "e2e/site-search.test.ts": 13,
      "apps/site/src/built-site.test.ts": 2,
      "apps/site/src/tests/html.test.ts": 6,
      "apps/site/src/tests/resources.test.ts": 6,
    },
  },
  {
    why: "processes, disks, networks and databases that fail",
    files: {
      "e2e/backup.test.ts": 32,
      "e2e/durability.test.ts": 17,
      "e2e/failing-receivers.test.ts": 28,
      "e2e/failover.test.ts": 55,
      "e2e/forwarding-faults.test.ts": 56,
      "e2e/forwarding-nodes.test.ts": 32,
      "e2e/postgres.test.ts": 32,
      "e2e/refusals.test.ts": 27,
      "e2e/wrong-clock.test.ts": 35,
      "apps/hub/src/store/register-faults.test.ts": 22,
      "apps/hub/src/destinations/wires/rabbitmq.test.ts": 40,
      "apps/hub/src/forwarding/store-problems.test.ts": 20,
      "apps/hub/src/store/postgres/sessions.test.ts": 30,
    },
  },
  {
    why: "rules for Prometheus over weeks of series, and a hub that causes the alerts",
    files: {
      "scripts/watching/firing-alerts.test.ts": 20,
    },
  },
  {
    why: "further stories of scanning, beyond the first scan",
    files: {
      "e2e/actions.test.ts": 54,
      "e2e/blocked-storage.test.ts": 14,
      "e2e/code-parts.test.ts": 11,
      "e2e/history.test.ts": 12,
      "e2e/installed-app.test.ts": 51,
      "e2e/jobs.test.ts": 40,
      "e2e/lan.test.ts": 6,
      "e2e/make-code.test.ts": 20,
      "e2e/own-machine.test.ts": 10,
      "e2e/real-photos.test.ts": 19,
      "e2e/scanning.test.ts": 35,
      "e2e/two-phones.test.ts": 17,
      "e2e/typed-codes.test.ts": 21,
      "e2e/way-back.test.ts": 30,
      "e2e/without-hub.test.ts": 12,
    },
  },
  {
    why: "further stories of tags, readers and the phone app",
    files: {
      "e2e/kiosk.test.ts": 40,
      "e2e/native-door.test.ts": 25,
      "e2e/native-shell.test.ts": 48,
      "e2e/native-system.test.ts": 30,
      "e2e/nfc-failed-writes.test.ts": 17,
      "e2e/nfc-lists.test.ts": 9,
      "e2e/nfc-writing.test.ts": 26,
      "e2e/tag-command.test.ts": 40,
      "e2e/tags.test.ts": 33,
      "e2e/nfc-reading-problems.test.ts": 29,
    },
  },
  {
    why: "further stories of documents, beyond the first PDF",
    files: {
      "e2e/document-codes.test.ts": 31,
      "e2e/document-curled.test.ts": 16,
      "e2e/document-export.test.ts": 67,
      "e2e/document-languages.test.ts": 11,
      "e2e/document-stills.test.ts": 55,
      "e2e/text-engine.test.ts": 18,
      "e2e/document-camera.test.ts": 21,
      "e2e/document-pages.test.ts": 62,
      "e2e/document-scanner.test.ts": 10,
      "e2e/document-text.test.ts": 60,
    },
  },
  {
    why: "further stories of rooms and objects",
    files: {
      "e2e/room-scanning.test.ts": 42,
      "e2e/objects.test.ts": 37,
    },
  },
  {
    why: "further stories of registers, beyond the first guest",
    files: {
      "e2e/counting-phones.test.ts": 40,
      "e2e/door-display.test.ts": 16,
      "e2e/loans-dashboard.test.ts": 30,
      "e2e/loans-looks.test.ts": 24,
      "e2e/loans-of-others.test.ts": 11,
      "e2e/questions.test.ts": 30,
      "e2e/questions-kept.test.ts": 20,
      "e2e/questions-looks.test.ts": 30,
      "e2e/lending.test.ts": 20,
      "e2e/inspecting.test.ts": 22,
      "e2e/leads-dashboard.test.ts": 20,
      "e2e/leads-phone.test.ts": 25,
      "e2e/repeated-post.test.ts": 6,
      "e2e/rounds.test.ts": 12,
      "e2e/signed-tags.test.ts": 15,
      "e2e/stock-phone.test.ts": 45,
      "e2e/verdict-senders.test.ts": 10,
      "e2e/verdicts.test.ts": 23,
      "e2e/registers.test.ts": 37,
      "e2e/labels.test.ts": 10,
      "e2e/stock-dashboard.test.ts": 24,
      "e2e/verdict-looks.test.ts": 33,
    },
  },
  {
    why: "further stories of the dashboard and of forwarding",
    files: {
      "e2e/alerts.test.ts": 31,
      "e2e/backup-download.test.ts": 19,
      "e2e/edited-twice.test.ts": 15,
      "e2e/forwarding-deliveries.test.ts": 49,
      "e2e/forwarding-secrets.test.ts": 20,
      "e2e/kept-drafts.test.ts": 15,
      "e2e/kept-forms.test.ts": 14,
      "e2e/passkeys.test.ts": 8,
      "e2e/people.test.ts": 20,
      "e2e/people-looks.test.ts": 35,
      "e2e/people-walk.test.ts": 25,
      "e2e/sending-scans.test.ts": 35,
      "e2e/sign-on.test.ts": 15,
      "e2e/totals.test.ts": 28,
      "e2e/route-forms.test.ts": 31,
    },
  },
  {
    why: "packages, images and command lines that a release makes, with the site",
    files: {
      "scripts/release/container-image.test.ts": 71,
      "scripts/release/debian-package.test.ts": 128,
      "scripts/release/npm-packages.test.ts": 99,
      "scripts/docs/command-lines.test.ts": 68,
      "scripts/release/release.test.ts": 1,
    },
  },
  {
    why: "objects of drawn pictures, made from start to end",
    files: {
      "packages/objects/src/reconstruct.test.ts": 135,
      "packages/objects/src/surface/refine-hull.test.ts": 43,
      "packages/objects/src/depth/find-rim.test.ts": 31,
      "packages/objects/src/poses/locate-views.test.ts": 15,
      "apps/cli/src/commands/object/object.test.ts": 100,
    },
  },
  {
    why: "text that is recognized on pages, and pages that are flattened",
    files: {
      "apps/cli/src/commands/document/document.test.ts": 41,
      "packages/documents/src/ocr/text-reader.test.ts": 53,
      "packages/documents/src/curl/curl.test.ts": 23,
    },
  },
  {
    why: "every picture of a corpus, and pictures without a code",
    files: {
      "packages/codes/src/corpus.test.ts": 45,
      "packages/codes/src/empty-pictures.test.ts": 40,
    },
  },
  {
    why: "every case of a large subject, or many processes",
    files: {
      "apps/hub/src/api/people/rights.test.ts": 17,
      "apps/hub/src/login/rights-over-http.test.ts": 20,
      "apps/hub/src/moving/move.test.ts": 25,
      "apps/hub/src/store/upgrade.test.ts": 26,
      "apps/hub/src/store/sqlite/conformance.test.ts": 60,
      "apps/hub/src/store/postgres/conformance.test.ts": 43,
      "apps/hub/src/forwarding/through-response.test.ts": 29,
      "apps/cli/src/commands/register/register.test.ts": 43,
      "scripts/docs/uses.test.ts": 39,
      "scripts/docs/snippets.test.ts": 42,
      "apps/hub/src/forwarding/forwarder.test.ts": 19,
      "apps/cli/src/commands/serve.test.ts": 38,
    },
  },
  {
    why: "a run of tests that stalls for twelve seconds",
    files: {
      "scripts/end-stalled-run.test.ts": 15,
    },
  },
];

export const secondSet: readonly SecondSetFile[] = reasons.flatMap(({ why, files }) =>
  Object.entries(files).map(([file, seconds]) => ({ file, seconds, why })),
);
