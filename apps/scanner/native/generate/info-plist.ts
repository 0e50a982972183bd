import { build, type PlistValue, parse } from "plist";
import { felicaSystemCodes } from "../src/felica-systems.ts";
import { quickActions } from "./actions-by-use.ts";
import { type Shell, schemes } from "./shell.ts";

const usageDescriptions = {
  NFCReaderUsageDescription: "To read and write the NFC tags you hold to the phone.",
  NSCameraUsageDescription:
    "To scan codes, documents, objects and rooms. Pictures stay on the phone.",
  NSLocalNetworkUsageDescription: "To send your scans to a receiver in your network.",
  // Without this text, iOS ends the app when a person taps "Save Image" in the share sheet.
  NSPhotoLibraryAddUsageDescription: "To save pictures of your scans in your photo library.",
  NSLocationWhenInUseUsageDescription:
    "To write your current location to a tag when you ask for it.",
};

/**
 * Adds the app's usage descriptions, URL schemes, quick actions and requirements to Capacitor's
 * Info.plist.
 */
export function editInfoPlist(template: string, shell: Shell): string {
  const plist = parse(template) as Record<string, PlistValue>;
  return build({
    ...plist,
    ...usageDescriptions,
    CFBundleDisplayName: shell.name,
    // The system's error messages are then in English, too, as src/network-error.ts expects.
    CFBundleLocalizations: ["en"],
    CFBundleURLTypes: [
      { CFBundleURLName: shell.id, CFBundleTypeRole: "Viewer", CFBundleURLSchemes: [...schemes] },
    ],
    UIApplicationShortcutItems: quickActions.map(({ title, symbol, link = "" }) => ({
      UIApplicationShortcutItemType: link,
      UIApplicationShortcutItemTitle: title,
      UIApplicationShortcutItemIconSymbolName: symbol,
    })),
    // The NDEF application of NFC Forum type 4 tags, versions 2 and 1.
    "com.apple.developer.nfc.readersession.iso7816.select-identifiers": [
      "D2760000850101",
      "D2760000850100",
    ],
    "com.apple.developer.nfc.readersession.felica.systemcodes": [...felicaSystemCodes],
    NSAppTransportSecurity: {
      NSExceptionDomains: { localhost: { NSExceptionAllowsInsecureHTTPLoads: true } },
    },
    ITSAppUsesNonExemptEncryption: false,
    UIRequiredDeviceCapabilities: ["arm64"],
  });
}

/** Returns the entitlements: reading tags, the app group, and links to the hubs. */
export function generateEntitlements(shell: Shell): string {
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
