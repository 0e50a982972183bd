import { build, type PlistValue, parse } from "plist";
import { actions } from "../../src/actions/table.ts";
import { type Shell, schemes } from "./shell.ts";

/** The home screen shows four at most. */
const quickActions = ["scan-nfc", "scan-code", "scan-document", "write-nfc"];

const usage = {
  NFCReaderUsageDescription: "To read and write the NFC tags you hold to the phone.",
  NSCameraUsageDescription:
    "To scan codes, documents, objects and rooms. Pictures stay on the phone.",
  NSLocalNetworkUsageDescription: "To send your scans to a receiver in your own network.",
  NSLocationWhenInUseUsageDescription:
    "To write the place where you are onto a tag, when you ask for it.",
};

/** Capacitor's Info.plist with what the app declares on top. */
export function printInfoPlist(template: string, shell: Shell): string {
  const plist = parse(template) as Record<string, PlistValue>;
  return build({
    ...plist,
    ...usage,
    CFBundleDisplayName: shell.name,
    // Also what the sentences of the system's errors are in: src/network-error.ts reads them.
    CFBundleLocalizations: ["en"],
    CFBundleURLTypes: [
      { CFBundleURLName: shell.id, CFBundleTypeRole: "Viewer", CFBundleURLSchemes: [...schemes] },
    ],
    UIApplicationShortcutItems: quickActions.map((id) => {
      const { title, symbol, link = "" } = actions.find((action) => action.id === id)!;
      return {
        UIApplicationShortcutItemType: link,
        UIApplicationShortcutItemTitle: title,
        UIApplicationShortcutItemIconSymbolName: symbol,
      };
    }),
    // NFC Forum type 4 tags: the NDEF application, versions 1 and 2.
    "com.apple.developer.nfc.readersession.iso7816.select-identifiers": [
      "D2760000850101",
      "D2760000850100",
    ],
    NSAppTransportSecurity: {
      NSExceptionDomains: { localhost: { NSExceptionAllowsInsecureHTTPLoads: true } },
    },
    ITSAppUsesNonExemptEncryption: false,
    UIRequiredDeviceCapabilities: ["arm64"],
  });
}

/** What the app asks Apple for, apart from what every app may. */
export function printEntitlements(shell: Shell): string {
  return build({
    "com.apple.developer.nfc.readersession.formats": ["TAG"],
    "com.apple.security.application-groups": [`group.${shell.id}`],
    ...(shell.origins.length > 0
      ? {
          "com.apple.developer.associated-domains": shell.origins.map(
            (origin) => `applinks:${new URL(origin).hostname}`,
          ),
        }
      : {}),
  });
}
