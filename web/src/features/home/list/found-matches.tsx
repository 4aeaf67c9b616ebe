import { plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { home as words } from '@tribune/french/sentences/home.ts'
import { resetFilter } from '../../../data/home-filter.ts'
import { focusContent } from '../../../lib/list/content.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { MatchList, type MatchListProps } from './match-list.tsx'

/** The matches and their number for screen readers, or a notice that there are none. */
export function FoundMatches({ list }: MatchListProps) {
  const { length } = list.matches
  return (
    <>
      <p role="status" className="sr-only">
        {words.results(plural(length, nouns.match), length < 2)}
      </p>
      {length === 0 ? (
        <div className="mt-6">
          <Notice actions={<Button onClick={showAll}>{words.resetFilters}</Button>}>{words.empty}</Notice>
        </div>
      ) : (
        <MatchList list={list} />
      )}
    </>
  )
}

function showAll(): void {
  focusContent()
  resetFilter()
}
