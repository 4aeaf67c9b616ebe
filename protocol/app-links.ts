/** Identifier of the native app in both stores, without the team's prefix (docs/product/decisions.md). */
export const APP_ID = 'app.tribune.fan'

/** Scheme that only the native app answers, without `://`. */
export const APP_SCHEME = 'tribune'

/** Path of the page that hands a sign-in back, under the scheme's `//` and under the product's own host. */
export const APP_CALLBACK_PATH = '/auth/callback'

/**
 * Paths of the product's web addresses that open the native app where it is installed, and where the phone has verified that app and host belong
 * together. Narrow on purpose: a link that covered `/profile` would pull the sign-in in the phone's browser back into the app.
 */
export const APP_LINK_PATHS = ['/match/*', '/player/*', APP_CALLBACK_PATH] as const
