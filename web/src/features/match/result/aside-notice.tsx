import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SetAside } from '@tribune/contract/votes.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { setAside as words } from '@tribune/french/sentences/result.ts'
import { useId, useRef } from 'react'
import { requestReview, setAsideQuery } from '../../../data/ballots/own-ballots.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { reread } from '../../../lib/http/query-client.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button } from '../../../ui/button.tsx'

const CARD = 'mb-3 rounded-card border border-line bg-surface p-4 wide:mt-3 wide:mb-0'

/** Informs a fan whose ballot is set aside why, and what they can do. Shows nothing if it counts. */
export function AsideNotice({ matchId }: { readonly matchId: number }) {
  const { data, error, isFetching, refetch } = useQuery(setAsideQuery(matchId))
  if (data != null) return <AsideReasons matchId={matchId} aside={data} />
  if (data === null || error === null) return null
  return (
    <div role="status" className={`flex items-center gap-2 ${CARD}`}>
      <p className="flex-1 text-sm">{words.unread}</p>
      <Button className="shrink-0 px-3" busy={isFetching} onClick={() => void refetch()}>
        {common.retry}
      </Button>
    </div>
  )
}

interface ReasonsProps {
  readonly matchId: number
  readonly aside: SetAside
}

/** The notice itself, for a ballot that is set aside. */
export function AsideReasons({ matchId, aside: { reason, review } }: ReasonsProps) {
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  const client = useQueryClient()
  const { queryKey } = setAsideQuery(matchId)
  const ask = useMutation({
    mutationFn: () => requestReview(matchId),
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer)
      // The button is gone: the next Tab continues from here.
      card.current?.focus({ preventScroll: true })
    },
    onError: (error) => {
      toast(messageOf(error), 'error')
      // After a refusal, what the notice shows is outdated.
      void reread(client, queryKey)
    },
  })
  return (
    <section ref={card} tabIndex={-1} aria-labelledby={titleId} className={`outline-none ${CARD}`}>
      <h2 id={titleId} className="text-lg">
        {words.title}
      </h2>
      <p className="mt-1">{words.reasons[reason]}</p>
      <p className="mt-1 text-sm text-quiet">{words.among}</p>
      <p className="mt-3 font-semibold">{words.stays}</p>
      <div className="mt-2 -mb-2 flex flex-wrap items-center justify-between gap-x-4">
        {review === 'possible' && (
          <Button busy={ask.isPending} onClick={() => ask.mutate()}>
            {words.ask}
          </Button>
        )}
        <p role="status" className={review === 'possible' ? 'sr-only' : ''}>
          {review !== 'possible' && words[review]}
        </p>
        <Link to="/comptage" hash="reexamen" className="target inline-flex items-center text-sm text-quiet underline">
          {common.howWeCount}
        </Link>
      </div>
    </section>
  )
}
