/** Headers and other constants of the account calls. This file has no schemas, so that pages can bundle it without the validation library. */

/** Header that our script sends when it opens the link of a mail. Pages of other sites cannot send it. */
export const CONFIRM_HEADER = 'x-tribune-confirm'
/** Origin of the captcha's script, where a captcha is configured. */
export const CAPTCHA_ORIGIN = 'https://challenges.cloudflare.com'
/** Header with the answer to a captcha, or the proof of work. */
export const CHALLENGE_HEADER = 'x-captcha-response'
/** Deep link by which the phone's browser hands a sign-in over to the native app. */
export const APP_CALLBACK = 'tribune://auth/callback'
/** Header with the device identifier, to and from the native app, whose pages accept no cookies. Browsers store the identifier in a cookie. */
export const DEVICE_HEADER = 'x-tribune-device'
/** Body that confirms the deletion of an account. An empty or accidental request must not delete one, least of all the operator's. */
export const DELETION_CONFIRMATION = { confirmation: 'delete-my-account' } as const
