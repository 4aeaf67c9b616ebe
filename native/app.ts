import { unsubscribeAction } from '@tribune/french/sentences/messages/push.ts'
import { APP_ID, APP_LINK_PATHS, APP_SCHEME } from '@tribune/protocol/addresses.ts'
import { PUSH_CATEGORIES, PUSH_CHANNEL, PUSH_OFF } from '@tribune/protocol/push.ts'

/** Configuration that the two projects are made from. */
export interface NativeApp {
  readonly id: string
  readonly name: string
  readonly version: string
  /** Number of the build, which both stores want to rise with every upload. */
  readonly build: number
  /** Host of the product on the web: verified links and all requests go there, by https. */
  readonly host: string
  /** Apple's team that signs the app; empty until it is known. */
  readonly appleTeam: string
  readonly scheme: string
  /** Paths of verified links; `*` is at the end only. */
  readonly linkPaths: readonly string[]
  /** Region whose language the app is written in. */
  readonly region: string
  readonly colours: { readonly ground: string; readonly text: string; readonly action: string }
  /** Permissions that the app itself asks Android for; plugins add their own. */
  readonly androidPermissions: readonly string[]
  readonly notifications: {
    /** Android's channel, for a message that arrives before the app has created it. */
    readonly channel: string
    /** Categories of iOS, whose notifications offer the action. */
    readonly categories: readonly string[]
    readonly action: { readonly id: string; readonly title: string }
  }
  readonly minAndroidSdk: number
  /** Android's version that the app is built with and made for: Play refuses one that is too old, and a newer one changes how the app behaves. */
  readonly androidSdk: number
  /** Oldest Chromium that the styles are lowered for (web/vite.config.ts). */
  readonly minWebView: number
  /** Oldest iOS, for the same reason. */
  readonly minIos: string
}

/**
 * The configuration of the native app: `npm run native` writes it into the projects in android/ and ios/ (settings.ts), and
 * `native/check.ts` fails while they differ.
 */
export const APP: NativeApp = {
  id: APP_ID,
  name: 'Tribune',
  version: '0.1.0',
  build: 1,
  // Reserved, so that no build sends anything to a stranger. Host and team are set here and nowhere else; `npm run native -- --release` refuses without.
  host: 'tribune.invalid',
  appleTeam: '',
  scheme: APP_SCHEME,
  linkPaths: APP_LINK_PATHS,
  region: 'fr',
  // Ground, text and action of the dark theme (docs/product/brand.md): the splash is the stand at night in both themes.
  colours: { ground: '#0b1020', text: '#f4f1e8', action: '#c6f94a' },
  androidPermissions: ['android.permission.INTERNET', 'android.permission.POST_NOTIFICATIONS'],
  notifications: {
    channel: PUSH_CHANNEL,
    categories: PUSH_CATEGORIES,
    action: { id: PUSH_OFF, title: unsubscribeAction },
  },
  minAndroidSdk: 24,
  androidSdk: 36,
  minWebView: 111,
  minIos: '16.4',
}

/** A team of Apple's developers: ten capitals and figures. */
const TEAM = /^[A-Z0-9]{10}$/
/** Top-level domains that lead nowhere, or to this machine. */
const RESERVED = /(?:^|\.)(?:invalid|example|test|localhost|local)$/

/**
 * Returns what keeps this configuration from being released, each with the place where it is set. An app for the stores asks the host of its verified links
 * and no other server.
 * @param server TRIBUNE_SERVER, if it is set.
 */
export function releaseFaults({ host, appleTeam }: NativeApp, server: string | undefined): string[] {
  return [
    ...(host.includes('.') && !RESERVED.test(host)
      ? []
      : [`host in native/app.ts is a placeholder (${host}): put the product's own host there.`]),
    ...(TEAM.test(appleTeam)
      ? []
      : [
          `appleTeam in native/app.ts is ${appleTeam === '' ? 'not set' : appleTeam}: put the ten characters of the Apple team there.`,
        ]),
    ...(server === undefined || server === `https://${host}`
      ? []
      : [`TRIBUNE_SERVER is ${server}: leave it out, as a release asks the host in native/app.ts.`]),
  ]
}
