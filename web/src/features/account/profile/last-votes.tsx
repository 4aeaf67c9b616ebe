import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { listVotes } from '@tribune/contract/votes.ts'
import { relativeDay } from '@tribune/french/format/dates.ts'
import { profile as words } from '@tribune/french/sentences/account.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lastVotesQuery } from '../../../data/account.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ClubName } from '../../../ui/club-name.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { Skeleton, SkeletonOf } from '../../../ui/skeleton.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { OwnPodium } from '../../home/card/card-lines.tsx'

/** Ballots in sight before the fan asks for all: the settings follow them. */
const SHOWN = 4
const CARDS = Array.from({ length: SHOWN }, (_, index) => index)

type OwnVote = Output<typeof listVotes>['items'][number]

/** The fan's last ballots, with links to their matches. Takes how many complete ones there are, for the room to reserve. */
export function LastVotes({ count }: { readonly count: number }) {
  return (
    <section aria-label={words.lastVotes} className="flex flex-col gap-3">
      <h2 className="text-lg">{words.lastVotes}</h2>
      <Content count={count} />
    </section>
  )
}

function Content({ count }: { readonly count: number }) {
  const { data, error, refetch } = useQuery(lastVotesQuery)
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  if (data === undefined && error !== null) {
    return <ErrorNotice message={words.votesError(messageOf(error))} error={error} onRetry={() => refetch()} />
  }
  if (data === undefined) return <VoteSkeletons count={count} />
  if (data.items.length === 0) return <NoVotes />
  const shown = isWhole ? data.items : data.items.slice(0, SHOWN)
  const more = data.items.length - shown.length
  const showAll = () => {
    flushSync(() => setWhole(true))
    // The button disappears, and its focus with it.
    list.current?.querySelectorAll('a')[SHOWN]?.focus()
  }
  return (
    <>
      <ul ref={list} className="tiles gap-3">
        {shown.map((vote) => (
          <VoteCard key={vote.id} vote={vote} />
        ))}
      </ul>
      {more > 0 && (
        <Button className="self-start" onClick={showAll}>
          {words.moreVotes(more)}
        </Button>
      )}
    </>
  )
}

function VoteCard({ vote }: { readonly vote: OwnVote }) {
  const day = relativeDay(vote.started_at ?? vote.created_at, serverNow())
  return (
    <li className="relative flex flex-col gap-2 rounded-card border border-line bg-surface p-4 hover:border-edge">
      <div className="flex items-start justify-between gap-2 text-sm text-quiet">
        <span className="truncate font-semibold">{vote.competition_name}</span>
        <span className="shrink-0">{day}</span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link to="/match/$id" params={{ id: vote.match_id }} className="cover min-w-0 py-2.5 -my-2.5 font-bold">
          <ClubName name={vote.home_team} /> – <ClubName name={vote.away_team} />
        </Link>
        {vote.earlier_attempt ? (
          <StatusBadge tone="warn">{words.earlierAttempt}</StatusBadge>
        ) : (
          !vote.complete && <StatusBadge tone="warn">{words.incomplete(vote.top3.length)}</StatusBadge>
        )}
      </div>
      <OwnPodium picks={vote.top3} />
    </li>
  )
}

function NoVotes() {
  return (
    <Notice
      actions={
        <ButtonLink to="/" tone="action">
          {words.noVotesAction}
        </ButtonLink>
      }
    >
      {words.noVotes}
    </Notice>
  )
}

function VoteSkeletons({ count }: { readonly count: number }) {
  return (
    <div role="status" className={count === 0 ? '' : 'tiles gap-3'}>
      <span className="sr-only">{common.loading}</span>
      {count === 0 && (
        <SkeletonOf>
          <NoVotes />
        </SkeletonOf>
      )}
      {CARDS.slice(0, count).map((card) => (
        <div key={card} className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-6 w-full" />
        </div>
      ))}
    </div>
  )
}
