import { useQuery, useQueryClient } from '@tanstack/react-query'
import { shortDay } from '@tribune/french/format/dates.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { playerMerges as words } from '@tribune/french/sentences/operator/player-merges.ts'
import { useState } from 'react'
import {
  mergeBoth,
  mergeReachQuery,
  type PlayerMerge,
  playerMergesQuery,
  rereadMerges,
  type SeenPlayer,
  seenPlayersQuery,
  unmerge,
} from '../../../data/operator/player-merges.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { Face } from '../../../ui/picture.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ReasonedAct } from '../act-buttons.tsx'
import { OperatorFrame } from '../operator-frame.tsx'
import { SearchPicker } from '../search-picker.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'

/** Players whom the feed lists twice: two records made one, and the list of those that are. */
export function PlayersPage() {
  return (
    <OperatorFrame title={pageNames['/admin/players']}>
      {() => (
        <div className="flex flex-col gap-6">
          <p className="max-w-prose text-quiet">{words.intro}</p>
          <NewMerge />
          <Merges />
        </div>
      )}
    </OperatorFrame>
  )
}

function NewMerge() {
  const client = useQueryClient()
  const [alias, setAlias] = useState<SeenPlayer | null>(null)
  const [player, setPlayer] = useState<SeenPlayer | null>(null)
  const pair = alias === null || player === null || alias.id === player.id ? null : { alias, player }
  const reach = useQuery({ ...mergeReachQuery(alias?.id ?? 0, player?.id ?? 0), enabled: pair !== null })
  const { mutate, isPending } = useAct(mergeBoth, {
    done: ({ matches }) => words.merged(matches),
    onDone: () => {
      setAlias(null)
      setPlayer(null)
      return rereadMerges(client)
    },
  })
  const note = () => {
    if (alias !== null && alias.id === player?.id) return words.same
    if (pair === null) return null
    if (reach.error !== null) return words.uncounted(messageOf(reach.error))
    return reach.data === undefined ? words.counting : words.consequence(reach.data)
  }
  return (
    <Section title={words.title}>
      <div className="grid gap-4 wide:grid-cols-2">
        <PlayerPicker label={words.alias} chosen={alias} onPick={setAlias} />
        <PlayerPicker label={words.player} chosen={player} onPick={setPlayer} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 basis-52 text-sm">
          {note()}
        </p>
        <ReasonedAct
          label={words.merge}
          tone="action"
          title={words.mergeTitle(alias?.name ?? '', player?.name ?? '')}
          consequence={note() ?? ''}
          words={words}
          isKnown={reach.data !== undefined}
          busy={isPending}
          disabled={pair === null || reach.data === undefined}
          onConfirm={(reason, onSuccess) =>
            pair !== null && mutate({ alias_id: pair.alias.id, player_id: pair.player.id, reason }, { onSuccess })
          }
        />
      </div>
    </Section>
  )
}

interface PlayerPickerProps {
  readonly label: string
  readonly chosen: SeenPlayer | null
  readonly onPick: (player: SeenPlayer | null) => void
}

function PlayerPicker(props: PlayerPickerProps) {
  return <SearchPicker {...props} words={words} query={seenPlayersQuery} draw={(player) => <Seen player={player} />} />
}

/** A player, with what distinguishes them from a namesake. */
function Seen({ player }: { readonly player: SeenPlayer }) {
  const { id, name, photo_url, last_team, matches, last_seen } = player
  return (
    <>
      <Face name={name} id={id} src={photo_url} size={40} />
      <span className="min-w-0 flex-1 leading-tight">
        <bdi className="block font-semibold [overflow-wrap:anywhere]">{name}</bdi>
        <span className="flex flex-wrap gap-x-2 text-sm text-quiet">
          <span>{last_team ?? words.noClub}</span>
          <span>{words.id(id)}</span>
        </span>
        <span className="block text-sm text-quiet">
          {words.seen(matches, last_seen === null ? null : shortDay(last_seen))}
        </span>
      </span>
    </>
  )
}

function Merges() {
  const { data, error, refetch } = useQuery(playerMergesQuery)
  return (
    <Section title={words.list}>
      {data === undefined && error !== null && (
        <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data === undefined && error === null && <Skeleton className="h-40 w-full" />}
      {data?.length === 0 && <Notice>{words.empty}</Notice>}
      {data !== undefined && data.length > 0 && (
        <ul aria-label={words.list}>
          {data.map((merge) => (
            <MergeRow key={merge.alias.id} merge={merge} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function MergeRow({ merge }: { readonly merge: PlayerMerge }) {
  const { alias, player, reason, created_at } = merge
  const client = useQueryClient()
  const { mutate, isPending } = useAct(unmerge, { done: words.undone, onDone: () => rereadMerges(client) })
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line py-3 first:border-0">
      <Face name={player.name} id={player.id} src={player.photo_url} size={40} />
      <p className="min-w-0 flex-1 basis-52 leading-tight">
        <span className="block font-semibold [overflow-wrap:anywhere]">{words.under(alias.name, player.name)}</span>
        <span className="block text-sm text-quiet [overflow-wrap:anywhere]">
          {words.since(shortDay(created_at), reason)}
        </span>
      </p>
      <ReasonedAct
        label={words.undo}
        aria-label={words.undoOf(alias.name)}
        title={words.undoTitle(alias.name, player.name)}
        consequence={words.undoConsequence}
        words={words}
        busy={isPending}
        onConfirm={(given, onSuccess) => mutate({ ...merge, reason: given }, { onSuccess })}
      />
    </li>
  )
}
