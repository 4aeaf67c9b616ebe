import { useQuery, useQueryClient } from '@tanstack/react-query'
import { longDay } from '@tribune/french/format/dates.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { seasons as words } from '@tribune/french/sentences/operator/coefficients.ts'
import { useState } from 'react'
import {
  computeSeason,
  moveSeason,
  nameSeason,
  type OperatorSeason,
  openAgain,
  operatorSeasonsQuery,
} from '../../../data/operator/coefficients.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { ActFailure, ConfirmAct } from '../act-buttons.tsx'
import { CheckField } from '../fields.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'
import { useDraft } from '../use-draft.ts'
import {
  consequenceOf,
  datesFault,
  dayWords,
  isDay,
  movedWords,
  nameFault,
  nameOf,
  reopeningOf,
} from './season-words.ts'

/** Seasons: dates, names, and the word that computes a finished one again. */
export function SeasonsSection() {
  const { data, error, refetch } = useQuery(operatorSeasonsQuery)
  return (
    <Section title={words.title} intro={words.intro}>
      {data === undefined && error !== null && (
        <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data === undefined && error === null && <Waiting />}
      {data?.length === 0 && <Notice>{words.empty}</Notice>}
      {data !== undefined && data.length > 0 && (
        <ul className="flex flex-col gap-2">
          {data.map((season) => (
            <SeasonLine key={season.id} season={season} all={data} />
          ))}
        </ul>
      )}
    </Section>
  )
}

interface SeasonProps {
  readonly season: OperatorSeason
  readonly all: readonly OperatorSeason[]
}

function SeasonLine({ season, all }: SeasonProps) {
  const [isEdited, setEdited] = useState(false)
  const cache = useQueryClient()
  const compute = useAct(computeSeason, {
    done: ({ players }) => words.recomputed(plural(players, ...words.player)),
    onDone: () => cache.invalidateQueries(),
  })
  const reopening = reopeningOf({ all, season })
  const reopen = useAct(openAgain, {
    done: ({ ends_on, matches_taken, taken }) =>
      words.reopened(nameOf(taken), dayWords(ends_on), plural(matches_taken, ...words.match)),
    onDone: () => cache.invalidateQueries(),
  })
  return (
    <li className="rounded-inner border border-line p-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="font-bold [overflow-wrap:anywhere]">
            {nameOf(season)}
            <span className="ml-2 text-sm font-semibold text-quiet">{season.open ? words.open : words.finished}</span>
          </h3>
          <p className="text-sm text-quiet">{words.days(dayWords(season.starts_on), dayWords(season.ends_on))}</p>
          <p className="text-sm text-quiet">
            {words.counts(plural(season.matches, ...words.match), plural(season.players, ...words.player))}
          </p>
          <p className="text-sm text-quiet">
            {season.computed_at === null ? words.neverComputed : words.computed(longDay(season.computed_at, 'fr'))}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button aria-expanded={isEdited} onClick={() => setEdited(!isEdited)}>
            {isEdited ? words.close : words.edit}
            <span className="sr-only"> {nameOf(season)}</span>
          </Button>
          {reopening !== null && (
            <ConfirmAct
              label={words.reopen}
              title={words.reopenTitle}
              consequence={reopening.consequence}
              busy={reopen.isPending}
              onConfirm={() =>
                reopen.mutate(
                  { id: season.id, matches: reopening.matches },
                  { onError: () => void cache.invalidateQueries({ queryKey: operatorSeasonsQuery.queryKey }) },
                )
              }
            />
          )}
          <ConfirmAct
            label={words.recompute}
            title={words.recomputeTitle}
            consequence={words.recomputeConsequence(nameOf(season))}
            busy={compute.isPending}
            onConfirm={() => compute.mutate(season)}
          />
        </div>
      </div>
      {isEdited && (
        <div className="mt-4 flex flex-col gap-6">
          <Names season={season} all={all} />
          <Days season={season} all={all} />
        </div>
      )}
    </li>
  )
}

/** The day of the calendar in UTC, as seasons count them. */
const today = () => new Date().toISOString().slice(0, 10)

/** Longest name that the server takes. */
const MAX_NAME = 40

function Names({ season, all }: SeasonProps) {
  const { id } = season
  const stored = { name: season.name, label: season.label }
  const draft = useDraft(`season:${id}:names`, stored, stored)
  const { name, label } = draft.typed
  const cache = useQueryClient()
  const rename = useAct(nameSeason, {
    done: () => words.renamed,
    onDone: async () => {
      await cache.invalidateQueries()
      draft.clear()
    },
    onChanged: draft.look,
  })
  const isSame = name.trim() === draft.seen.name && label.trim() === draft.seen.label
  const isEmpty = name.trim() === '' || label.trim() === ''
  const fault = nameFault({ all, season }, { name, label })
  return (
    <form
      className="grid gap-4 wide:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate({ id, ...draft.typed, seen: draft.seen })
      }}
    >
      <TextField
        label={words.name}
        value={name}
        onChange={(next) => draft.type({ name: next })}
        readOnly={rename.isPending}
        maxLength={MAX_NAME}
        required
      />
      <TextField
        label={words.label}
        value={label}
        error={fault}
        onChange={(next) => draft.type({ label: next })}
        readOnly={rename.isPending}
        maxLength={MAX_NAME}
        required
      />
      <Button
        type="submit"
        className="justify-self-start"
        disabled={isSame || isEmpty || fault !== null}
        busy={rename.isPending}
      >
        {words.rename}
      </Button>
    </form>
  )
}

