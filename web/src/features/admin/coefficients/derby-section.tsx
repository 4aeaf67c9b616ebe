import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { addDerby, removeDerby } from '@tribune/contract/operator/coefficients.ts'
import { derbyKey, derbyPair, type PhaseCoefficient } from '@tribune/domain/results/coefficient.ts'
import { derbyTool as words } from '@tribune/french/sentences/operator/coefficients.ts'
import { useState } from 'react'
import { act } from '../../../data/operator/act.ts'
import {
  type Derby,
  derbiesQuery,
  type FoundTeam,
  pairMatchesQuery,
  rereadCoefficients,
  teamsQuery,
} from '../../../data/operator/coefficients.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConfirmAct } from '../act-buttons.tsx'
import { SearchPicker } from '../search-picker.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'

/** Derbies: pairs of clubs whose matches bear the multiplier. */
export function DerbySection({ phases }: { readonly phases: readonly PhaseCoefficient[] }) {
  const isPlain = phases.every(({ phase, coefficient }) => phase !== 'derby_multiplier' || coefficient === 1)
  const { data, error, refetch } = useQuery(derbiesQuery)
  return (
    <Section
      title={words.title}
      intro={
        <>
          {words.intro}
          {isPlain && ` ${words.plain}`}
        </>
      }
    >
      {data === undefined && error !== null && (
        <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data === undefined && error === null && <Skeleton className="h-40 w-full" />}
      {data !== undefined && (
        <>
          <NewDerby derbies={data} />
          <h3 className="mt-6 mb-2 font-bold">{words.list}</h3>
          {data.length === 0 ? (
            <Notice>{words.empty}</Notice>
          ) : (
            <ul aria-label={words.list} className="grid gap-x-6 wide:grid-cols-2">
              {data.map((derby) => (
                <DerbyRow key={derbyKey([derby.teams[0].id, derby.teams[1].id])} derby={derby} />
              ))}
            </ul>
          )}
        </>
      )}
    </Section>
  )
}

/** Marks a pair: two clubs, what stands between them, and the button. */
function NewDerby({ derbies }: { readonly derbies: readonly Derby[] }) {
  const client = useQueryClient()
  const [one, setOne] = useState<FoundTeam | null>(null)
  const [other, setOther] = useState<FoundTeam | null>(null)
  const pair = one === null || other === null ? null : derbyPair(one.id, other.id)
  const isKnown =
    pair !== null && derbies.some(({ teams: [low, high] }) => derbyKey([low.id, high.id]) === derbyKey(pair))
  const [low, high] = pair ?? [0, 0]
  const between = useQuery({ ...pairMatchesQuery(low, high), enabled: pair !== null && !isKnown })
  const { mutate, isPending } = useAct(
    (team_ids: [number, number]) =>
      act<typeof addDerby>('/api/rpc/add_derby', { derby: false }, { body: { team_ids } }),
    {
      done: ({ matches }) => words.added(matches),
      onDone: async () => {
        setOne(null)
        setOther(null)
        await rereadCoefficients(client)
      },
    },
  )
  const note = () => {
    if (one === null || other === null) return null
    if (pair === null) return words.same
    if (isKnown) return words.known
    return between.data === undefined ? null : words.between(between.data)
  }
  return (
    <>
      <div className="grid gap-4 wide:grid-cols-2">
        <TeamPicker label={words.first} team={one} onPick={setOne} />
        <TeamPicker label={words.second} team={other} onPick={setOther} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 basis-52 text-sm">
          {note()}
        </p>
        <Button
          tone="action"
          busy={isPending}
          disabled={pair === null || isKnown}
          onClick={() => pair !== null && !isKnown && mutate([...pair])}
        >
          {words.add}
        </Button>
      </div>
    </>
  )
}

function DerbyRow({ derby }: { readonly derby: Derby }) {
  const client = useQueryClient()
  const [one, other] = derby.teams
  const { mutate, isPending } = useAct(
    () => act<typeof removeDerby>('/api/rpc/remove_derby', { derby: true }, { body: { team_ids: [one.id, other.id] } }),
    { done: ({ matches }) => words.removed(matches), onDone: () => rereadCoefficients(client) },
  )
  return (
    <li className="flex items-center gap-3 border-t border-line py-2">
      <span className="flex shrink-0 flex-col gap-1 wide:flex-row">
        {derby.teams.map(({ id, name, logo }) => (
          <Crest key={id} name={name} id={id} src={logo} size={28} />
        ))}
      </span>
      <p className="min-w-0 flex-1 leading-tight">
        <span className="block font-semibold [overflow-wrap:anywhere]">{words.pair(one.name, other.name)}</span>
        <span className="block text-sm text-quiet">{words.matches(derby)}</span>
      </p>
      <ConfirmAct
        label={words.remove}
        title={words.removeTitle(words.pair(one.name, other.name))}
        consequence={words.removeConsequence(derby)}
        busy={isPending}
        onConfirm={() => mutate(undefined)}
      />
    </li>
  )
}

interface TeamPickerProps {
  readonly label: string
  readonly team: FoundTeam | null
  readonly onPick: (team: FoundTeam | null) => void
}

/** One club of a derby. */
function TeamPicker({ label, team, onPick }: TeamPickerProps) {
  return (
    <SearchPicker
      {...{ label, onPick, words }}
      chosen={team}
      query={teamsQuery}
      draw={(found) => <Club team={found} />}
    />
  )
}

function Club({ team: { id, name, logo, competition } }: { readonly team: FoundTeam }) {
  return (
    <>
      <Crest name={name} id={id} src={logo} size={32} />
      <span className="min-w-0 flex-1 leading-tight">
        <bdi className="block font-semibold [overflow-wrap:anywhere]">{name}</bdi>
        {competition !== null && <span className="block text-sm text-quiet">{competition}</span>}
      </span>
    </>
  )
}
