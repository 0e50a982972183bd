import { build, type PlistValue, parse } from "plist";
import type { SystemLanguages } from "../../system-texts.ts";
import { felicaSystemCodes } from "../src/felica-systems.ts";
import { quickActions } from "./actions-by-use.ts";
import { describeUsage } from "./ios-texts.ts";
import { type Shell, schemes } from "./shell.ts";

/**
 * Adds the app's usage descriptions in English, its languages, URL schemes, quick actions and
 * requirements to Capacitor's Info.plist.
 */
export function editInfoPlist(template: string, shell: Shell, languages: SystemLanguages): string {
  const plist = parse(template) as Record<string, PlistValue>;
  return build({
    ...plist,
    ...describeUsage(languages.get("en")!),
    CFBundleDisplayName: shell.name,
    CFBundleLocalizations: [...languages.keys()],
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
