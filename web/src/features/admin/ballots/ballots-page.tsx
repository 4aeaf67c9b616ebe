import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { shortDay } from '@tribune/french/format/dates.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { ballots as words } from '@tribune/french/sentences/operator/ballots.ts'
import { type FormEvent, useState } from 'react'
import { ballotMatchesQuery } from '../../../data/operator/ballots.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { matchIdIn } from '../match-id-rules.ts'
import { MatchField } from '../one-match/match-field.tsx'
import { OperatorFrame } from '../operator-frame.tsx'
import { Section } from '../section.tsx'
import { decisionWords, figureWords } from './ballots-words.ts'
import { BallotGroupsView } from './groups-view.tsx'

const route = getRouteApi('/admin/ballots')

/** The suspicious ballots of a match, or the choice of a match. */
export function BallotsPage() {
  const { match } = route.useSearch()
  return (
    <OperatorFrame title={pageNames['/admin/ballots']}>
      {() => (
        <>
          <p className="mb-4 max-w-prose text-quiet">{words.intro}</p>
          {match === undefined ? <BallotMatchChoice /> : <BallotGroupsView key={match} matchId={match} />}
        </>
      )}
    </OperatorFrame>
  )
}

/** Lets the operator choose the match whose ballots are compared: by its number, or one of the latest with ballots. */
function BallotMatchChoice() {
  return (
    <div className="flex flex-col gap-6">
      <Section title={words.choose}>
        <ByNumber />
      </Section>
      <Section title={words.latest}>
        <Latest />
      </Section>
    </div>
  )
}

function ByNumber() {
  const navigate = useNavigate()
  const [number, setNumber] = useState('')
  const [isWrong, setWrong] = useState(false)
  const show = (match: number) => void navigate({ to: '/admin/ballots', search: { match } })
  const open = (event: FormEvent) => {
    event.preventDefault()
    const match = matchIdIn(number)
    setWrong(match === null)
    if (match !== null) show(match)
  }
  return (
    <form onSubmit={open} noValidate className="flex flex-col items-start gap-3">
      <MatchField
        label={words.matchNumber}
        hint={words.matchNumberHint}
        error={isWrong ? words.matchNumberWrong : null}
        value={number}
        onChange={(text) => {
          setNumber(text)
          setWrong(false)
        }}
        onPick={show}
      />
      <Button type="submit">{words.open}</Button>
    </form>
  )
}

function Latest() {
  const { data, error, refetch } = useQuery(ballotMatchesQuery)
  if (data === undefined && error !== null) {
    return <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
  }
  if (data === undefined) return <Waiting />
  if (data.length === 0) return <Notice>{words.noMatches}</Notice>
  return (
    <ul className="grid gap-x-6 wide:grid-cols-2">
      {data.map((match) => (
        <li key={match.match_id} className="border-b border-line">
          <Link
            to="/admin/ballots"
            search={{ match: match.match_id }}
            className="target flex flex-col justify-center py-2 hover:bg-raised"
          >
            <span className="font-semibold [overflow-wrap:anywhere]">
              {words.match(match.home_team, match.away_team)}
            </span>
            <span className="text-sm text-quiet">
              {words.played(match.competition_name, shortDay(match.match_date))}
            </span>
            <span className="figures text-sm text-quiet">{figureWords(match.counted, match.set_aside)}</span>
            {decisionWords(match).map((line) => (
              <span key={line} className="text-sm font-semibold">
                {line}
              </span>
            ))}
          </Link>
        </li>
      ))}
    </ul>
  )
}
