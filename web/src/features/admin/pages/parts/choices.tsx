import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { votingState } from '@tribune/domain/ballots/voting-window.ts'
import { shortDay } from '@tribune/french/format/dates.ts'
import { analysis, choice as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { nameInAddress } from '@tribune/protocol/name-address.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { recentMatchesQuery } from '../../../../data/operator/pages.ts'
import { serverNow } from '../../../../lib/http/server-clock.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import type { MatchPage } from '../../admin-address.ts'
import { SelectField } from '../../fields.tsx'
import { matchIdIn } from '../../match-id-rules.ts'
import { MatchField } from '../../one-match/match-field.tsx'
import { Section } from '../../section.tsx'
import { Reading } from './reading.tsx'

interface MatchChoiceProps {
  readonly page: MatchPage
  /** Shows the chosen match. */
  readonly children: (matchId: number) => ReactNode
}

/** Shows a diagnostic page's match, of the address or else the newest one whose vote is over, below a form that chooses another. */
export function MatchChoice({ page, children }: MatchChoiceProps) {
  const { match } = useSearch({ from: page })
  const recent = useQuery(recentMatchesQuery)
  const id = match ?? defaultMatch(recent.data ?? [])?.match_id
  return (
    <>
      <Section title={words.title}>
        <Reading of={recent}>{(matches) => <Choice page={page} matches={matches} chosen={id} />}</Reading>
      </Section>
      {id !== undefined && children(id)}
      {id === undefined && recent.data !== undefined && <Notice>{words.none}</Notice>}
    </>
  )
}

/** The newest match whose vote is over, or the newest at all. */
function defaultMatch(matches: readonly HomeFixture[]): HomeFixture | undefined {
  const now = serverNow()
  return matches.find((match) => match.finished_at !== null && votingState(match, now) === 'closed') ?? matches[0]
}

interface ChoiceProps {
  readonly page: MatchPage
  readonly matches: readonly HomeFixture[]
  readonly chosen: number | undefined
}

interface Typed {
  readonly text: string
  readonly wrong: boolean
  /** The match that was on the screen. */
  readonly over: number | undefined
}

function Choice({ page, matches, chosen }: ChoiceProps) {
  const navigate = useNavigate()
  // Text typed while another match was on the screen is dropped. The field is not remounted, so the focus stays.
  const [typed, setTyped] = useState<Typed | null>(null)
  const isCurrent = typed !== null && typed.over === chosen
  const { text, wrong } = isCurrent ? typed : { text: String(chosen ?? ''), wrong: false }
  const study = (id: number | null) => {
    if (id === null) setTyped({ text, wrong: true, over: chosen })
    else void navigate({ to: page, search: { match: id }, replace: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    study(matchIdIn(text))
  }
  const isRecent = matches.some(({ match_id }) => match_id === chosen)
  return (
    <form onSubmit={submit} noValidate className="grid items-start gap-4 wide:grid-cols-2">
      <MatchField
        className="w-full"
        label={words.id}
        hint={words.hint}
        error={wrong ? words.invalid : null}
        value={text}
        onChange={(next) => setTyped({ text: next, wrong: false, over: chosen })}
        onPick={study}
      />
      {matches.length > 0 && (
        <SelectField
          label={words.recent}
          value={isRecent ? String(chosen) : ''}
          options={[...(isRecent ? [] : [{ value: '', label: words.pick }]), ...matches.map(optionOf)]}
          onChange={(value) => study(matchIdIn(value))}
        />
      )}
      <Button type="submit" className="wide:col-span-2 wide:justify-self-start">
        {words.study}
      </Button>
    </form>
  )
}

const optionOf = ({ match_id, match_date, home_team, away_team }: HomeFixture) => ({
  value: String(match_id),
  label: words.option(shortDay(match_date), home_team, away_team),
})

const MAX_LENGTH = 100

/** Opens the analysis of the named player. */
export function NameForm({ name = '' }: { readonly name?: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = nameInAddress(text)
    if (address !== '') void navigate({ to: '/{$name}-analysis', params: { name: address } })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 wide:flex-row wide:items-start">
      <TextField
        className="min-w-0 flex-1"
        label={analysis.name}
        hint={analysis.hint}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        value={text}
        onChange={setText}
      />
      <Button type="submit" className="wide:mt-7">
        {analysis.find}
      </Button>
    </form>
  )
}

/** A player's name, leading to their analysis. */
export function NameLink({ id, name }: { readonly id: number; readonly name: string }) {
  return (
    <Link
      to="/{$name}-analysis"
      params={{ name: nameInAddress(name) }}
      search={{ player: id }}
      className="target flex items-center font-semibold underline"
    >
      <bdi>{name}</bdi>
    </Link>
  )
}
