import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import { accountMessages as words } from '@tribune/french/sentences/account.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { meQuery } from '../../../data/session.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { isDeadLink, linkProblem } from '../account-rules.ts'
import { fanName } from '../profile/fan-words.ts'
import { linkQuery } from '../sign-in/sign-in-calls.ts'
import type { ExchangedLink } from './profile-address.ts'

interface LinkExchangeProps {
  readonly link: ExchangedLink
  readonly onDone: (path: string) => void
  /** Called with a sentence if the link failed; with `null` if somebody is signed in all the same. */
  readonly onFailed: (sentence: string | null) => void
}

/**
 * Exchanges a mail's link for a session once the fan taps the button: a scanner of mail that runs scripts opens the link too, and would use it up. The
 * question to a fan who is signed in is another one: the link may open the account of another person, who sent it to them.
 */
export function LinkExchange(props: LinkExchangeProps) {
  const { data: me, isError } = useQuery(meQuery)
  const [isAsked, setAsked] = useState(false)
  if (isAsked) return <Exchange {...props} />
  if (me === undefined && !isError) return <Waiting />
  return <Question {...props} fan={me?.fan ?? null} onOpen={() => setAsked(true)} />
}

interface QuestionProps extends LinkExchangeProps {
  readonly fan: Fan | null
  readonly onOpen: () => void
}

function Question({ link, fan, onOpen, onFailed }: QuestionProps) {
  const { title, text, open } =
    fan === null ? words.linkToOpen[link.kind] : { ...words.linkWhileIn, text: words.linkWhileIn.text(fanName(fan)) }
  return (
    <section className="mx-auto flex max-w-[440px] flex-col gap-3">
      <h2 className="text-xl">{title}</h2>
      <p className="mb-2 text-quiet [overflow-wrap:anywhere]">{text}</p>
      <Button tone="action" onClick={onOpen}>
        {open}
      </Button>
      {fan !== null && <Button onClick={() => onFailed(null)}>{words.linkWhileIn.stay}</Button>}
    </section>
  )
}

function Exchange({ link, onDone, onFailed }: LinkExchangeProps) {
  const client = useQueryClient()
  const { data: path, error } = useQuery(linkQuery(link, client))
  const goOn = useEffectEvent(onDone)
  const fail = useEffectEvent(async (cause: Error) => {
    const { fan } = await client.fetchQuery(meQuery).catch(() => ({ fan: null }))
    const problem = linkProblem(cause, link.until, serverNow().getTime())
    if (fan !== null) toast(isDeadLink(cause) ? words.linkUsedByFan : problem)
    onFailed(fan === null ? problem : null)
  })
  useEffect(() => {
    if (path !== undefined) goOn(path)
    if (error !== null) void fail(error)
  }, [path, error])
  return <Waiting />
}
