import type { NativeApp } from '../app.ts'
import { MESSAGE_SERVICES, messageService } from './android-messages.ts'
import type { Mark } from './mark.ts'

const MAIN = 'android/app/src/main'
const HEAD = '<?xml version="1.0" encoding="utf-8"?>'

/** Returns the files of the Android project that are written whole, by path. */
export function androidFiles(app: NativeApp, mark: Mark): Record<string, string> {
  const java = `${MAIN}/java/${app.id.replaceAll('.', '/')}`
  return {
    [`${MAIN}/AndroidManifest.xml`]: manifest(app),
    [`${java}/MainActivity.java`]: activity(app),
    [`${java}/MessageService.java`]: messageService(app),
    [`${MAIN}/res/values/strings.xml`]: strings(app),
    [`${MAIN}/res/values/colors.xml`]: colours(app),
    [`${MAIN}/res/values/styles.xml`]: STYLES,
    [`${MAIN}/res/xml/data_extraction_rules.xml`]: NOTHING_LEAVES,
    [`${MAIN}/res/mipmap-anydpi-v26/ic_launcher.xml`]: ADAPTIVE_ICON,
    [`${MAIN}/res/mipmap-anydpi-v26/ic_launcher_round.xml`]: ADAPTIVE_ICON,
    [`${MAIN}/res/drawable/ic_launcher_foreground.xml`]: vector(108, 108, 30, 27, mark),
    [`${MAIN}/res/drawable/ic_launcher_monochrome.xml`]: vector(108, 108, 30, 27, mark, '#ffffffff'),
    [`${MAIN}/res/drawable/ic_notification.xml`]: vector(24, 48, 0, -3, mark, '#ffffffff'),
  }
}

function manifest(app: NativeApp): string {
  const paths = app.linkPaths.map((path) => {
    const [attribute, value] = path.endsWith('*') ? ['pathPrefix', path.slice(0, -1)] : ['path', path]
    return `                <data android:${attribute}="${value}" />`
  })
  const permissions = app.androidPermissions.map((name) => `    <uses-permission android:name="${name}" />`)
  return `${HEAD}
<manifest xmlns:android="http://schemas.android.com/apk/res/android"
    xmlns:tools="http://schemas.android.com/tools">

    <application
        android:allowBackup="false"
        android:dataExtractionRules="@xml/data_extraction_rules"
        android:fullBackupContent="false"
        android:icon="@mipmap/ic_launcher"
        android:label="@string/app_name"
        android:roundIcon="@mipmap/ic_launcher_round"
        android:supportsRtl="true"
        android:theme="@style/AppTheme"
        android:usesCleartextTraffic="false">

        <activity
            android:configChanges="orientation|keyboardHidden|keyboard|screenSize|locale|smallestScreenSize|screenLayout|uiMode|navigation|density"
            android:name=".MainActivity"
            android:label="@string/title_activity_main"
            android:theme="@style/AppTheme.NoActionBarLaunch"
            android:launchMode="singleTask"
            android:exported="true">

            <intent-filter>
                <action android:name="android.intent.action.MAIN" />
                <category android:name="android.intent.category.LAUNCHER" />
            </intent-filter>

            <intent-filter>
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="@string/custom_url_scheme" />
            </intent-filter>

            <intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="https" />
                <data android:host="${app.host}" />
${paths.join('\n')}
            </intent-filter>

        </activity>

        <provider
            android:name="androidx.core.content.FileProvider"
            android:authorities="\${applicationId}.fileprovider"
            android:exported="false"
            android:grantUriPermissions="true">
            <meta-data
                android:name="android.support.FILE_PROVIDER_PATHS"
                android:resource="@xml/file_paths" />
        </provider>

${MESSAGE_SERVICES}

        <meta-data
            android:name="com.google.firebase.messaging.default_notification_icon"
            android:resource="@drawable/ic_notification" />
        <meta-data
            android:name="com.google.firebase.messaging.default_notification_color"
            android:resource="@color/notification" />
        <meta-data
            android:name="com.google.firebase.messaging.default_notification_channel_id"
            android:value="${app.notifications.channel}" />
        <meta-data
            android:name="firebase_messaging_auto_init_enabled"
            android:value="false" />
    </application>

${permissions.join('\n')}
</manifest>
`
}

