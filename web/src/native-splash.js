// Runs in the page of the native app alone, before its first paint: the splash is shown once per session of the app, never in a browser.
try {
  if (window.Capacitor?.isNativePlatform?.() && !sessionStorage.getItem('tribune-splash')) {
    sessionStorage.setItem('tribune-splash', 'shown')
    document.documentElement.dataset.splash = ''
    // Ends the splash even if the animation fails: nothing may cover the app for longer.
    setTimeout(() => delete document.documentElement.dataset.splash, 2_000)
  }
} catch {
  // Storage refused: the app starts without its splash.
}
