import { common, navigation } from '@tribune/french/sentences/app.ts'
import type { ReactNode } from 'react'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TopBar } from '../../ui/top-bar.tsx'

/** One column on a phone; match and podium left, list right from 700 px and in landscape. */
export const COLUMNS =
  'mx-auto max-w-page pair:grid pair:gutter max-wide:pair:grid-cols-[320px_minmax(0,1fr)] max-wide:pair:gap-4 max-wide:short:pair:grid-cols-[308px_minmax(0,1fr)] wide:grid-cols-[400px_minmax(0,1fr)] wide:gap-8 wide:pt-2'

export const BOARD_COLUMN =
  'pair:sticky pair:z-20 pair:self-start max-wide:pair:top-[calc(var(--bar)+var(--notch))] wide:top-[calc(var(--notch)+16px)]'

/** Elements under the board, in its column. */
export const UNDER_BOARD =
  'gutter flex flex-col gap-3 has-[>:not(.sr-only,:empty)]:py-3 pair:px-0 short:gap-1 short:has-[>:not(.sr-only,:empty)]:py-1'

export const LIST_COLUMN = 'gutter min-w-0 pair:px-0'
const ROWS = Array.from({ length: 10 }, (_, index) => index)

/** Path that the page was opened on, which its head describes. Undefined while the app is built. */
const OPENED = globalThis.location?.pathname

interface MatchWaitingProps {
  /** The match as cached by the list that the fan came from. */
  readonly known?: {
    readonly name: string
    readonly title: ReactNode
    readonly board: ReactNode
    /** Elements between the board and the list; without them, the shape is that of an open vote. */
    readonly under: ReactNode
  }
}

/** The skeleton of the whole screen, of the same size, before the match or the screen's code is loaded. */
export function MatchWaiting({ known }: MatchWaitingProps) {
  return (
    <>
      <ScreenTitle>{known?.name ?? navigation.match}</ScreenTitle>
      <TopBar as="p" title={known?.title ?? <Competition />} />
      <MatchSkeleton board={known?.board ?? <BoardSkeleton />} under={known?.under} />
    </>
  )
}

/** The competition, if the page's head names it. */
function Competition() {
  return (
    <bdi data-meta="competition" className="max-wide:figures">
      {nameInHead('competition') || navigation.match}
    </bdi>
  )
}

function MatchSkeleton({ board, under }: { readonly board: ReactNode; readonly under: ReactNode }) {
  return (
    <div className={COLUMNS}>
      <span role="status" className="sr-only">
        {common.loading}
      </span>
      <div className={BOARD_COLUMN}>
        {board}
        <div aria-hidden="true" className={UNDER_BOARD}>
          {under}
        </div>
      </div>
      <div className={LIST_COLUMN}>
        <RowSkeletons />
      </div>
    </div>
  )
}

function BoardSkeleton() {
  return (
    <div className="@container min-h-[128px] bg-board px-4 pt-2 text-on-board pair:rounded-card wide:min-h-[207px]">
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-2 wide:mt-8 @max-[17rem]:grid-cols-2">
        <TeamSkeleton side="home" />
        <span className="breathe h-11 w-24 wide:h-16 @max-[17rem]:order-first @max-[17rem]:col-span-2 rounded-inner bg-board-quiet/25" />
        <TeamSkeleton side="away" />
      </div>
    </div>
  )
}

/** The list before the players, or the fan's picks that come first, are known. */
export function RowSkeletons() {
  return (
    <div className="flex flex-col gap-(--row-gap) pt-1 wide:pt-3">
      <Skeleton className="mb-0.5 h-[52px] rounded-card wide:mb-2" />
      {ROWS.map((row) => (
        <div
          key={row}
          data-row={row}
          className="flex h-(--row) items-center gap-3 rounded-card border border-line bg-surface px-3"
        >
          <Skeleton className="size-11" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-3/4" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** A team, if the page's head names it. */
function TeamSkeleton({ side }: { readonly side: HeadName }) {
  return (
    <span className="flex min-w-0 flex-col items-center gap-1 text-center wide:gap-2">
      <span className="breathe size-10 wide:size-16 rounded-inner bg-board-quiet/25" />
      <bdi
        data-meta={side}
        className="line-clamp-3 min-h-8 max-w-full text-sm leading-tight font-bold text-balance hyphens-manual [overflow-wrap:break-word] wide:min-h-10 wide:text-base empty:mt-1 empty:h-4 empty:min-h-0 empty:w-20 empty:rounded-inner empty:bg-board-quiet/25"
      >
        {nameInHead(side)}
      </bdi>
    </span>
  )
}

/** Names of a match in the page's head, available before any read. */
type HeadName = 'home' | 'away' | 'competition'

/** Returns a name from the page's head, with soft hyphens; empty on any screen but the first. */
function nameInHead(what: HeadName): string {
  if (OPENED === undefined || location.pathname !== OPENED) return ''
  return document.querySelector<HTMLMetaElement>(`meta[name="match-${what}"]`)?.content ?? ''
}
