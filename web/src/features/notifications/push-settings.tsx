import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  DEFAULT_NOTIFICATIONS,
  NOTIFICATION_KINDS,
  type NotificationSettings,
  quietZone,
  type NotificationSettings as Settings,
} from '@tribune/domain/messages/notification.ts'
import { notifications as words } from '@tribune/french/sentences/messages/push.ts'
import { timeZone } from '@tribune/french/sentences/settings.ts'
import { type ReactNode, useId } from 'react'
import { PUSH } from '../../data/keys.ts'
import { pushQuery } from '../../data/push.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { toast } from '../../lib/state/toast.ts'
import { useSaveState } from '../../lib/state/use-save-state.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { CheckRow, ROWS, SaveNote, SettingsRow } from '../../ui/settings.tsx'
import { Skeleton, SkeletonOf } from '../../ui/skeleton.tsx'
import { device, saveSettings } from './push-calls.ts'
import type { Push } from './subscription-calls.ts'

const ownWords = import.meta.env.VITE_NATIVE ? words.app : words
const SWITCHES = [...NOTIFICATION_KINDS, 'spoilers'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const PER_DAY = [1, 2, 3, 6, 10, 20] as const

interface FanProps {
  readonly fanId: string
}

/** Turns push messages on for this device, and chooses which, when and how many. */
export function PushSettings({ fanId }: FanProps) {
  const { data, error, refetch } = useQuery(pushQuery)
  if (data === undefined && error !== null)
    return <ErrorNotice message={messageOf(error)} error={error} onRetry={() => refetch()} />
  if (data === undefined) {
    return (
      <SkeletonOf>
        <Frame device={<DeviceSkeleton />} settings={{ ...DEFAULT_NOTIFICATIONS, time_zone: ownZone() }} />
      </SkeletonOf>
    )
  }
  return <Frame device={<ThisDevice fanId={fanId} push={data} />} settings={data.settings} />
}

function Frame({ device: own, settings }: { readonly device: ReactNode; readonly settings: Settings }) {
  return (
    <div className={ROWS}>
      {own}
      <Choices settings={settings} />
    </div>
  )
}

function DeviceSkeleton() {
  return (
    <SettingsRow as="div" name={words.device} note={words.intro}>
      <Skeleton className="target w-24" />
    </SettingsRow>
  )
}

function ThisDevice({ fanId, push }: FanProps & { readonly push: Push }) {
  const client = useQueryClient()
  const choose = useSettings()
  const ids = push.items.map(({ id }) => id)
  const { data: state } = useQuery({ queryKey: [...PUSH, fanId, ids], queryFn: () => device.state(fanId, push) })
  const change = useMutation({
    mutationFn: async () => {
      if (state !== 'on') return device.subscribe(fanId, push)
      await device.unsubscribe()
      return 'off' as const
    },
    onSuccess: async (now) => {
      if (now !== 'blocked') toast(now === 'on' ? words.enabled : words.disabled)
      // Quiet hours are those of where the fan is.
      if (now === 'on' && push.settings.time_zone !== ownZone()) await choose({ time_zone: ownZone() })
      await client.invalidateQueries(pushQuery)
    },
    onError: () => toast(words.failed, 'error'),
  })
  if (state === undefined) return <DeviceSkeleton />
  const isBlocked = state === 'blocked'
  if (state === 'unsupported') {
    return <SettingsRow as="div" name={words.device} below={<p className="text-quiet">{ownWords.unsupported}</p>} />
  }
  const { action, label } = state === 'on' ? words.disable : words.enable
  return (
    <SettingsRow
      as="div"
      name={words.device}
      note={isBlocked ? null : words.intro}
      below={isBlocked && <p>{ownWords.blocked}</p>}
    >
      <Button busy={change.isPending} aria-label={label} onClick={() => change.mutate()}>
        {action}
      </Button>
    </SettingsRow>
  )
}

type Choice = (typeof SWITCHES)[number] | 'quiet' | 'perDay'

function Choices({ settings }: { readonly settings: Settings }) {
  const id = useId()
  const choose = useSettings()
  const saves = useSaveState<Choice>()
  const save = async (name: Choice, change: Partial<Settings>) => {
    saves.clear()
    saves.show(name, await choose(change))
  }
  const saveHours = (hours: Partial<Settings>) => void save('quiet', { ...hours, time_zone: ownZone() })
  return (
    <>
      <fieldset className="divide-y divide-line">
        <legend className="sr-only">{words.choices}</legend>
        {SWITCHES.map((name) => (
          <CheckRow
            key={name}
            {...words.kinds[name]}
            saved={saves.of(name)}
            checked={settings[name]}
            onChange={(checked) => void save(name, { [name]: checked })}
          />
        ))}
      </fieldset>
      <fieldset className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-2.5">
        <legend className="sr-only">{words.quiet}</legend>
        <div className="flex min-w-0 flex-col">
          <span aria-hidden="true" className="font-semibold">
            {words.quiet}
          </span>
          <SaveNote saved={saves.of('quiet')}>{quietNote(settings)}</SaveNote>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Hour
            label={words.quietFrom}
            minute={settings.quiet_from}
            onChoose={(quiet_from) => saveHours({ quiet_from })}
          />
          <Hour
            label={words.quietUntil}
            minute={settings.quiet_until}
            onChoose={(quiet_until) => saveHours({ quiet_until })}
          />
        </div>
      </fieldset>
      <div className="flex min-h-16 items-center justify-between gap-3 px-4 py-2.5">
        <div className="flex min-w-0 flex-col">
          <label htmlFor={id} className="font-semibold">
            {words.perDay}
          </label>
          <SaveNote id={`${id}-note`} saved={saves.of('perDay')}>
            {words.perDayNote}
          </SaveNote>
        </div>
        <Select
          size="button"
          id={id}
          aria-describedby={`${id}-note`}
          value={settings.max_a_day}
          onChoose={(count) => void save('perDay', { max_a_day: Number(count) })}
        >
          {PER_DAY.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </Select>
      </div>
    </>
  )
}

/** Returns whether there are quiet hours, and the time zone of them if it is not that of this browser. */
function quietNote({ quiet_from, quiet_until, time_zone }: Settings): ReactNode {
  const note = quiet_from === quiet_until ? words.neverQuiet : words.quietNote
  if (time_zone === ownZone()) return note
  return (
    <>
      {note} <span className="block">{timeZone(time_zone)}</span>
    </>
  )
}

const ownZone = () => quietZone(Intl.DateTimeFormat().resolvedOptions().timeZone)

interface HourProps {
  readonly label: string
  readonly minute: number
  readonly onChoose: (minute: number) => void
}

/** Chooses a full hour of the day. */
function Hour({ label, minute, onChoose }: HourProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id}>{label}</label>
      <Select size="button" id={id} value={Math.floor(minute / 60)} onChoose={(hour) => onChoose(Number(hour) * 60)}>
        {HOURS.map((hour) => (
          <option key={hour} value={hour}>
            {`${hour}\u00a0h`}
          </option>
        ))}
      </Select>
    </div>
  )
}

const MUTATION = ['push-settings']

/**
 * Returns a function that changes some of the fan's settings: the change is shown immediately, and reverted with a toast if it cannot be saved. The function
 * resolves to whether it is saved. All other settings stay as the server has them, because a message or another device may have changed them.
 */
function useSettings() {
  const client = useQueryClient()
  const show = (change: Partial<NotificationSettings>) => {
    client.setQueryData(
      pushQuery.queryKey,
      (known) => known && { ...known, settings: { ...known.settings, ...change } },
    )
  }
  const save = useMutation({
    mutationKey: MUTATION,
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'push-settings' },
    mutationFn: saveSettings,
    onSuccess: (saved) => {
      // An earlier answer does not know of the choices that wait.
      if (client.isMutating({ mutationKey: MUTATION }) === 1) show(saved)
    },
    onError: async () => {
      toast(words.unsaved, 'error')
      await client.invalidateQueries({ ...pushQuery, exact: true })
    },
  })
  return async (change: Partial<NotificationSettings>): Promise<boolean> => {
    await client.cancelQueries({ ...pushQuery, exact: true })
    show(change)
    return save.mutateAsync(change).then(
      () => true,
      () => false,
    )
  }
}
