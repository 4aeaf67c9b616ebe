import { CHALLENGE_HEADER } from '@tribune/contract/account-constants.ts'
import type { getMe } from '@tribune/contract/accounts.ts'
import { get } from '../../../lib/http/api.ts'
import { ApiError } from '../../../lib/http/api-error.ts'

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
    const code = codeOf(error)
    if (code === 'missing_response') return send(await personProof(error))
    if (code === 'more_work_needed' || code === 'verification_failed') {
      return send(await proveWork(email.split('@').at(-1) ?? ''))
    }
    // After the fan has cancelled the work, new work would run unseen.
    if (code !== 'work_cancelled') beginWork()
    throw error
  }
}

/** More proofs than the highest price of a guess takes: each one's own price rises too. */
const MAX_PROOFS = 40

/**
 * Makes a call with a secret of an account, which costs nothing until strangers have guessed a lot, or until many wait. Where the server then asks for a
 * proof, does work, and more until it is enough; or a captcha if the server requires one instead.
 */
export async function callWithSecret<Answer>(
  call: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
): Promise<Answer> {
  const asked = await call({}).catch((error: unknown) => {
    if (codeOf(error) === 'missing_response') return error as ApiError
    throw error
  })
  if (!(asked instanceof ApiError)) return asked
  const { proveWork } = await import('./work-proof.ts')
  for (let proofs = 1; ; proofs += 1) {
    const proof = (await proveWork()) ?? (await personProof(asked))
    try {
      return await call({ [CHALLENGE_HEADER]: proof })
    } catch (error) {
      const code = codeOf(error)
      if ((code !== 'more_work_needed' && code !== 'verification_failed') || proofs === MAX_PROOFS) throw error
    }
  }
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '')

async function personProof(error: unknown): Promise<string> {
  const { captcha } = await get<typeof getMe>('/api/me')
  if (captcha === null) throw error
  const { provePerson } = await import('./person-proof.ts')
  return provePerson(captcha)
}
