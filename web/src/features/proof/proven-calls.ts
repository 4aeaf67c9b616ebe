import { CHALLENGE_HEADER } from '@tribune/contract/account-constants.ts'
import type { getMe } from '@tribune/contract/accounts.ts'
import { get } from '../../lib/http/api.ts'
import { ApiError } from '../../lib/http/api-error.ts'

/**
 * Makes a call that attracts bots, with its proof of work. Does more work and repeats the call once if the server requires more, now that it knows
 * the address, or repeats it with a captcha if the server requires one instead.
 * @param call Makes the call, with these headers besides its own.
 * @param email The address that the call names, empty for none.
 */
export async function callAsPerson<Answer>(
  call: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
  email = '',
): Promise<Answer> {
  const send = (proof: string | null) => call(proof === null ? {} : { [CHALLENGE_HEADER]: proof })
  const { beginWork, proveWork } = await import('./work-proof.ts')
  try {
    return await send(await proveWork())
  } catch (error) {
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'missing_response') return send(await personProof(error))
    if (code === 'more_work_needed' || code === 'verification_failed') {
      return send(await proveWork(email.split('@').at(-1) ?? ''))
    }
    // What the fan has stopped would run on unseen.
    if (code !== 'work_cancelled') beginWork()
    throw error
  }
}

async function personProof(error: unknown): Promise<string> {
  const { captcha } = await get<typeof getMe>('/api/me')
  if (captcha === null) throw error
  const { provePerson } = await import('./person-proof.ts')
  return provePerson(captcha)
}
