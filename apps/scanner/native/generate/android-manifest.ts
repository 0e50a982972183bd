import { escapeXml, javaPackage, type Shell, schemes } from "./shell.ts";

/**
 * Returns AndroidManifest.xml: the main activity with all intents that open it, and the activity
 * that copies a last scan.
 */
export function generateAndroidManifest(shell: Shell): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<!-- Made by \`npm run native\`; changes here are lost. -->
<manifest xmlns:android="http://schemas.android.com/apk/res/android">
    <application
        android:allowBackup="false"
        android:icon="@mipmap/ic_launcher"
        android:label="@string/app_name"
        android:localeConfig="@xml/locales_config"
        android:networkSecurityConfig="@xml/network_security_config"
        android:roundIcon="@mipmap/ic_launcher_round"
        android:supportsRtl="true"
        android:theme="@style/AppTheme">
        <activity
            android:name="${javaPackage}.MainActivity"
            android:configChanges="orientation|keyboardHidden|keyboard|screenSize|locale|smallestScreenSize|screenLayout|uiMode|navigation|density"
            android:exported="true"
            android:label="@string/title_activity_main"
            android:launchMode="singleTask"
            android:theme="@style/AppTheme.NoActionBarLaunch">
            <intent-filter>
                <action android:name="android.intent.action.MAIN" />
                <category android:name="android.intent.category.LAUNCHER" />
            </intent-filter>
${schemes.map((scheme) => viewFilter(`<data android:scheme="${scheme}" />`)).join("\n")}
${shell.origins.map((origin) => viewFilter(hubPage(origin), ' android:autoVerify="true"')).join("\n")}
            <intent-filter>
                <action android:name="android.nfc.action.NDEF_DISCOVERED" />
                <category android:name="android.intent.category.DEFAULT" />
                <data android:scheme="scanhook" />
                <data android:scheme="nfc" />
            </intent-filter>
${shell.origins.map((origin) => tagFilter(hubPage(origin))).join("\n")}
${tagFilter('<data android:mimeType="application/vnd.openprinttag" />')}
${shareFilter("SEND", ["image/*", "application/pdf", "text/plain"])}
${shareFilter("SEND_MULTIPLE", ["image/*", "application/pdf"])}
            <meta-data
                android:name="android.app.shortcuts"
                android:resource="@xml/shortcuts" />
        </activity>
        <activity
            android:name="${javaPackage}.LastScanActivity"
            android:excludeFromRecents="true"
            android:exported="false"
            android:taskAffinity=""
            android:theme="@android:style/Theme.NoDisplay" />
        <provider
            android:name="androidx.core.content.FileProvider"
            android:authorities="\${applicationId}.fileprovider"
            android:exported="false"
            android:grantUriPermissions="true">
            <meta-data
                android:name="android.support.FILE_PROVIDER_PATHS"
                android:resource="@xml/file_paths" />
        </provider>
    </application>
    <queries>
        <!-- Android 11 and later hide the voices of the system otherwise. -->
        <intent>
            <action android:name="android.intent.action.TTS_SERVICE" />
        </intent>
    </queries>
    <uses-permission android:name="android.permission.INTERNET" />
    <uses-permission android:name="android.permission.CAMERA" />
    <uses-permission android:name="android.permission.NFC" />
    <uses-permission android:name="android.permission.VIBRATE" />
    <uses-permission android:name="android.permission.ACCESS_COARSE_LOCATION" />
    <uses-permission android:name="android.permission.ACCESS_FINE_LOCATION" />
    <uses-feature
        android:name="android.hardware.camera"
        android:required="false" />
    <uses-feature
        android:name="android.hardware.nfc"
        android:required="false" />
    <uses-feature
        android:name="android.hardware.location"
        android:required="false" />
</manifest>
`;
}

/** Returns the intent filter for links. */
function viewFilter(data: string, attributes = ""): string {
  return `            <intent-filter${attributes}>
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                ${data}
            </intent-filter>`;
}

/** Returns the intent filter for tags. */
function tagFilter(data: string): string {
  return `            <intent-filter>
                <action android:name="android.nfc.action.NDEF_DISCOVERED" />
                <category android:name="android.intent.category.DEFAULT" />
                ${data}
            </intent-filter>`;
}

/** Returns the intent filter for what other apps share. */
function shareFilter(action: "SEND" | "SEND_MULTIPLE", types: readonly string[]): string {
  const data = types.map((type) => `                <data android:mimeType="${type}" />`);
  return `            <intent-filter>
                <action android:name="android.intent.action.${action}" />
                <category android:name="android.intent.category.DEFAULT" />
${data.join("\n")}
            </intent-filter>`;
}

/** Returns the data element for the scanner's page of a hub. */
function hubPage(origin: string): string {
  const { hostname, port } = new URL(origin);
  const portAttribute = port === "" ? "" : ` android:port="${escapeXml(port)}"`;
  return `<data android:scheme="https" android:host="${escapeXml(hostname)}"${portAttribute} android:pathPrefix="/scan/" />`;
}
