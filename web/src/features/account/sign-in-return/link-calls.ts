import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { CONFIRM_HEADER } from '@tribune/contract/account-constants.ts'
import { meQuery } from '../../../data/session.ts'
import { callAccount, followAccount } from '../../../lib/http/account-api.ts'
import { missingProofs } from '../sign-in/sign-in-calls.ts'
import type { ExchangedLink } from './profile-address.ts'

/** Query that exchanges the token of a mail's link for a session. Runs once, even if the screen renders again. Its data is the path to continue to. */
export const linkQuery = (link: ExchangedLink, client: QueryClient) =>
  queryOptions({
    queryKey: ['link', link.token],
    queryFn: async () => {
      const path = await (link.kind === 'confirm' ? confirmAddress : openLink)(link)
      await client.invalidateQueries(meQuery)
      return path
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

async function openLink({ token, back }: ExchangedLink): Promise<string> {
  const missing = missingProofs(await callAccount('GET', '/magic-link/verify', { query: { token } }))
  return missing === null ? back : `/profile?${new URLSearchParams({ factor: missing.join(' '), back })}`
}

/** Confirms an email address. Returns the path that the accounts library redirects to: the fan's page, or the page for a new password. */
function confirmAddress({ token, back }: ExchangedLink): Promise<string> {
  return followAccount('/verify-email', { query: { token, callbackURL: back }, headers: { [CONFIRM_HEADER]: '1' } })
}

/** Sets a new password. The browser has the token of the mail's link in a cookie, and sends it along. */
export async function resetPassword(newPassword: string): Promise<void> {
  await callAccount('POST', '/reset-password', { body: { newPassword } })
}
