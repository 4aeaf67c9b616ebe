import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { accountMessages as words } from '../../i18n/fr-account.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { meQuery } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { isDeadLink, linkProblem } from './account-rules.ts'
import { linkQuery } from './api.ts'
import type { ExchangedLink } from './use-link-answer.ts'

interface LinkExchangeProps {
  readonly link: ExchangedLink
  readonly onDone: (path: string) => void
  /** It signed nobody in: why, in a sentence; `null` where somebody is signed in all the same. */
  readonly onFailed: (sentence: string | null) => void
}

/** Where a link by mail leads: it is exchanged for a session. */
export function LinkExchange({ link, onDone, onFailed }: LinkExchangeProps) {
  const client = useQueryClient()
  const { data: path, error } = useQuery(linkQuery(link, client))
  const goOn = useEffectEvent((to: string) => {
    if (link.kind === 'signIn' && !to.startsWith('/profile?factor=')) toast(words.linkOpened)
    onDone(to)
  })
  const fail = useEffectEvent(async (cause: Error) => {
    const { fan } = await client.fetchQuery(meQuery).catch(() => ({ fan: null }))
    const problem = linkProblem(cause, link.until, serverNow().getTime())
    if (fan !== null) toast(isDeadLink(cause) ? words.linkUsedByHim : problem)
    onFailed(fan === null ? problem : null)
  })
  useEffect(() => {
    if (path !== undefined) goOn(path)
    if (error !== null) void fail(error)
  }, [path, error])
  return <Waiting />
}
