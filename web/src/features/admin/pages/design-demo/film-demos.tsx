import type { MatchEvent } from '@tribune/contract/matches.ts'
import { designDemo as words } from '@tribune/french/sentences/operator/design-demo.ts'
import { useState } from 'react'
import { serverNow } from '../../../../lib/http/server-clock.ts'
import { Button } from '../../../../ui/button.tsx'
import { FilmDialog } from '../../../match/film/film-dialog.tsx'
import { AsideReasons } from '../../../match/result/aside-notice.tsx'
import { sampleMatches, sampleScreen } from './sample-rows.ts'
import { SAMPLE_EVENTS, SAMPLE_KICKS } from './state-rows.ts'

const FILMS = {
  full: SAMPLE_EVENTS,
  kicks: [...SAMPLE_EVENTS, ...SAMPLE_KICKS],
  empty: [],
} as const satisfies Record<keyof typeof words.films, readonly MatchEvent[]>
/** Above the id of any real match, and of the other samples. */
const FIRST_ID = 9_300_000_000

/** Opens « Le film du match », which follows the page's own theme. */
export function FilmDemo() {
  const [film, setFilm] = useState<keyof typeof FILMS | null>(null)
  const [{ closed }] = useState(() => sampleMatches(FIRST_ID, serverNow().getTime()))
  return (
    <div className="flex flex-wrap gap-2">
      {(['full', 'kicks', 'empty'] as const).map((name) => (
        <Button key={name} onClick={() => setFilm(name)}>
          {words.films[name]}
        </Button>
      ))}
      {film !== null && (
        <FilmDialog
          screen={{ ...sampleScreen(closed, 'votes'), events: [...FILMS[film]] }}
          onClose={() => setFilm(null)}
        />
      )}
    </div>
  )
}

const ASIDES = [
  ['possible', 'network'],
  ['asked', 'new_accounts'],
  ['confirmed', 'acted_together'],
  ['over', 'operator'],
] as const

/** A ballot that is set aside, in each state of its review. One at a time: it is a landmark. */
export function AsideDemo() {
  const [shown, setShown] = useState<(typeof ASIDES)[number][0]>('possible')
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {ASIDES.map(([review]) => (
          <Button
            key={review}
            tone={review === shown ? 'action' : 'plain'}
            aria-pressed={review === shown}
            onClick={() => setShown(review)}
          >
            {words.reviews[review]}
          </Button>
        ))}
      </div>
      {ASIDES.filter(([review]) => review === shown).map(([review, reason]) => (
        <AsideReasons key={review} matchId={FIRST_ID} aside={{ reason, review }} />
      ))}
    </>
  )
}
