import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  DEFAULT_NOTIFICATIONS,
  NOTIFICATION_KINDS,
  quietZone,
  type NotificationSettings as Settings,
} from '@tribune/domain/messages/notification.ts'
import { notifications as words } from '@tribune/french/sentences/messages/push.ts'
import { timeZone } from '@tribune/french/sentences/messages/time-zone.ts'
import { type ReactNode, useId } from 'react'
import { PUSH } from '../../data/keys.ts'
import { pushQuery } from '../../data/push.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { toast } from '../../lib/state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SkeletonOf } from '../../ui/skeleton-of.tsx'
import { device } from './push-calls.ts'
import type { Push } from './subscription-calls.ts'
import { useSettings } from './use-settings.ts'

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
    <div className="rounded-card border border-line bg-surface">
      <div className="flex flex-col items-start gap-3 border-b border-line p-4">{own}</div>
      <Choices settings={settings} />
    </div>
  )
}

function DeviceSkeleton() {
  return (
    <>
      <p className="text-quiet">{words.intro}</p>
      <Skeleton className="target w-40" />
    </>
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
  if (state === 'unsupported') return <p className="text-quiet">{ownWords.unsupported}</p>
  return (
    <>
      <p className={state === 'blocked' ? '' : 'text-quiet'}>{state === 'blocked' ? ownWords.blocked : words.intro}</p>
      <Button busy={change.isPending} onClick={() => change.mutate()}>
        {state === 'on' ? words.disable : words.enable}
      </Button>
    </>
  )
}

function Choices({ settings }: { readonly settings: Settings }) {
  const id = useId()
  const choose = useSettings()
  return (
    <>
      <fieldset className="border-b border-line py-2">
        <legend className="sr-only">{words.choices}</legend>
        {SWITCHES.map((name) => (
          <label key={name} className="target flex cursor-pointer items-center justify-between gap-3 px-4 py-2">
            {words.kinds[name]}
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-current"
              checked={settings[name]}
              onChange={({ target }) => choose({ [name]: target.checked })}
            />
          </label>
        ))}
      </fieldset>
      <fieldset className="border-b border-line px-4 pt-3 pb-4">
        <legend className="sr-only">{words.quiet}</legend>
        <p aria-hidden="true" className="mb-2 font-semibold">
          {words.quiet}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Hour
            label={words.quietFrom}
            minute={settings.quiet_from}
            onChoose={(quiet_from) => choose({ quiet_from, time_zone: ownZone() })}
          />
          <Hour
            label={words.quietUntil}
            minute={settings.quiet_until}
            onChoose={(quiet_until) => choose({ quiet_until, time_zone: ownZone() })}
          />
        </div>
        {settings.time_zone !== ownZone() && <p className="mt-2 text-sm text-quiet">{timeZone(settings.time_zone)}</p>}
        {settings.quiet_from === settings.quiet_until && <p className="mt-2 text-sm text-quiet">{words.neverQuiet}</p>}
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3">
        <label htmlFor={id}>{words.perDay}</label>
        <Select
          size="button"
          id={id}
          value={settings.max_a_day}
          onChoose={(count) => choose({ max_a_day: Number(count) })}
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
