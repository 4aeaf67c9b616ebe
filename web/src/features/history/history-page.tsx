import { count } from '@tribune/french/format/numbers.ts'
import { history } from '@tribune/french/sentences/history.ts'
import { Button } from '../../ui/button.tsx'
import { Columns } from '../../ui/columns.tsx'
import { FillingLine } from '../../ui/filling-line.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { useRootLength } from '../../ui/use-root-length.ts'
import { SeasonAside } from '../rankings/season-aside.tsx'
import { figuresOf } from './day-rows.ts'
import { HistoryContent } from './history-content.tsx'
import { type PlayedHistory, useHistory } from './use-history.ts'

/** Historique: the finished matches of the last thirty days. */
export function HistoryPage() {
  const played = useHistory()
  // The sticky heading of the day is under the bar: focused elements scroll clear of both.
  useRootLength('--head', '52px')
  return (
    <>
      <ScreenTitle>{history.title}</ScreenTitle>
      <PullToRefresh onRefresh={played.refresh} busy={played.refreshing} />
      <TopBar title={history.title}>
        <RefreshButton onRefresh={played.refresh} busy={played.refreshing} />
      </TopBar>
      <FillingLine />
      <Columns aside={SeasonAside}>
        <p className="pt-3 text-quiet">{history.intro}</p>
        <HistoryFigures played={played} />
        <HistoryFilter played={played} />
        <HistoryContent played={played} />
      </Columns>
      <FootBar />
    </>
  )
}

/** The three tiles: matches, competitions and matches a day of the filtered list. */
function HistoryFigures({ played: { query, matches } }: { readonly played: PlayedHistory }) {
  if (query.data === undefined && query.isError) return null
  const known = query.data !== undefined
  const { finished, competitions, perDay } = figuresOf(matches)
  return (
    <dl className="mt-3 flex flex-wrap gap-2">
      <Tile label={history.finished(finished > 1 || !known)} value={known ? finished : null} />
      <Tile label={history.competitions(competitions > 1 || !known)} value={known ? competitions : null} />
      <Tile label={history.perDay(perDay > 1 || !known)} value={known ? perDay : null} />
    </dl>
  )
}

function Tile({ label, value }: { readonly label: string; readonly value: number | null }) {
  return (
    <div className="flex flex-[1_1_calc(5.1rem+26px)] flex-col-reverse justify-end gap-1 rounded-card border border-line bg-surface p-3">
      <dt className="text-sm leading-tight text-quiet">{label}</dt>
      <dd className="figures text-3xl font-extrabold">
        {value === null ? <Skeleton className="h-[calc(2.074rem*1.1)] w-12" /> : count(value)}
      </dd>
    </div>
  )
}

/** Filters by one competition, or shows all. */
function HistoryFilter({ played }: { readonly played: PlayedHistory }) {
  const { query, competitions, competition, choose } = played
  if (query.data === undefined && query.isError) return null
  const unknown = competition !== null && competitions.every(({ id }) => id !== competition)
  return (
    <div className="mt-3 flex gap-2">
      <Select
        size="page"
        aria-label={history.filter}
        value={competition ?? ''}
        disabled={query.data === undefined}
        onChoose={(value) => choose(value === '' ? null : Number(value))}
        className="flex-1"
      >
        <option value="">{history.all}</option>
        {unknown && <option value={competition}>{query.data === undefined ? '' : history.unknown}</option>}
        {competitions.map(({ id, name, matches }) => (
          <option key={id} value={id}>
            {history.competition(name, count(matches))}
          </option>
        ))}
      </Select>
      {competition !== null && (
        <Button className="shrink-0 rounded-card" aria-label={history.reset} onClick={() => choose(null)}>
          {history.resetShort}
        </Button>
      )}
    </div>
  )
}
