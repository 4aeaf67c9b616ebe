/** Constants that the build writes in, so that the browser's build drops what only the native app needs. */
interface ImportMetaEnv {
  /** Whether this is the build of the native app. */
  readonly VITE_NATIVE: boolean
  /** Whether the Android project has Firebase's file, without which the phone has no push token. */
  readonly VITE_FIREBASE: boolean
  /** Origin of the server that the native app asks; empty in a browser, whose pages come from it. */
  readonly VITE_SERVER: string
  /** Version of the native app; empty in a browser. */
  readonly VITE_APP_VERSION: string
}
