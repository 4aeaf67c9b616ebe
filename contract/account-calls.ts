/** What a page of ours sends beside the bodies of its calls. No schemas here: pages bring this along, and not what checks them. */

/** Sent along by a script of ours that opens the link of a mail, which no other site's page can. */
export const CONFIRM_HEADER = 'x-tribune-confirm'
/** Whence the challenge's script comes, where one is asked; its answer travels in the header. */
export const CHALLENGE_ORIGIN = 'https://challenges.cloudflare.com'
export const CHALLENGE_HEADER = 'x-captcha-response'
/** The deep link by which the phone's browser leads back into the native app. */
export const APP_CALLBACK = 'tribune://auth/callback'
/** Carries the device identifier to and from the native app, whose pages take no cookies; browsers have it in a cookie. */
export const DEVICE_HEADER = 'x-tribune-device'
/** Says what a call that cannot be undone does: no empty or stray request ends an account, least of all the operator's. */
export const DELETION_CONFIRMATION = { confirmation: 'delete-my-account' } as const
