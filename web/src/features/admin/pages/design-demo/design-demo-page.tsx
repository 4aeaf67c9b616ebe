import type { MatchEvent } from '@tribune/contract/matches.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { designDemo as words } from '@tribune/french/sentences/operator/design-demo.ts'
import { useState } from 'react'
import { serverNow } from '../../../../lib/http/server-clock.ts'
import { Button } from '../../../../ui/button.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { FilmDialog } from '../../../match/film/film-dialog.tsx'
import { AsideReasons } from '../../../match/result/aside-notice.tsx'
import { Contents, Section } from '../../section.tsx'
import { DiagnosticFrame } from '../diagnostic-frame.tsx'
import {
  BadgeDemo,
  ButtonDemo,
  FieldDemo,
  MarkDemo,
  NoticeDemo,
  SearchDemo,
  TabDemo,
  WaitingDemo,
} from './basic-demos.tsx'
import { type DemoName, DemoPanel, SHOWN_THEMES, type ShownTheme } from './demo-panel.tsx'
import { ColumnsDemo, DockDemo, FillingDemo, OfflineDemo, OverDemo, PullDemo } from './edge-demos.tsx'
import {
  BannerDemo,
  BoardDemo,
  CardDemo,
  FactDemo,
  PlayerDemo,
  PodiumDemo,
  RankingDemo,
  ResultDemo,
  RowDemo,
  StepsDemo,
} from './match-demos.tsx'
import { SAMPLE_EVENTS, SAMPLE_KICKS, sampleMatches, sampleScreen } from './sample-rows.ts'

const NAMES = [
  'buttons',
  'badges',
  'tabs',
  'fields',
  'search',
  'notices',
  'over',
  'waiting',
  'marks',
  'cards',
  'rows',
  'board',
  'banner',
  'podium',
  'players',
  'facts',
  'film',
  'steps',
  'result',
  'aside',
  'ranking',
  'dock',
  'offline',
  'filling',
  'pull',
  'columns',
] as const satisfies readonly DemoName[]
const PARTS = NAMES.map((name) => [name, words.sections[name]] as const)

/** Every component in every state, in both themes, from sample data (spec section 2, "Developer test pages"). */
export function DesignDemoPage() {
  const [shown, setShown] = useState<ShownTheme>('both')
  return (
    <DiagnosticFrame title={pageNames['/design-demo']} intro={words.intro}>
      <Tabs
        label={words.theme}
        tabs={SHOWN_THEMES.map((value) => ({ value, label: words.themes[value], whole: true }))}
        value={shown}
        onChange={setShown}
      >
        <div className="flex flex-col gap-6 pt-6">
          <Contents label={words.contents} parts={PARTS} />
          <Basics shown={shown} />
          <Parts shown={shown} />
          <Edges shown={shown} />
          <Section title={words.sections.around}>
            <p className="max-w-prose">{words.around}</p>
          </Section>
        </div>
      </Tabs>
    </DiagnosticFrame>
  )
}

interface DemosProps {
  readonly shown: ShownTheme
}

/** Shows the parts that screens are put together from. */
function Basics({ shown }: DemosProps) {
  return (
    <>
      <DemoPanel name="buttons" shown={shown}>
        {() => <ButtonDemo />}
      </DemoPanel>
      <DemoPanel name="badges" shown={shown}>
        {() => <BadgeDemo />}
      </DemoPanel>
      <DemoPanel name="tabs" shown={shown}>
        {() => <TabDemo />}
      </DemoPanel>
      <DemoPanel name="fields" shown={shown}>
        {() => <FieldDemo />}
      </DemoPanel>
      <DemoPanel name="search" shown={shown} once>
        {() => <SearchDemo />}
      </DemoPanel>
      <DemoPanel name="notices" shown={shown}>
        {() => <NoticeDemo />}
      </DemoPanel>
      <DemoPanel name="over" shown={shown} once>
        {() => <OverDemo />}
      </DemoPanel>
      <DemoPanel name="waiting" shown={shown}>
        {() => <WaitingDemo />}
      </DemoPanel>
      <DemoPanel name="marks" shown={shown}>
        {() => <MarkDemo />}
      </DemoPanel>
    </>
  )
}

/** Parts of the fan's screens. */
function Parts({ shown }: DemosProps) {
  return (
    <>
      <DemoPanel name="cards" shown={shown}>
        {(theme) => <CardDemo theme={theme} />}
      </DemoPanel>
      <DemoPanel name="rows" shown={shown}>
        {(theme) => <RowDemo theme={theme} />}
      </DemoPanel>
      <DemoPanel name="board" shown={shown} once>
        {(theme) => <BoardDemo theme={theme} />}
      </DemoPanel>
      <DemoPanel name="banner" shown={shown}>
        {(theme) => <BannerDemo theme={theme} />}
      </DemoPanel>
      <DemoPanel name="podium" shown={shown}>
        {() => <PodiumDemo />}
      </DemoPanel>
      <DemoPanel name="players" shown={shown}>
        {() => <PlayerDemo />}
      </DemoPanel>
      <DemoPanel name="facts" shown={shown}>
        {() => <FactDemo />}
      </DemoPanel>
      <DemoPanel name="film" shown={shown} once>
        {() => <FilmDemo />}
      </DemoPanel>
      <DemoPanel name="steps" shown={shown}>
        {() => <StepsDemo />}
      </DemoPanel>
      <DemoPanel name="result" shown={shown}>
        {(theme) => <ResultDemo theme={theme} />}
      </DemoPanel>
      <DemoPanel name="aside" shown={shown} once>
        {() => <AsideDemo />}
      </DemoPanel>
      <DemoPanel name="ranking" shown={shown}>
        {() => <RankingDemo />}
      </DemoPanel>
    </>
  )
}

/** Shows the edges of a fan's screen, and its columns. */
function Edges({ shown }: DemosProps) {
  return (
    <>
      <DemoPanel name="dock" shown={shown}>
        {(theme) => <DockDemo theme={theme} />}
      </DemoPanel>
      <DemoPanel name="offline" shown={shown}>
        {() => <OfflineDemo />}
      </DemoPanel>
      <DemoPanel name="filling" shown={shown}>
        {() => <FillingDemo />}
      </DemoPanel>
      <DemoPanel name="pull" shown={shown}>
        {() => <PullDemo />}
      </DemoPanel>
      <DemoPanel name="columns" shown={shown} once bare>
        {() => <ColumnsDemo />}
      </DemoPanel>
    </>
  )
}

const FILMS = {
  full: SAMPLE_EVENTS,
  kicks: [...SAMPLE_EVENTS, ...SAMPLE_KICKS],
  empty: [],
} as const satisfies Record<keyof typeof words.films, readonly MatchEvent[]>
/** Above the id of any real match, and of the other samples. */
const FIRST_ID = 9_300_000_000

/** Opens « Le film du match », which follows the page's own theme. */
function FilmDemo() {
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
function AsideDemo() {
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
