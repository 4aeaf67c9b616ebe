import type { HomeFixture, MatchScreen } from '@tribune/contract/matches.ts'
import { POSITIONS } from '@tribune/domain/ballots/podium.ts'
import { isOpenState, type VotingState } from '@tribune/domain/ballots/voting-window.ts'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { hour, relativeDay } from '@tribune/french/format/dates.ts'
import { designDemo as words } from '@tribune/french/sentences/operator/design-demo.ts'
import { useState } from 'react'
import { serverNow } from '../../../../lib/http/server-clock.ts'
import { toast } from '../../../../lib/state/toast.ts'
import type { ColourTheme } from '../../../../styles/colour-pairs.ts'
import { CoefficientBadge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { PodiumSteps } from '../../../../ui/podium-steps.tsx'
import { MatchCard } from '../../../home/card/match-card.tsx'
import { MatchRow } from '../../../home/list/match-row.tsx'
import { MatchBoard } from '../../../match/board/match-board.tsx'
import { PlayerRow, type RowProps } from '../../../match/players/player-row.tsx'
import type { ListedPlayer } from '../../../match/players/player-words.ts'
import { ResultCard } from '../../../match/result/result-podium.tsx'
import { PodiumCard } from '../../../match/voting/podium-dock.tsx'
import { holdersOf } from '../../../match/voting/podium-slots.tsx'
import { VoteBanner } from '../../../match/voting/vote-banner.tsx'
import { RankingRow } from '../../../rankings/list/ranking-row.tsx'
import { State } from './demo-panel.tsx'
import {
  LINEUP,
  PLAYERS_WITH_FACTS,
  SAMPLE_PLAYERS,
  SAMPLE_SEASON,
  SHOWN_BALLOTS,
  sampleBallot,
  sampleMatches,
  sampleScreen,
} from './sample-rows.ts'

/** Two sets of sample matches on one page keep apart by their ids, which are above those of any real match. */
const FIRST_ID: Readonly<Record<ColourTheme, number>> = { light: 9_100_000_000, dark: 9_200_000_000 }
const ROWS_FROM = 100

/** Sample matches whose times stay what they were when the page was opened. */
function useSamples(theme: ColourTheme, from = 0): readonly (readonly [VotingState, HomeFixture])[] {
  const [matches] = useState(() => sampleMatches(FIRST_ID[theme] + from, serverNow().getTime()))
  return Object.entries(matches) as [VotingState, HomeFixture][]
}

export function CardDemo({ theme }: { readonly theme: ColourTheme }) {
  const samples = useSamples(theme).filter(([state]) => isOpenState(state))
  return (
    <ul className="flex flex-col gap-3">
      {samples.map(([state, match]) => (
        <MatchCard
          key={state}
          match={match}
          state={state}
          ballot={state === 'open_after' ? sampleBallot(match) : undefined}
        />
      ))}
    </ul>
  )
}

export function RowDemo({ theme }: { readonly theme: ColourTheme }) {
  const samples = useSamples(theme, ROWS_FROM).filter(([state]) => !isOpenState(state))
  return (
    <ul className="rounded-card border border-line bg-surface">
      {samples.map(([state, match]) => (
        <MatchRow
          key={state}
          match={match}
          state={state}
          ballot={state === 'closed' ? sampleBallot(match) : undefined}
          hour={state === 'upcoming' ? hour(match.match_date) : null}
          newDay={match.postponedUntil === null ? null : relativeDay(match.postponedUntil, serverNow())}
        />
      ))}
    </ul>
  )
}

export function BoardDemo({ theme }: { readonly theme: ColourTheme }) {
  const match = useSamples(theme).find(([state]) => state === 'open_live')?.[1]
  if (match === undefined) return null
  return (
    <MatchBoard match={match}>
      <CoefficientBadge value={match.competition_coefficient} />
    </MatchBoard>
  )
}

export function BannerDemo({ theme }: { readonly theme: ColourTheme }) {
  const samples = useSamples(theme)
  return (
    <>
      {samples.map(([state, match]) => (
        <State key={state} name={words.statuses[state]}>
          <VoteBanner match={match} state={state} picks={0} publication="published" lineups />
        </State>
      ))}
      {samples
        .filter(([state]) => state === 'open_live')
        .map(([state, match]) => (
          <State key={state} name={words.voted}>
            <VoteBanner match={match} state={state} picks={3} publication="early" lineups />
          </State>
        ))}
    </>
  )
}

export function PodiumDemo() {
  // Without a network the card says what the bar does, and follows the device.
  return SHOWN_BALLOTS.filter(([, , online]) => online).map(([name, ballot]) => (
    <State key={name} name={name}>
      <PodiumCard
        ballot={ballot}
        holders={holdersOf(ballot.podium, LINEUP)}
        onChoose={({ player_name }) => toast(words.chosen(player_name))}
      />
    </State>
  ))
}

type PlayerState = Pick<RowProps, 'player' | 'position' | 'mode' | 'published'>

const { plain, first, second, third, outside, substitute, absent, long } = SAMPLE_PLAYERS
const PLAYERS: readonly PlayerState[] = [
  { player: plain, position: null, mode: 'vote', published: false },
  ...POSITIONS.map((position) => ({ player: second, position, mode: 'vote' as const, published: false })),
  { player: substitute, position: null, mode: 'vote', published: false },
  { player: absent, position: null, mode: 'vote', published: false },
  { player: long, position: 2, mode: 'vote', published: false },
  { player: plain, position: null, mode: 'locked', published: false },
  { player: first, position: 1, mode: 'read', published: true },
  { player: second, position: null, mode: 'read', published: true },
  { player: third, position: 3, mode: 'read', published: true },
  { player: outside, position: null, mode: 'read', published: true },
  { player: absent, position: null, mode: 'read', published: true },
  { player: long, position: null, mode: 'read', published: true },
]

const WITH_FACTS: readonly PlayerState[] = PLAYERS_WITH_FACTS.map((player) => ({
  player,
  position: null,
  mode: 'locked',
  published: false,
}))

/** The facts of players, as icons. */
export function FactDemo() {
  return <PlayerRows of={WITH_FACTS} />
}

export function PlayerDemo() {
  return <PlayerRows of={PLAYERS} />
}

function PlayerRows({ of }: { readonly of: readonly PlayerState[] }) {
  const touch = ({ player_name }: ListedPlayer) => toast(words.chosen(player_name))
  return (
    <ul className="flex flex-col gap-2">
      {of.map(({ player, position, mode, published }) => (
        <PlayerRow
          key={`${player.player_id} ${position} ${mode} ${published}`}
          player={player}
          position={position}
          mode={mode}
          published={published}
          logo={null}
          onTap={touch}
          onChoose={touch}
        />
      ))}
    </ul>
  )
}

export function StepsDemo() {
  const [run, setRun] = useState(0)
  const step = (name: string | null) => ({
    lit: name !== null,
    content: <span className="text-sm font-bold">{name}</span>,
  })
  return (
    <>
      <div className="overflow-hidden">
        <PodiumSteps
          key={run}
          rising={run > 0}
          label={words.stepsLabel}
          steps={{ 1: step('Valbrun'), 2: step('Castelnau'), 3: step('Jô') }}
        />
      </div>
      <PodiumSteps label={words.stepsLabel} steps={{ 1: step('Valbrun'), 2: step(null), 3: step(null) }} />
      <Button onClick={() => setRun(run + 1)}>{words.rising}</Button>
    </>
  )
}

/** Makes a result with ballots set aside, which the operator may still change, or not. */
function withAside(match: HomeFixture, isProvisional: boolean): MatchScreen {
  const screen = sampleScreen(match, 'votes')
  const until = new Date(serverNow().getTime() + HOUR_MS).toISOString()
  const first_with_all = screen.ranking
    .slice(1, 4)
    .map(({ player_id, player_name }, at) => ({ player_id, player_name, rank: at + 1 }))
  const provisional = isProvisional ? { provisional_until: until, first_with_all } : {}
  return { ...screen, result: { ...screen.result, ballots_set_aside: 87, ...provisional } }
}

export function ResultDemo({ theme }: { readonly theme: ColourTheme }) {
  const match = useSamples(theme).find(([state]) => state === 'closed')?.[1]
  if (match === undefined) return null
  return (
    <>
      <ResultCard screen={sampleScreen(match, 'votes')} />
      <ResultCard screen={sampleScreen(match, 'ratings_fallback')} />
      <ResultCard screen={withAside(match, true)} />
      <ResultCard screen={withAside(match, false)} />
    </>
  )
}

export function RankingDemo() {
  return (
    <ul className="flex flex-col gap-2">
      {SAMPLE_SEASON.map((row, at) => (
        <li key={row.player_id} className="h-[5.5rem]">
          <RankingRow row={row} mine={at === 1} />
        </li>
      ))}
    </ul>
  )
}
