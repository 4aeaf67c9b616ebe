import type { CapacitorConfig } from '@capacitor/cli'
import { APP } from './app.ts'

/**
 * Configuration of Capacitor's own tools, derived from the app's single configuration. It has no `server` settings: pages are at https://localhost
 * and capacitor://localhost, which the server knows (server/src/http/origins.ts), and nothing is loaded from elsewhere. CapacitorHttp stays off,
 * because it buffers the live stream.
 */
const config: CapacitorConfig = {
  appId: APP.id,
  appName: APP.name,
  webDir: 'dist',
  backgroundColor: APP.colours.ground,
  loggingBehavior: 'debug',
  initialFocus: false,
  android: { minWebViewVersion: APP.minWebView, allowMixedContent: false, webContentsDebuggingEnabled: false },
  ios: { contentInset: 'never', webContentsDebuggingEnabled: false, preferredContentMode: 'mobile' },
  plugins: {
    // The system's one hides by itself; the app's own layer, with the tagline, stands in the page behind it.
    SplashScreen: {
      launchAutoHide: true,
      launchShowDuration: 300,
      launchFadeOutDuration: 200,
      backgroundColor: APP.colours.ground,
    },
    SystemBars: { insetsHandling: 'css', initialViewportFitValueHint: 'cover' },
    Keyboard: { resize: 'none' },
    PushNotifications: { presentationOptions: ['badge', 'sound', 'alert'] },
  },
}

export default config
