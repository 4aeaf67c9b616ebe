import type { FollowKind } from '@tribune/domain/home/follows.ts'
import type { PictureKind } from '@tribune/protocol/picture.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import type { FollowRow } from './queries.ts'

const PICTURES: Readonly<Record<FollowKind, PictureKind>> = {
  club: 'teams',
  player: 'players',
  competition: 'competitions',
}

export function presentFollow({ kind, id, since, name, picture }: FollowRow) {
  return { kind, id, since: since.toISOString(), name, picture: ownPicture(PICTURES[kind], id, picture) }
}
