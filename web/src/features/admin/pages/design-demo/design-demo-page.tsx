import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { designDemo as words } from '@tribune/french/sentences/operator/design-demo.ts'
import { useState } from 'react'
import { Tabs } from '../../../../ui/tabs.tsx'
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
import { ColumnsDemo, DockDemo, FillingDemo, OfflineDemo, PullDemo } from './edge-demos.tsx'
import { AsideDemo, FilmDemo } from './film-demos.tsx'
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
import { OverDemo } from './over-demo.tsx'

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
