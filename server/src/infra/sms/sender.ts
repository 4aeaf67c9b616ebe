/** One text to one phone. */
export interface Sms {
  /** International form, such as +33612345678. */
  readonly to: string
  readonly text: string
}

/** Sends texts through a provider, within a time limit. */
export interface SmsSender {
  send(sms: Sms): Promise<void>
}

const LIMIT_MS = 10_000

/**
 * Creates a sender for a provider with Twilio's Messages API, which several providers offer.
 * @param url `https://ACCOUNT:TOKEN@host/2010-04-01/Accounts/ACCOUNT/Messages.json?from=SENDER`.
 */
export function createSmsSender(url: string, limitMs = LIMIT_MS): SmsSender {
  const address = new URL(url)
  const from = address.searchParams.get('from') ?? 'Tribune'
  const secret = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`
  const headers = { authorization: `Basic ${Buffer.from(secret).toString('base64')}` }
  Object.assign(address, { username: '', password: '', search: '' })
  return {
    async send({ to, text }) {
      const answer = await fetch(address, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        signal: AbortSignal.timeout(limitMs),
        redirect: 'error',
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`The SMS provider answered ${answer.status}`)
    },
  }
}
