import { actionIcons } from "../../src/links/action-icons.ts";
import { type Action, actions } from "../../src/links/actions.ts";
import { actionsByUse } from "./actions-by-use.ts";
import { toTitleName } from "./android-texts.ts";
import { escapeXml, javaPackage, type Shell } from "./shell.ts";

/**
 * Returns shortcuts.xml with a shortcut for each action, in the order of use. Launchers show the
 * first four or five. Android takes fifteen, and five up to version 10, so the app also offers to
 * put each on the home screen.
 */
export function generateShortcuts({ id: appId }: Shell): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<shortcuts xmlns:android="http://schemas.android.com/apk/res/android">
${actionsByUse.map((action) => generateShortcut(action, appId)).join("\n")}
</shortcuts>
`;
}

/** Returns the icons of the actions as vector drawables (XML), by file name. */
export function generateDrawables(): Map<string, string> {
  return new Map(
    actions.map(({ icon }) => [`${toDrawableName(icon)}.xml`, generateDrawable(actionIcons[icon])]),
  );
}

function generateShortcut(action: Action, appId: string): string {
  const { id, icon, link } = action;
  const intent = link
    ? `<intent
            android:action="android.intent.action.VIEW"
            android:data="${escapeXml(link)}"
            android:targetClass="${javaPackage}.MainActivity"
            android:targetPackage="${appId}" />`
    : `<intent
            android:action="android.intent.action.VIEW"
            android:targetClass="${javaPackage}.LastScanActivity"
            android:targetPackage="${appId}">
            <extra
                android:name="source"
                android:value="${id === "last-nfc" ? "nfc" : "code"}" />
        </intent>`;
  return `    <shortcut
        android:enabled="true"
        android:icon="@drawable/${toDrawableName(icon)}"
        android:shortcutId="${id}"
        android:shortcutShortLabel="@string/${toTitleName(action)}">
        ${intent}
    </shortcut>`;
}

/** Returns a white icon on a disc in the app's color. Launchers crop it to a circle or a square. */
function generateDrawable(path: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="48dp"
    android:height="48dp"
    android:viewportWidth="48"
    android:viewportHeight="48">
    <path
        android:fillColor="#4338ca"
        android:pathData="M24 2a22 22 0 1 0 0 44a22 22 0 1 0 0 -44z" />
    <group
        android:translateX="12"
        android:translateY="12">
        <path
            android:pathData="${escapeXml(path)}"
            android:strokeColor="#ffffff"
            android:strokeLineCap="round"
            android:strokeLineJoin="round"
            android:strokeWidth="1.75" />
    </group>
</vector>
`;
}

const toDrawableName = (icon: string) => `action_${icon.replaceAll("-", "_")}`;
