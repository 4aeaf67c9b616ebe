import { competitionTool as words } from '@tribune/french/sentences/operator/coefficients.ts'
import { useState } from 'react'
import type { OperatorCompetitions } from '../../../data/operator/coefficients.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Section } from '../section.tsx'
import { filterCompetitions } from './coefficient-rows.ts'
import { CompetitionRow } from './competition-row.tsx'

/** Rows that are added at a time: the sections below stay within reach. */
const ROWS = 40

/** Competitions: searched, shown or hidden, and weighed. */
export function CompetitionSection({ all }: { readonly all: OperatorCompetitions }) {
  const [search, setSearch] = useState('')
  const [rows, setRows] = useState(ROWS)
  const found = filterCompetitions(all.items, search)
  return (
    <Section title={words.title} intro={words.intro}>
      {all.items.length === 0 ? (
        <Notice>{words.none}</Notice>
      ) : (
        <>
          <SearchField label={words.search} value={search} onChange={setSearch} className="mb-2" />
          <p role="status" className="mb-2 text-sm text-quiet">
            {found.length === 0 ? words.notFound(search.trim()) : words.found(found.length, all.items.length)}
          </p>
          <ul className="flex flex-col">
            {found.slice(0, rows).map((competition) => (
              <CompetitionRow key={competition.id} competition={competition} all={all} />
            ))}
          </ul>
          {found.length > rows && (
            <Button className="mt-2 w-full" onClick={() => setRows(rows + ROWS)}>
              {words.more(Math.min(ROWS, found.length - rows))}
            </Button>
          )}
        </>
      )}
    </Section>
  )
}
