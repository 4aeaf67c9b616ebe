import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { BallotGroup, BallotGroups, BallotStanding } from '@tribune/contract/operator/ballots.ts'
import { MAX_GROUPS } from '@tribune/domain/ballots/suspicion.ts'
import { shortDay } from '@tribune/french/format/dates.ts'
import { count, ordinal, plural } from '@tribune/french/format/numbers.ts'
import { standings, ballots as words } from '@tribune/french/sentences/operator/ballots.ts'
import type { ComponentProps } from 'react'
import { matchQuery } from '../../../data/matches.ts'
import {
  ballotGroupsQuery,
  ballotMatchesQuery,
  type Counts,
  letStand,
  setAside,
} from '../../../data/operator/ballots.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { ConfirmAct, ReasonedAct } from '../act-buttons.tsx'
import { MatchLinks } from '../one-match/match-links.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'
import { AsideList } from './aside-list.tsx'
import { ballotsWords, decisionWords, figureWords, isSameResult, sharedWords, shareWords } from './ballots-words.ts'

const TONES = { apart: 'warn', somewhat: 'live', like_others: 'neutral' } as const

/** The groups of one match's ballots, what could be and what is set aside. */
export function BallotGroupsView({ matchId }: { readonly matchId: number }) {
  const { data, error, refetch } = useQuery(ballotGroupsQuery(matchId))
  return (
    <div className="flex flex-col gap-6">
      <Link to="/admin/ballots" className="target inline-flex items-center self-start underline">
        {words.another}
      </Link>
      {data === undefined && error !== null && (
        <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && <Groups matchId={matchId} data={data} />}
    </div>
  )
}

interface Chosen {
  readonly group: BallotGroups['groups'][number]
  readonly reason: string
}

function Groups({ matchId, data }: { readonly matchId: number; readonly data: BallotGroups }) {
  const client = useQueryClient()
  const readAgain = () =>
    Promise.all(
      [ballotMatchesQuery.queryKey, matchQuery(matchId).queryKey].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  const act = useAct(({ group, reason }: Chosen) => setAside(matchId, group, reason), {
    done: ({ ballots }: Counts) => words.done(ballotsWords(ballots)),
    onDone: readAgain,
  })
  const { match, bar, now, groups, set_aside, groups_set_aside } = data
  const alike = groups.filter(({ standing }) => standing === 'like_others')
  const apart = groups.filter(({ standing }) => standing !== 'like_others')
  const cards = (shown: typeof groups) => (
    <ul className="grid gap-4 wide:grid-cols-2">
      {shown.map((group) => (
        <GroupCard
          key={`${group.dimension} ${group.key}`}
          group={group}
          match={match}
          now={now}
          mayAct={bar === null}
          busy={act.isPending}
          onSetAside={(reason, onSuccess) =>
            act.mutate({ group, reason }, { onSuccess, onError: () => void readAgain() })
          }
        />
      ))}
    </ul>
  )
  return (
    <>
      <Section title={words.match(match.home_team, match.away_team)}>
        <p className="text-quiet">{words.played(match.competition_name, shortDay(match.match_date))}</p>
        <p className="figures text-lg font-bold">{figureWords(match.counted, match.set_aside)}</p>
        <p className="mt-1 mb-3 text-quiet">{evidenceWords(data)}</p>
        {bar !== null && <p className="mb-3 font-semibold">{words.bars[bar]}</p>}
        <Decision match={match} onDone={readAgain} />
        <Standing title={words.now} of={now} />
        <div className="mt-3">
          <MatchLinks id={matchId} at="ballots" />
        </div>
      </Section>
      <Section title={words.groups} intro={words.groupsIntro}>
        {groups.length === 0 ? (
          <Notice>{words.noGroups}</Notice>
        ) : (
          <>
            {groups.length >= MAX_GROUPS && <p className="mb-3 text-sm text-quiet">{words.firstGroups}</p>}
            {apart.length === 0 ? <p className="font-semibold">{words.noneApart}</p> : cards(apart)}
            {alike.length > 0 && (
              <details className="mt-2">
                <summary className="target mb-2 content-center font-semibold">{words.likeOthers(alike.length)}</summary>
                {cards(alike)}
              </details>
            )}
          </>
        )}
      </Section>
      <Section title={words.aside} intro={words.asideIntro}>
        <AsideList
          matchId={matchId}
          newest={set_aside}
          total={groups_set_aside}
          mayAct={bar === null}
          onDone={readAgain}
        />
      </Section>
    </>
  )
}

interface DecisionProps {
  readonly match: BallotGroups['match']
  readonly onDone: () => Promise<unknown>
}

/** The decision that a match waits for, and the act that ends the wait. */
function Decision({ match, onDone }: DecisionProps) {
  const act = useAct(letStand, { done: () => words.confirmDone, onDone })
  const lines = decisionWords(match)
  if (lines.length === 0) return null
  return (
    <div className="mb-3 flex flex-col items-start gap-2 rounded-inner border border-line p-3">
      <p className="font-bold">{lines.join(' · ')}</p>
      <p>{match.provisional_until === null ? words.answer : words.decide}</p>
      <ConfirmAct
        label={words.confirm}
        title={words.confirmTitle}
        consequence={words.confirmConsequence}
        busy={act.isPending}
        tone="plain"
        onConfirm={() => act.mutate(match.match_id, { onError: () => void onDone() })}
      />
    </div>
  )
}

function evidenceWords({ evidence_ended, evidence_until }: BallotGroups): string {
  if (evidence_ended) return words.evidence.ended
  return evidence_until === null ? words.evidence.open : words.evidence.retained(shortDay(evidence_until))
}

interface GroupCardProps {
  readonly group: BallotGroup
  readonly match: BallotGroups['match']
  readonly now: BallotStanding
  readonly mayAct: boolean
  readonly busy: boolean
  readonly onSetAside: ComponentProps<typeof ReasonedAct>['onConfirm']
}

/** One group: what its ballots share, how much they stand out, and the result without them. */
function GroupCard({ group, match, now, mayAct, busy, onSetAside }: GroupCardProps) {
  const { ballots, alike, excess, podium, standing, same_ballots, without } = group
  const figures = figureWords(without.counted, match.set_aside + ballots)
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-inner border border-line p-3">
      <div>
        <h3 className="font-bold [overflow-wrap:anywhere]">{sharedWords(group)}</h3>
        <p className="figures text-quiet">{shareWords(ballots, now.counted)}</p>
        {same_ballots.length > 0 && (
          <p className="text-sm [overflow-wrap:anywhere]">{words.sameBallots(same_ballots.map(sharedWords))}</p>
        )}
        <p className="mt-1">
          <StatusBadge tone={TONES[standing]}>{standings[standing]}</StatusBadge>
        </p>
      </div>
      <div>
        <p className="text-sm text-quiet">
          {words.commonest(ballotsWords(alike))}
          {excess >= 1 && `, ${words.excess(count(Math.round(excess)))}`}
        </p>
        <p className="[overflow-wrap:anywhere]">{podium.map(({ player_name }) => player_name).join(', ')}</p>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Standing title={words.now} of={now} />
        <Standing title={words.without} of={without} />
      </div>
      {isSameResult(now, without) && <p className="text-sm text-quiet">{words.same}</p>}
      {mayAct && (
        <p className="mt-auto">
          <ReasonedAct
            tone="danger"
            words={words}
            label={words.setAside}
            title={words.setAsideTitle(ballotsWords(ballots))}
            consequence={words.setAsideConsequence(ballotsWords(ballots), figures)}
            busy={busy}
            onConfirm={onSetAside}
          />
        </p>
      )}
    </li>
  )
}

interface StandingProps {
  readonly title: string
  readonly of: BallotStanding
}

/** The first players of a result, and where it comes from. */
function Standing({ title, of: { source, counted, first } }: StandingProps) {
  return (
    <div className="min-w-0">
      <p className="text-sm font-semibold">{title}</p>
      <p className="mb-1 text-sm text-quiet">{plural(counted, ...words.counted)}</p>
      {first.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <ol>
          {first.map(({ player_id, player_name, rank }) => (
            <li key={player_id} className="flex gap-2 py-0.5 leading-tight">
              <span className="figures w-6 shrink-0 text-quiet">{ordinal(rank)}</span>
              <bdi className="min-w-0 font-semibold [overflow-wrap:anywhere]">{player_name}</bdi>
            </li>
          ))}
        </ol>
      )}
      {source !== null && <p className="mt-1 text-sm text-quiet">{words.sources[source]}</p>}
    </div>
  )
}
