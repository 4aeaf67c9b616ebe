import { CAPTCHA_ORIGIN } from '@tribune/contract/account-constants.ts'
import { accountMessages } from '@tribune/french/sentences/account.ts'
import { ApiError } from '../../../lib/http/api-error.ts'

/** The global of Turnstile's script, with the methods that are used here. */
interface Turnstile {
  render(place: HTMLElement, options: object): string
  remove(id: string): void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

const SCRIPT = `${CAPTCHA_ORIGIN}/turnstile/v0/api.js?render=explicit`
const LOAD_LIMIT_MS = 10_000
/** Selector of the element that `ProofPlace` renders. */
const PLACE = '[data-captcha]'

const failure = () => new ApiError('proof_failed', accountMessages.proofFailed, {})
let loading: Promise<Turnstile> | null = null

/** Runs a captcha, mostly without a question. Returns its single-use proof. */
export async function provePerson(siteKey: string): Promise<string> {
  const turnstile = await load()
  const place = document.querySelector<HTMLElement>(PLACE) ?? document.body
  const box = place.appendChild(document.createElement('div'))
  let id = ''
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(failure())
      id = turnstile.render(box, {
        sitekey: siteKey,
        appearance: 'interaction-only',
        language: 'fr',
        callback: resolve,
        'error-callback': fail,
        'expired-callback': fail,
        'timeout-callback': fail,
      })
    })
  } finally {
    turnstile.remove(id)
    box.remove()
  }
}

function load(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      loading = null
      reject(failure())
    }
    const limit = setTimeout(fail, LOAD_LIMIT_MS)
    script.src = SCRIPT
    script.onerror = fail
    script.onload = () => {
      clearTimeout(limit)
      if (window.turnstile === undefined) fail()
      else resolve(window.turnstile)
    }
    document.head.append(script)
  })
  return loading
}
