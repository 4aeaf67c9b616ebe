import { brand } from '@tribune/french/sentences/app.ts'
import { photosReason } from '@tribune/french/sentences/share.ts'
import type { NativeApp } from '../app.ts'
import { collectedTypes, isLinked } from './collected-data.ts'
import { ASSETS, splashName } from './pictures.ts'

const APP_DIR = 'ios/App/App'
const PLIST_HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">`

/** A value of a property list. */
type Value = string | boolean | readonly Value[] | { readonly [key: string]: Value }

/** Returns the files of the iOS project that are written whole, by path. */
export function iosFiles(app: NativeApp): Record<string, string> {
  return {
    [`${APP_DIR}/Info.plist`]: plist(info(app)),
    [`${APP_DIR}/App.entitlements`]: plist({
      'aps-environment': 'development',
      'com.apple.developer.associated-domains': [`applinks:${app.host}`],
    }),
    [`${APP_DIR}/PrivacyInfo.xcprivacy`]: plist(PRIVACY),
    [`${APP_DIR}/AppDelegate.swift`]: delegate(app),
    [`${APP_DIR}/Base.lproj/LaunchScreen.storyboard`]: launchScreen(app),
    [`${ASSETS}/AppIcon.appiconset/Contents.json`]: json({
      images: [{ filename: 'AppIcon-512@2x.png', idiom: 'universal', platform: 'ios', size: '1024x1024' }],
      info: MADE,
    }),
    [`${ASSETS}/Splash.imageset/Contents.json`]: json({
      images: [1, 2, 3].map((scale) => ({ filename: splashName(scale), idiom: 'universal', scale: `${scale}x` })),
      info: MADE,
    }),
  }
}

const MADE = { author: 'xcode', version: 1 }

function info({ name, id, scheme, region }: NativeApp): Value {
  const sides = ['UIInterfaceOrientationLandscapeLeft', 'UIInterfaceOrientationLandscapeRight']
  return {
    CAPACITOR_DEBUG: '$(CAPACITOR_DEBUG)',
    CFBundleDevelopmentRegion: region,
    CFBundleDisplayName: name,
    CFBundleExecutable: '$(EXECUTABLE_NAME)',
    CFBundleIdentifier: '$(PRODUCT_BUNDLE_IDENTIFIER)',
    CFBundleInfoDictionaryVersion: '6.0',
    CFBundleLocalizations: [region],
    CFBundleName: '$(PRODUCT_NAME)',
    CFBundlePackageType: 'APPL',
    CFBundleShortVersionString: '$(MARKETING_VERSION)',
    CFBundleURLTypes: [{ CFBundleTypeRole: 'Editor', CFBundleURLName: id, CFBundleURLSchemes: [scheme] }],
    CFBundleVersion: '$(CURRENT_PROJECT_VERSION)',
    ITSAppUsesNonExemptEncryption: false,
    LSRequiresIPhoneOS: true,
    // The share sheet offers to save a picture, and ends the app without it.
    NSPhotoLibraryAddUsageDescription: photosReason,
    UIApplicationSceneManifest: {
      UIApplicationSupportsMultipleScenes: false,
      UISceneConfigurations: {
        // No storyboard: SceneDelegate makes its own controller, and a second one would be thrown away.
        UIWindowSceneSessionRoleApplication: [
          {
            UISceneConfigurationName: 'Default Configuration',
            UISceneDelegateClassName: '$(PRODUCT_MODULE_NAME).SceneDelegate',
          },
        ],
      },
    },
    UILaunchStoryboardName: 'LaunchScreen',
    UIMainStoryboardFile: 'Main',
    UIRequiredDeviceCapabilities: ['arm64'],
    UISupportedInterfaceOrientations: ['UIInterfaceOrientationPortrait', ...sides],
    'UISupportedInterfaceOrientations~ipad': [
      'UIInterfaceOrientationPortrait',
      'UIInterfaceOrientationPortraitUpsideDown',
      ...sides,
    ],
    UIViewControllerBasedStatusBarAppearance: true,
  }
}

const collected = (type: string): Value => ({
  NSPrivacyCollectedDataType: `NSPrivacyCollectedDataType${type}`,
  NSPrivacyCollectedDataTypeLinked: isLinked(type),
  NSPrivacyCollectedDataTypePurposes: ['NSPrivacyCollectedDataTypePurposeAppFunctionality'],
  NSPrivacyCollectedDataTypeTracking: false,
})

/** Data that the product stores of a fan, in Apple's words, and the reason for each interface that needs one. */
const PRIVACY: Value = {
  NSPrivacyAccessedAPITypes: [
    // @capacitor/filesystem, for files of the app's own folders.
    {
      NSPrivacyAccessedAPIType: 'NSPrivacyAccessedAPICategoryFileTimestamp',
      NSPrivacyAccessedAPITypeReasons: ['C617.1'],
    },
  ],
  NSPrivacyCollectedDataTypes: collectedTypes().map(collected),
  NSPrivacyTracking: false,
  NSPrivacyTrackingDomains: [],
}