function Days({ season, all }: SeasonProps) {
  const stored = { starts_on: season.starts_on, ends_on: season.ends_on }
  const draft = useDraft(`season:${season.id}:days`, stored, stored)
  const { starts_on: first, ends_on: last } = draft.typed
  const [acceptLost, setAcceptLost] = useState(false)
  const cache = useQueryClient()
  const move = useAct(moveSeason, {
    done: movedWords,
    onDone: async () => {
      await cache.invalidateQueries()
      draft.clear()
    },
    onChanged: draft.look,
  })
  // The operator is asked only after the server has reported that matches would be left out.
  const losesMatches = move.error instanceof ApiError && move.error.code === 'season_loses_matches'
  const isSame = first === draft.seen.starts_on && last === draft.seen.ends_on
  const isWhole = isDay(first) && isDay(last)
  const fault = isSame ? null : datesFault({ all, season }, draft.typed, today())
  return (
    <div className="grid gap-4 wide:grid-cols-2">
      <TextField
        label={words.first}
        hint={words.daysHint}
        type="date"
        value={first}
        onChange={(next) => draft.type({ starts_on: next })}
        readOnly={move.isPending}
        required
      />
      <TextField
        label={words.last}
        type="date"
        value={last}
        error={fault}
        onChange={(next) => draft.type({ ends_on: next })}
        readOnly={move.isPending}
        required
      />
      {losesMatches && (
        <CheckField
          className="wide:col-span-2"
          label={words.acceptLost}
          checked={acceptLost}
          onChange={setAcceptLost}
        />
      )}
      {move.error !== null && (
        <div className="wide:col-span-2">
          <ActFailure>{messageOf(move.error)}</ActFailure>
        </div>
      )}
      <div>
        <ConfirmAct
          label={words.move}
          title={words.moveTitle}
          consequence={isWhole ? consequenceOf({ all, season }, { starts_on: first, ends_on: last }, today()) : ''}
          disabled={isSame || !isWhole || fault !== null}
          busy={move.isPending}
          onConfirm={() => move.mutate({ id: season.id, ...draft.typed, accept_lost: acceptLost, seen: draft.seen })}
        />
      </div>
    </div>
  )
}
