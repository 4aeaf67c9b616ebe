/** What a page of ours sends beside the bodies of its calls. No schemas here: pages bring this along, and not what checks them. */

/** Sent along by a script of ours that opens the link of a mail, which no other site's page can. */
export const CONFIRM_HEADER = 'x-tribune-confirm'
/** Whence the challenge's script comes, where one is asked; its answer travels in the header. */
export const CHALLENGE_ORIGIN = 'https://challenges.cloudflare.com'
export const CHALLENGE_HEADER = 'x-captcha-response'
/** The deep link by which the phone's browser leads back into the native app. */
export const APP_CALLBACK = 'tribune://auth/callback'