function activity({ id }: NativeApp): string {
  return `package ${id};

import android.content.Intent;
import android.os.Bundle;
import androidx.activity.EdgeToEdge;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        EdgeToEdge.enable(this);
        // A start that repeats an earlier one asks for nothing: its link or message has been answered.
        boolean fromHistory = (getIntent().getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
        if (savedInstanceState != null || fromHistory) {
            setIntent(new Intent(Intent.ACTION_MAIN));
        }
        super.onCreate(savedInstanceState);
    }
}
`
}

function strings({ id, name, scheme, notifications }: NativeApp): string {
  return `${HEAD}
<resources>
    <string name="app_name">${name}</string>
    <string name="title_activity_main">${name}</string>
    <string name="package_name">${id}</string>
    <string name="custom_url_scheme">${scheme}</string>
    <string name="notification_off">${notifications.action.title.replaceAll("'", "\\'")}</string>
</resources>
`
}

function colours({ colours: { ground, text, action } }: NativeApp): string {
  return `${HEAD}
<resources>
    <color name="ic_launcher_background">${ground}</color>
    <color name="splash_ground">${ground}</color>
    <color name="notification">${action}</color>
    <color name="colorPrimary">${ground}</color>
    <color name="colorPrimaryDark">${ground}</color>
    <color name="colorAccent">${text}</color>
</resources>
`
}

const STYLES = `${HEAD}
<resources>

    <style name="AppTheme" parent="Theme.AppCompat.DayNight.NoActionBar">
        <item name="colorPrimary">@color/colorPrimary</item>
        <item name="colorPrimaryDark">@color/colorPrimaryDark</item>
        <item name="colorAccent">@color/colorAccent</item>
        <item name="android:windowBackground">@color/splash_ground</item>
    </style>

    <style name="AppTheme.NoActionBar" parent="AppTheme">
        <item name="windowActionBar">false</item>
        <item name="windowNoTitle">true</item>
        <item name="android:background">@null</item>
    </style>

    <style name="AppTheme.NoActionBarLaunch" parent="Theme.SplashScreen">
        <item name="windowSplashScreenBackground">@color/splash_ground</item>
        <item name="windowSplashScreenAnimatedIcon">@drawable/ic_launcher_foreground</item>
        <item name="postSplashScreenTheme">@style/AppTheme.NoActionBar</item>
    </style>
</resources>
`

const NOTHING_LEAVES = `${HEAD}
<!-- The session is sealed with a key that stays on this phone: elsewhere it could not be read. -->
<data-extraction-rules>
    <cloud-backup>
        <exclude domain="root" path="." />
    </cloud-backup>
    <device-transfer>
        <exclude domain="root" path="." />
    </device-transfer>
</data-extraction-rules>
`

const ADAPTIVE_ICON = `${HEAD}
<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
    <background android:drawable="@color/ic_launcher_background" />
    <foreground android:drawable="@drawable/ic_launcher_foreground" />
    <monochrome android:drawable="@drawable/ic_launcher_monochrome" />
</adaptive-icon>
`

/** Draws the mark as an Android vector of `side` dp, over a square of `view` units in which it is at (x, y), in its colours or in one. */
function vector(side: number, view: number, x: number, y: number, { steps }: Mark, colour?: string): string {
  const paths = steps.map(
    ({ fill, path }) => `        <path
            android:fillColor="${colour ?? fill}"
            android:pathData="${path}" />`,
  )
  return `${HEAD}
<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="${side}dp"
    android:height="${side}dp"
    android:viewportWidth="${view}"
    android:viewportHeight="${view}">
    <group
        android:translateX="${x}"
        android:translateY="${y}">
${paths.join('\n')}
    </group>
</vector>
`
}
