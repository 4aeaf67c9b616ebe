import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReportedMatch } from '@tribune/contract/operator/reporting.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { shortMomentInParis } from '@tribune/french/format/paris.ts'
import { scoreWords } from '@tribune/french/format/shootout.ts'
import { reporting, sources } from '@tribune/french/sentences/operator/reporting.ts'
import { CSV_ROWS, REPORTING_PAGE } from '@tribune/protocol/read-limits.ts'
import { ChevronLeft, ChevronRight, Download } from 'lucide'
import { useEffect } from 'react'
import { allCompetitionsQuery, readCsv, reportedMatchesQuery } from '../../../data/operator/reporting.ts'
import { saveFile } from '../../../lib/device/platform-sharing.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import type { AdminAddress } from '../admin-address.ts'
import { SelectField } from '../fields.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'

const words = reporting.table
const route = getRouteApi('/admin')
const pageWords = reporting.pages

/** Page buttons that a paged table shows at once (spec section 9, "pagination window"). */
const PAGE_BUTTONS = 5

const optionOf = ({ id, name }: { readonly id: number; readonly name: string }) => ({ value: String(id), label: name })

/** Finished matches by pages, of one competition or all, and as a file. */
export function MatchTable() {
  const { shown, choose, correct } = useTableAddress()
  const { competition_id: competition, match_id: match, page } = shown
  const { data: competitions = [] } = useQuery(allCompetitionsQuery)
  const { data, error, refetch, isPlaceholderData } = useQuery(reportedMatchesQuery(shown))
  const pages = pageCount(data?.total ?? 0, REPORTING_PAGE)
  // An address may ask for more pages than there are.
  const isBeyond = data?.items.length === 0 && data.total > 0
  useEffect(() => {
    if (isBeyond) correct(pages)
  })
  return (
    <Section title={words.title} intro={words.intro} actions={<CsvButton competition={competition} />}>
      <div className="mb-4 wide:max-w-sm">
        <SelectField
          label={words.competition}
          value={String(competition ?? '')}
          options={[{ value: '', label: words.all }, ...competitions.map(optionOf)]}
          onChange={(id) => choose({ competition: id === '' ? undefined : Number(id) })}
        />
      </div>
      {data === undefined && error !== null && (
        <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data === undefined && error === null && <Waiting />}
      {match !== undefined && (
        <p className="mb-4 flex flex-wrap items-center gap-x-5">
          {words.onlyMatch(match)}
          <Button onClick={() => choose({})}>{words.everyMatch}</Button>
        </p>
      )}
      {data !== undefined && data.total === 0 && (
        <Notice>{match === undefined ? words.empty : words.emptyMatch(match)}</Notice>
      )}
      {data !== undefined && data.total > 0 && (
        <>
          <Rows matches={data.items} busy={isPlaceholderData} />
          {data.total > CSV_ROWS && <p className="mt-2 text-sm text-quiet">{words.csvCut(CSV_ROWS)}</p>}
          <PageButtons
            page={Math.min(page, pages)}
            pages={pages}
            onChoose={(next) => choose({ competition, page: next })}
          />
        </>
      )}
    </Section>
  )
}

const CELL = 'px-2 py-2 wide:px-3'
/** Columns that a phone shows in the cell of the match. */
const IN_MATCH: ReadonlySet<string> = new Set([words.columns.date, words.columns.source])
const WIDE_CELL = 'hidden wide:table-cell'

function Rows({ matches, busy }: { readonly matches: readonly ReportedMatch[]; readonly busy: boolean }) {
  const { columns } = words
  return (
    <ScrollRegion label={words.region} busy={busy} className="rounded-inner border border-line">
      <table className="w-full text-left">
        <thead className="bg-raised text-sm">
          <tr>
            {[columns.date, columns.match, columns.score, columns.voters, columns.source].map((column) => (
              <th key={column} scope="col" className={`${CELL} ${IN_MATCH.has(column) ? WIDE_CELL : ''}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matches.map((match) => (
            <Row key={match.match_id} match={match} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Row({ match }: { readonly match: ReportedMatch }) {
  const { match_date, kickoff_hour_known, home_team, away_team, competition_name } = match
  const { voters_count, enough_voters, source } = match
  const date = <time dateTime={match_date}>{shortMomentInParis(new Date(match_date), kickoff_hour_known)}</time>
  const badge = (
    <StatusBadge tone={source === null ? 'neutral' : source === 'votes' ? 'good' : 'warn'}>
      {sources[source ?? 'unknown']}
    </StatusBadge>
  )
  return (
    <tr className="border-t border-line align-top">
      <td className={`figures whitespace-nowrap ${CELL} ${WIDE_CELL}`}>{date}</td>
      <th scope="row" className={`font-normal ${CELL}`}>
        <Link
          to="/admin"
          search={{ tab: 'diagnostics', match: match.match_id }}
          className="target -my-2 flex items-center font-semibold underline underline-offset-4 [overflow-wrap:anywhere]"
        >
          {words.teams(home_team, away_team)}
        </Link>
        <span className="block text-sm text-quiet [overflow-wrap:anywhere]">{competition_name}</span>
        <span className="figures block text-sm text-quiet wide:hidden">{date}</span>
        <span className="mt-1 block wide:hidden">{badge}</span>
      </th>
      <td className={`figures font-bold wide:whitespace-nowrap ${CELL}`}>{scoreWords(match) ?? words.noScore}</td>
      <td className={`whitespace-nowrap ${CELL}`}>
        <span className="figures mr-2 block font-bold wide:inline">{count(voters_count)}</span>
        <StatusBadge tone={enough_voters ? 'good' : 'warn'}>{enough_voters ? words.enough : words.short}</StatusBadge>
      </td>
      <td className={`${CELL} ${WIDE_CELL}`}>{badge}</td>
    </tr>
  )
}

/** Downloads all rows of the filter. */
function CsvButton({ competition }: { readonly competition: number | undefined }) {
  const { mutate, isPending } = useAct(readCsv, {
    done: () => words.csvDone,
    failed: (cause) => words.csvFailed(messageOf(cause)),
    onDone: (file) => saveFile(new File([file], words.csvName)),
  })
  return (
    <Button busy={isPending} onClick={() => mutate(competition)}>
      <Icon of={Download} size={18} />
      {words.csv}
    </Button>
  )
}

/** Returns what the table of finished matches shows, as the address says it, and what has it show something else. « Retour » leads to what it showed before. */
export function useTableAddress() {
  const { tab, page = 1, competition, match } = route.useSearch()
  const navigate = useNavigate()
  const choose = (asked: Pick<AdminAddress, 'page' | 'competition'>) =>
    void navigate({ to: '/admin', search: { tab, ...asked }, resetScroll: false })
  /** Replaces a page that does not exist by the last one. */
  const correct = (last: number) =>
    void navigate({ to: '/admin', search: { tab, competition, match, page: last }, replace: true, resetScroll: false })
  return { shown: { competition_id: competition, match_id: match, page }, choose, correct }
}

interface PageButtonsProps {
  readonly page: number
  readonly pages: number
  readonly onChoose: (page: number) => void
}

/** Previous, up to five pages around the current one, next, and « Page x / y ». */
function PageButtons({ page, pages, onChoose }: PageButtonsProps) {
  return (
    <nav aria-label={pageWords.label} className="mt-4 flex flex-col items-center gap-2">
      <div className="flex items-center gap-2">
        <IconButton label={pageWords.previous} off={page <= 1} onClick={() => onChoose(page - 1)}>
          <Icon of={ChevronLeft} size={20} />
        </IconButton>
        <p role="status" className="figures">
          {pageWords.of(page, pages)}
        </p>
        <IconButton label={pageWords.next} off={page >= pages} onClick={() => onChoose(page + 1)}>
          <Icon of={ChevronRight} size={20} />
        </IconButton>
      </div>
      {pages > 1 && (
        <div className="flex gap-1">
          {pageWindow(page, pages).map((number) => (
            <button
              key={number}
              type="button"
              aria-label={pageWords.page(number)}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onChoose(number)}
              className={`target figures min-w-11 rounded-inner px-1 font-bold ${number === page ? 'border border-edge bg-raised' : 'hover:bg-raised'}`}
            >
              {count(number)}
            </button>
          ))}
        </div>
      )}
    </nav>
  )
}

/** Returns the number of pages of `total` rows; an empty table has one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/**
 * Returns the numbers on the page buttons: at most `buttons` consecutive pages with the current one in the middle, moved inwards at either end
 * so that none is wasted (spec section 2, "Reporting tab"). A page out of range counts as the nearest one.
 */
export function pageWindow(page: number, pages: number, buttons = PAGE_BUTTONS): number[] {
  const length = Math.min(buttons, pages)
  const first = Math.min(Math.max(page - Math.floor(buttons / 2), 1), pages - length + 1)
  return Array.from({ length }, (_, index) => first + index)
}
