import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { evidenceSeason } from '@tribune/domain/ballots/evidence.ts'
import { recount as words } from '@tribune/french/sentences/integrity/recount.ts'
import { match as matchWords } from '@tribune/french/sentences/match.ts'
import { useEffect, useState } from 'react'
import { matchQuery } from '../../data/matches.ts'
import { phoneStorage } from '../../lib/device/storage.ts'
import { ApiError, messageOf } from '../../lib/http/api-error.ts'
import { onServer } from '../../lib/native/server.ts'
import { FootBar } from '../../ui/foot-bar.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import type { Failure, Outcome } from './check-rules.ts'
import { OutcomeView } from './outcome-view.tsx'
import { failureWords } from './recount-words.ts'
import type { RecountOrder, RecountWord } from './recount-worker.ts'

const route = getRouteApi('/match/$id/decompte')

/** « Recompter ce match »: checks the public record of a match, and recounts its ballots, on the fan's own phone. */
export function RecountMatchPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(matchQuery(id))
  const isMissing = error instanceof ApiError && error.code === 'match_not_found'
  return (
    <>
      <ScreenTitle>{words.title}</ScreenTitle>
      <TopBar as="p" title={words.title} backTo={`/match/${id}` as '/match/$id'} />
      <div className="gutter mx-auto flex max-w-page flex-col gap-6 pt-6">
        <header className="flex max-w-[640px] flex-col gap-2">
          {data !== undefined && (
            <Link
              to="/match/$id"
              params={{ id }}
              className="target inline-flex items-center self-start font-semibold text-quiet underline"
            >
              <bdi>{matchWords.title(data.match.home_team, data.match.away_team)}</bdi>
            </Link>
          )}
          <h1 className="text-3xl">{words.title}</h1>
          <p className="text-lg">{words.lead}</p>
        </header>
        {data !== undefined && <Recount key={id} match={data.match} />}
        {data === undefined && error === null && <RecountProgress counted={0} all={0} />}
        {data === undefined && error !== null && (
          <ErrorNotice
            message={isMissing ? matchWords.notFound(String(id)) : matchWords.loadError(messageOf(error))}
            error={error}
            onRetry={isMissing ? undefined : () => void refetch()}
          />
        )}
      </div>
      <FootBar />
    </>
  )
}

function Recount({ match }: { readonly match: HomeFixture }) {
  const { state, again } = useRecount(match.match_id, evidenceSeason(new Date(match.match_date)))
  if ('failure' in state) return <ErrorNotice message={failureWords(state.failure)} onRetry={again} />
  if ('outcome' in state) return <OutcomeView outcome={state.outcome} again={again} />
  return <RecountProgress {...state} />
}

interface RecountProgressProps {
  readonly counted: number
  /** 0 while the record is read. */
  readonly all: number
}

const { progress } = words

/** The progress of a recount, in ballots. */
function RecountProgress({ counted, all }: RecountProgressProps) {
  const isCounting = all > 0
  const share = isCounting ? counted / all : 0
  const value = isCounting ? progress.counted(counted, all) : progress.reading
  return (
    <div className="flex max-w-[640px] flex-col gap-3 rounded-card bg-board p-5 text-on-board">
      <p className="text-sm text-board-quiet">{isCounting ? progress.counting : progress.reading}</p>
      <p className="figures text-3xl leading-none font-extrabold" aria-hidden="true">
        {isCounting ? progress.counted(counted, all) : '–'}
      </p>
      <div
        role="progressbar"
        aria-label={progress.label}
        aria-valuenow={isCounting ? Math.floor(share * 100) : undefined}
        aria-valuetext={value}
        className="h-2 overflow-hidden rounded-full bg-[#ffffff2b]"
      >
        <div className="amount h-full rounded-full bg-gold" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="text-sm text-board-quiet">{progress.leave}</p>
    </div>
  )
}

const SEEN_KEY = 'tribune-audit-seen'

/** State of a recount. `all` is 0 until the record is read. */
type RecountState =
  | { readonly counted: number; readonly all: number }
  | { readonly outcome: Outcome }
  | { readonly failure: Failure }

const START: RecountState = { counted: 0, all: 0 }

/** Recounts a match in a worker, which ends with the screen. */
function useRecount(match: number, season: number): { readonly state: RecountState; readonly again: () => void } {
  const [state, setState] = useState<RecountState>(START)
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt recounts.
  useEffect(() => {
    setState(START)
    const worker = new Worker(new URL('./recount-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('error', () => setState({ failure: { part: 'program', why: 'failed' } }))
    worker.addEventListener('message', ({ data }: MessageEvent<RecountWord>) => {
      if ('outcome' in data) storeCheckpoints(data.outcome.checkpoints)
      setState(data)
    })
    worker.postMessage({
      match,
      season,
      server: onServer('/').slice(0, -1),
      seen: seenCheckpoints(),
    } satisfies RecountOrder)
    return () => worker.terminate()
  }, [match, season, attempt])
  return { state, again: () => setAttempt(attempt + 1) }
}

/** Returns the signed checkpoints that this browser has seen last, by origin. */
function seenCheckpoints(): Readonly<Record<string, string>> {
  const stored = phoneStorage.readJson(SEEN_KEY)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, note]) => typeof note === 'string'))
}

/** Stores checkpoints that continue the earlier ones. */
function storeCheckpoints(checkpoints: Readonly<Record<string, string>>): void {
  if (Object.keys(checkpoints).length > 0)
    phoneStorage.write(SEEN_KEY, JSON.stringify({ ...seenCheckpoints(), ...checkpoints }))
}
