import { useQuery } from '@tanstack/react-query'
import { isFollowed } from '@tribune/domain/home/follows.ts'
import { follows as words } from '@tribune/french/sentences/follows.ts'
import { useState } from 'react'
import { type Followed, followsQuery } from '../../data/follows.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Crest, Face } from '../../ui/picture.tsx'
import { SettingsSection } from '../../ui/settings.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FollowButton } from './follow-button.tsx'

/** Lists what the fan follows, on their profile, each with the star that ends it. */
export function FollowedPanel({ fanId }: { readonly fanId: string }) {
  return (
    <SettingsSection title={words.title}>
      <Content fanId={fanId} />
    </SettingsSection>
  )
}

function Content({ fanId }: { readonly fanId: string }) {
  const { data, error, refetch } = useQuery(followsQuery(fanId))
  // An ended follow stays in the list until the fan leaves, so that another tap resumes it.
  const [listed, setListed] = useState<readonly Followed[]>([])
  const added = data?.filter((item) => !isFollowed(listed, item)) ?? []
  if (added.length > 0) setListed([...listed, ...added])
  if (data === undefined && error !== null)
    return <ErrorNotice message={words.loadError(messageOf(error))} error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Skeleton className="h-14 rounded-card" />
  if (listed.length === 0) return <p className="text-sm text-quiet">{words.none}</p>
  return (
    <ul className="max-h-[50vh] overflow-y-auto rounded-card border border-line bg-surface">
      {listed.map((item) => (
        <Row key={`${item.kind} ${item.id}`} item={item} isOn={isFollowed(data, item)} />
      ))}
    </ul>
  )
}

function Row({ item, isOn }: { readonly item: Followed; readonly isOn: boolean }) {
  const Picture = item.kind === 'player' ? Face : Crest
  return (
    <li className="flex items-center gap-3 border-b border-line py-1 pr-1 pl-3 last:border-b-0">
      <Picture name={item.name} id={item.id} src={item.picture} size={32} />
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate font-semibold">{item.name}</bdi>
        <span className="text-sm text-quiet">
          {isOn && words.kinds[item.kind]}
          <span role="status">{!isOn && words.ended}</span>
        </span>
      </span>
      <FollowButton target={item} />
    </li>
  )
}