/** Registers the action of each category of notification, and hands the phone's push token to the plugin. */
function delegate({ notifications: { categories, action } }: NativeApp): string {
  const names = categories.map((category) => `"${category}"`).join(', ')
  return `import UIKit
import UserNotifications
import Capacitor

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {

    var window: UIWindow?

    func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
        // In the foreground: the app's page tells the server.
        let action = UNNotificationAction(identifier: "${action.id}", title: "${action.title}", options: [.foreground])
        let categories = [${names}].map {
            UNNotificationCategory(identifier: $0, actions: [action], intentIdentifiers: [], options: [])
        }
        UNUserNotificationCenter.current().setNotificationCategories(Set(categories))
        return true
    }

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken)
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
    }

    func application(_ application: UIApplication,
                     configurationForConnecting connectingSceneSession: UISceneSession,
                     options: UIScene.ConnectionOptions) -> UISceneConfiguration {
        let config = UISceneConfiguration(name: "Default Configuration",
                                          sessionRole: connectingSceneSession.role)
        config.delegateClass = SceneDelegate.self
        return config
    }
}
`
}

/** The mark over the tagline, on the ground of the splash. */
function launchScreen({ colours }: NativeApp): string {
  const colour = (key: string, hex: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(6))
    return `<color key="${key}" red="${red}" green="${green}" blue="${blue}" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>`
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="17132" targetRuntime="iOS.CocoaTouch" propertyAccessControl="none" useAutolayout="YES" launchScreen="YES" useTraitCollections="YES" useSafeAreas="YES" colorMatched="YES" initialViewController="01J-lp-oVM">
    <device id="retina4_7" orientation="portrait" appearance="light"/>
    <dependencies>
        <deployment identifier="iOS"/>
        <plugIn identifier="com.apple.InterfaceBuilder.IBCocoaTouchPlugin" version="17105"/>
        <capability name="Safe area layout guides" minToolsVersion="9.0"/>
        <capability name="documents saved in the Xcode 8 format" minToolsVersion="8.0"/>
    </dependencies>
    <scenes>
        <!--View Controller-->
        <scene sceneID="EHf-IW-A2E">
            <objects>
                <viewController id="01J-lp-oVM" sceneMemberID="viewController">
                    <view key="view" contentMode="scaleToFill" id="tri-bu-gnd">
                        <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
                        <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
                        <subviews>
                            <imageView userInteractionEnabled="NO" contentMode="scaleAspectFit" image="Splash" translatesAutoresizingMaskIntoConstraints="NO" id="snD-IY-ifK">
                                <rect key="frame" x="91.5" y="237.5" width="192" height="192"/>
                            </imageView>
                            <label opaque="NO" userInteractionEnabled="NO" contentMode="left" text="${brand.tagline}" textAlignment="center" lineBreakMode="wordWrap" numberOfLines="0" translatesAutoresizingMaskIntoConstraints="NO" id="tri-bu-tag">
                                <rect key="frame" x="24" y="445.5" width="327" height="24"/>
                                <fontDescription key="fontDescription" type="system" weight="semibold" pointSize="19"/>
                                ${colour('textColor', colours.text)}
                            </label>
                        </subviews>
                        <viewLayoutGuide key="safeArea" id="tri-bu-saf"/>
                        ${colour('backgroundColor', colours.ground)}
                        <constraints>
                            <constraint firstItem="snD-IY-ifK" firstAttribute="centerX" secondItem="tri-bu-gnd" secondAttribute="centerX" id="tri-bu-c01"/>
                            <constraint firstItem="snD-IY-ifK" firstAttribute="centerY" secondItem="tri-bu-gnd" secondAttribute="centerY" id="tri-bu-c02"/>
                            <constraint firstItem="tri-bu-tag" firstAttribute="top" secondItem="snD-IY-ifK" secondAttribute="bottom" constant="16" id="tri-bu-c03"/>
                            <constraint firstItem="tri-bu-tag" firstAttribute="leading" secondItem="tri-bu-saf" secondAttribute="leading" constant="24" id="tri-bu-c04"/>
                            <constraint firstItem="tri-bu-saf" firstAttribute="trailing" secondItem="tri-bu-tag" secondAttribute="trailing" constant="24" id="tri-bu-c05"/>
                        </constraints>
                    </view>
                </viewController>
                <placeholder placeholderIdentifier="IBFirstResponder" id="iYj-Kq-Ea1" userLabel="First Responder" sceneMemberID="firstResponder"/>
            </objects>
            <point key="canvasLocation" x="53" y="375"/>
        </scene>
    </scenes>
    <resources>
        <image name="Splash" width="192" height="192"/>
    </resources>
</document>
`
}

/** Writes a property list. */
function plist(value: Value): string {
  return `${PLIST_HEAD}\n<plist version="1.0">\n${written(value, '')}\n</plist>\n`
}

function written(value: Value, indent: string): string {
  const deeper = `${indent}\t`
  if (typeof value === 'boolean') return `${indent}<${value}/>`
  if (typeof value === 'string') return `${indent}<string>${value}</string>`
  if (isList(value))
    return wrapped(
      'array',
      indent,
      value.map((item) => written(item, deeper)),
    )
  const rows = Object.entries(value).flatMap(([key, item]) => [`${deeper}<key>${key}</key>`, written(item, deeper)])
  return wrapped('dict', indent, rows)
}

function wrapped(tag: string, indent: string, rows: readonly string[]): string {
  return rows.length === 0 ? `${indent}<${tag}/>` : [`${indent}<${tag}>`, ...rows, `${indent}</${tag}>`].join('\n')
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
