import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '@tribune/contract/errors.ts'
import { type Follow, type FollowTarget, isFollowed, toggleFollow } from '@tribune/domain/home/follows.ts'
import { follows as words } from '@tribune/french/sentences/follows.ts'
import { useEffect } from 'react'
import {
  type Followed,
  followsQuery,
  keepFollows,
  sendFollow,
  storedFollows,
  useStoredFollows,
} from '../../data/follows.ts'
import { changeFilter } from '../../data/home-filter.ts'
import { meQuery, useFan } from '../../data/session.ts'
import { errorHaptic, haptic, isOnline } from '../../lib/device/platform.ts'
import { isUnanswered, messageOf } from '../../lib/http/api-error.ts'
import { serverNow } from '../../lib/http/server-clock.ts'
import { toast } from '../../lib/state/toast.ts'

/** A target with what the fan's list shows of it. */
export type NamedTarget = FollowTarget & Pick<Followed, 'name'> & Partial<Pick<Followed, 'picture'>>

/**
 * Returns the targets that the signed-in fan follows, or a visitor on this phone. Until the server answers, and while it is unknown who is signed in, returns
 * the list that the phone has stored. Deletes the list of a fan who has signed out.
 */
export function useFollows(): readonly FollowTarget[] {
  const fan = useFan()
  const stored = useStoredFollows()
  const { data } = useQuery({ ...followsQuery(fan?.id ?? ''), enabled: fan != null })
  const isLeft = fan === null && stored.fanId !== null
  useEffect(() => {
    if (isLeft) keepFollows(null, [])
  }, [isLeft])
  if (isLeft) return []
  if (fan == null) return stored.items
  return data ?? (stored.fanId === null || stored.fanId === fan.id ? stored.items : [])
}

/** Returns a function that follows a target, or stops: at once on the screen, and undone with a toast if it cannot be saved. */
export function useToggleFollow(): (target: NamedTarget) => void {
  const client = useQueryClient()
  return (target) => {
    toggle(client, target).catch((error: unknown) =>
      refuse(isUnanswered(error) ? messageOf(error) : words.failed(messageOf(error))),
    )
  }
}

async function toggle(client: QueryClient, target: NamedTarget): Promise<void> {
  const { fan } = await client.ensureQueryData(meQuery)
  if (fan === null) return toggleOnPhone(target)
  if (!isOnline()) return refuse(words.failed(words.offline))
  const { queryKey } = followsQuery(fan.id)
  const before = await client.ensureQueryData(followsQuery(fan.id))
  const next = toggled(before, target)
  if (next === null) return
  const following = isFollowed(next, target)
  const show = (items: readonly Followed[]) => {
    client.setQueryData(queryKey, items)
    keepFollows(fan.id, items)
    lookAgain()
  }
  // An answer on its way does not know of this change.
  await client.cancelQueries({ queryKey })
  show(next.map((item) => ({ name: target.name, picture: target.picture ?? null, ...item }) as Followed))
  try {
    await inTurn(() => sendFollow(target, following))
  } catch (error) {
    const shown = client.getQueryData(queryKey) ?? []
    if (isFollowed(shown, target) === following) {
      const others = shown.filter((item) => item.kind !== target.kind || item.id !== target.id)
      const taken = before.filter((item) => item.kind === target.kind && item.id === target.id)
      show(following ? others : [...taken, ...others])
    }
    throw error
  }
}

function toggleOnPhone(target: FollowTarget): void {
  const { items } = storedFollows()
  const next = toggled(items, target)
  if (next === null) return
  keepFollows(null, next)
  lookAgain()
}

/** Returns the list after the tap, with what the fan feels of it; null, and a toast, if it is full. */
function toggled(items: readonly Follow[], target: FollowTarget): readonly Follow[] | null {
  const next = toggleFollow(items, target, serverNow().toISOString())
  if (next === null) refuse(sentenceOf('follows_full'))
  else haptic('light')
  return next
}

function refuse(sentence: string): void {
  errorHaptic()
  toast(sentence, 'error')
}

/** Makes home, where a competition can be followed, add or remove « Mes clubs », by a new filter with the same values. */
function lookAgain(): void {
  changeFilter({})
}

let last: Promise<unknown> = Promise.resolve()

/** Sends one change after the other: the last tap wins. */
function inTurn(send: () => Promise<void>): Promise<void> {
  const mine = last.then(send)
  last = mine.catch(() => undefined)
  return mine
}
