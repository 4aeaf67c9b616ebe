import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DigestChoice, putDigest } from '@tribune/contract/own/messages.ts'
import { digestSetting } from '@tribune/french/sentences/messages/digest.ts'
import { notifications as words } from '@tribune/french/sentences/messages/push.ts'
import { useState } from 'react'
import { digestQuery } from '../../data/push.ts'
import { call } from '../../lib/http/api.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { toast } from '../../lib/state/toast.ts'
import { useSaveState } from '../../lib/state/use-save-state.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { CheckRow, SettingsSection } from '../../ui/settings.tsx'
import { SkeletonOf } from '../../ui/skeleton.tsx'
import { PushSettings } from './push-settings.tsx'

const MUTATION = ['digest']

/** The shape of most answers, while there is none. */
const UNKNOWN: DigestChoice = { wanted: false, obstacle: null, ended_by_mailbox: false }

/** The profile's section about push messages to this device and the digest by mail. Each is shown even if the other fails to load. */
export function Notifications({ fanId }: { readonly fanId: string }) {
  return (
    <SettingsSection title={words.title}>
      <PushSettings fanId={fanId} />
      <DigestSetting />
    </SettingsSection>
  )
}

/** Turns the weekly digest by mail on or off. */
function DigestSetting() {
  const { data, error, refetch } = useQuery(digestQuery)
  return (
    <section className="rounded-card border border-line bg-surface">
      <h3 className="px-4 pt-3 text-base">{digestSetting.title}</h3>
      {data !== undefined ? (
        <Choice choice={data} />
      ) : error === null ? (
        <SkeletonOf>
          <Choice choice={UNKNOWN} />
        </SkeletonOf>
      ) : (
        <ErrorNotice message={messageOf(error)} error={error} onRetry={() => refetch()} />
      )}
    </section>
  )
}

function Choice({ choice }: { readonly choice: DigestChoice }) {
  const client = useQueryClient()
  const saves = useSaveState<'digest'>()
  /** Holds the fan's latest choice until it is saved or refused, so that the box does not jump back before. */
  const [asked, setAsked] = useState<boolean | null>(null)
  const save = useMutation({
    mutationKey: MUTATION,
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'digest' },
    mutationFn: chooseDigest,
    onSuccess: (saved) => {
      client.setQueryData(digestQuery.queryKey, saved)
      saves.show('digest', true, saved.wanted ? digestSetting.on : digestSetting.off)
    },
    onError: () => {
      saves.show('digest', false)
      toast(digestSetting.unsaved, 'error')
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: MUTATION }) === 1) setAsked(null)
    },
  })
  const wanted = asked ?? choice.wanted
  return (
    <CheckRow
      name={digestSetting.label}
      note={hintOf(choice)}
      saved={saves.of('digest')}
      checked={wanted}
      // A digest that cannot be sent may still be turned off.
      disabled={choice.obstacle !== null && !wanted}
      onChange={(next) => {
        saves.clear()
        setAsked(next)
        save.mutate(next)
      }}
    />
  )
}

function hintOf({ obstacle, ended_by_mailbox }: DigestChoice): string {
  if (obstacle !== null) return digestSetting.obstacles[obstacle]
  return ended_by_mailbox ? digestSetting.endedByMailbox : digestSetting.hint
}

/** Turns the weekly digest on or off. */
function chooseDigest(wanted: boolean) {
  return call<typeof putDigest>('PUT', '/api/me/digest', { body: { wanted } })
}
