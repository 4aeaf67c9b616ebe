import type { MatchScreen } from '@tribune/contract/matches.ts'
import { isComplete } from '@tribune/domain/ballots/ballot.ts'
import { POSITIONS, type Podium, type Position } from '@tribune/domain/ballots/podium.ts'
import { comparePodium, type RankedPlayer } from '@tribune/domain/ballots/podium-moves.ts'
import { familyNamesAmong } from '@tribune/french/format/names.ts'
import { ordinal } from '@tribune/french/format/numbers.ts'
import { result as resultWords, crowd as words } from '@tribune/french/sentences/match.ts'
import { PlaceBadge } from '../../../ui/badge.tsx'
import { Face } from '../../../ui/picture.tsx'
import { earnedWords, type ListedPlayer } from '../players/player-words.ts'

interface CrowdCardProps {
  readonly screen: MatchScreen
  readonly players: readonly ListedPlayer[]
  readonly podium: Podium
}

/** « Toi contre la foule »: the fan's podium next to the published one, once the vote is closed. */
export function CrowdCard({ screen: { ranking, result }, players, podium }: CrowdCardProps) {
  const isByVotes = result.source === 'votes'
  const title = isByVotes ? words.title : words.titleRatings
  const mineOf = (place: Position) => podium.find(({ position }) => position === place)?.player_id
  const duels = POSITIONS.map((place) => ({
    place,
    mine: players.find(({ player_id }) => player_id === mineOf(place)),
    theirs: players.filter(({ rank }) => rank === place),
  }))
  const short = familyNamesAmong(
    duels.flatMap(({ mine, theirs }) => [mine, theirs[0]].flatMap((player) => player?.player_name ?? [])),
  )
  return (
    <section className="mb-3 rounded-card border border-line bg-surface p-4 wide:mt-3 wide:mb-0">
      <h2 className="text-lg">{title}</h2>
      <p className="text-sm text-quiet">{isComplete(podium) ? verdict(podium, ranking) : words.incomplete}</p>
      <div aria-hidden="true" className="mt-3 flex justify-between text-sm text-quiet">
        <span>{words.you}</span>
        <span>{isByVotes ? words.crowd : words.ratings}</span>
      </div>
      <ol aria-label={title} className="mt-1 flex flex-col gap-2">
        {duels.map((duel) => (
          <Duel key={duel.place} {...duel} short={short} />
        ))}
      </ol>
    </section>
  )
}

interface DuelProps {
  readonly place: Position
  readonly mine: ListedPlayer | undefined
  /** Several when they share the place. */
  readonly theirs: readonly ListedPlayer[]
  readonly short: (name: string) => string
}

/** One place: the fan's pick with their published rank, and the players who have the place. */
function Duel({ place, mine, theirs, short }: DuelProps) {
  const earned = mine === undefined ? '' : (earnedWords(mine, true)?.place ?? '')
  const theirNames = theirs.map(({ player_name }) => player_name).join(', ')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2">
      <span className="sr-only">
        {words.spoken(ordinal(place), mine?.player_name ?? words.nobody, earned, theirNames || words.nobody)}
      </span>
      <Side player={mine} under={earned} short={short} />
      <span aria-hidden="true">
        <PlaceBadge place={place} label="" size="sm" />
      </span>
      <Side player={theirs[0]} under={theirs.length > 1 ? resultWords.tied : ''} short={short} mirrored />
    </li>
  )
}

interface SideProps extends Pick<DuelProps, 'short'> {
  readonly player: ListedPlayer | undefined
  readonly under: string
  readonly mirrored?: boolean
}

function Side({ player, under, short, mirrored = false }: SideProps) {
  if (player === undefined) return <span aria-hidden="true" />
  return (
    <span
      aria-hidden="true"
      className={`flex min-w-0 items-center gap-2 ${mirrored ? 'flex-row-reverse text-right' : ''}`}
    >
      <Face name={player.player_name} id={player.player_id} src={player.photo_url} size={36} />
      <span className="min-w-0">
        <bdi className="line-clamp-2 leading-tight font-bold">{short(player.player_name)}</bdi>
        {under !== '' && <span className="block truncate text-sm leading-tight text-quiet">{under}</span>}
      </span>
    </span>
  )
}

/** Compares a complete podium with the published one, in a sentence. */
export function verdict(podium: Podium, ranking: readonly RankedPlayer[]): string {
  const { shared, exact } = comparePodium(podium, ranking)
  return exact ? words.exact : (words.verdicts[shared] ?? words.verdicts[0])
}
