import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { accountMessages as words } from '../../i18n/fr-account.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { meQuery } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { linkProblem } from './account-rules.ts'
import { linkQuery } from './api.ts'
import type { SignInLink } from './use-link-answer.ts'

interface LinkExchangeProps {
  readonly link: SignInLink
  readonly onDone: () => void
  /** It signed nobody in: why, in a sentence; `null` where somebody is signed in all the same. */
  readonly onFailed: (sentence: string | null) => void
}

/** Where a link by mail leads: it is exchanged for a session. */
export function LinkExchange({ link, onDone, onFailed }: LinkExchangeProps) {
  const client = useQueryClient()
  const { isSuccess, error } = useQuery(linkQuery(link.token, client))
  const goOn = useEffectEvent(() => {
    toast(words.linkOpened)
    onDone()
  })
  const fail = useEffectEvent(async (cause: Error) => {
    const { fan } = await client.fetchQuery(meQuery).catch(() => ({ fan: null }))
    if (fan !== null) toast(words.linkUsedByHim)
    onFailed(fan === null ? linkProblem(cause, link.until, serverNow().getTime()) : null)
  })
  useEffect(() => {
    if (isSuccess) goOn()
    if (error !== null) void fail(error)
  }, [isSuccess, error])
  return <Waiting />
}
