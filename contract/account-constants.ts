/** Headers and constants of the account calls. Without schemas, so that pages can bundle it without the validation library. */

/** Sent by our script that opens the link of a mail; no page of another site can send it. */
export const CONFIRM_HEADER = 'x-tribune-confirm'
/** Origin of the captcha's script, where a captcha is configured. */
export const CAPTCHA_ORIGIN = 'https://challenges.cloudflare.com'
/** Carries the answer to a captcha, or the proof of work. */
export const CHALLENGE_HEADER = 'x-captcha-response'
/** Deep link by which the phone's browser hands over to the native app. */
export const APP_CALLBACK = 'tribune://auth/callback'
/** Carries the device identifier to and from the native app, whose pages accept no cookies; browsers keep it in a cookie. */
export const DEVICE_HEADER = 'x-tribune-device'
/** Body that confirms a deletion: no empty or stray request must end an account, least of all the operator's. */
export const DELETION_CONFIRMATION = { confirmation: 'delete-my-account' } as const
