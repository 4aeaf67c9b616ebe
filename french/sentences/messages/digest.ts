import { VOTE_OPENING_MINUTE } from '@tribune/domain/ballots/voting-window.ts'
import {
  type Digest,
  type DigestMatch,
  type IndexRow,
  movement,
  type OwnWeek,
  type PodiumPlace,
  type WeekMatch,
} from '@tribune/domain/messages/digest.ts'
import { ordinal, plural } from '../../format/numbers.ts'
import { daysInParis, momentInParis } from '../../format/paris.ts'
import { withScore } from './push.ts'

/** One line of a digest, before it is laid out. */
export interface DigestRow {
  readonly title: string
  /** Path of its page. */
  readonly path?: string
  /** The elected, best first. */
  readonly podium?: readonly PodiumPlace[]
  readonly detail?: string
}

export interface DigestSection {
  readonly heading: string
  readonly rows: readonly DigestRow[]
  readonly note?: string
}

/** Text of a digest, before it is laid out. */
export interface DigestText {
  readonly subject: string
  /** Shown next to the subject in a list of mails. */
  readonly preview: string
  readonly title: string
  readonly intro: string
  readonly sections: readonly DigestSection[]
  readonly action: string
  readonly why: string
  readonly unsubscribe: string
}

/** Writes a fan's digest of the week from `start` until `end`, exclusive. */
export function digestText({ start, end }: { readonly start: Date; readonly end: Date }, digest: Digest): DigestText {
  const days = daysInParis(start, end)
  const [first] = digest.week
  return {
    subject: `Ta semaine dans la tribune, ${days}`,
    preview:
      first === undefined
        ? 'Tes votes, l’Index et les matchs à venir.'
        : `${withScore(first)}, et le reste de ta semaine.`,
    title: 'Ta semaine dans la tribune',
    intro: `Voici ce qui s’est joué ${days}.`,
    sections: [
      weekSection(digest),
      ownSection(digest.own),
      playersSection(digest),
      topSection(digest),
      nextSection(digest),
    ].filter(({ rows }) => rows.length > 0),
    action: 'Voir les matchs',
    why: 'Tu reçois ce récap le lundi parce que tu l’as choisi dans ton profil.',
    unsubscribe: 'Ne plus le recevoir',
  }
}

function weekSection({ follows, week }: Digest): DigestSection {
  return { heading: follows ? 'Tes matchs' : 'Les grands résultats', rows: week.map(weekRow) }
}

function weekRow(match: WeekMatch): DigestRow {
  const { podium, byRatings, competition, players } = match
  const how = podium.length === 0 ? 'pas de podium' : byRatings ? 'podium des notes officielles' : 'podium des votes'
  const who = players.length === 0 ? '' : `, avec ${players.join(', ')}`
  return { title: withScore(match), path: `/match/${match.id}`, podium, detail: `${competition}, ${how}${who}` }
}

function ownSection(own: OwnWeek): DigestSection {
  return { heading: 'Tes votes', rows: own.ballots === 0 ? [] : [{ title: votesWords(own), detail: picksWords(own) }] }
}

function votesWords({ ballots }: OwnWeek): string {
  return ballots === 1 ? 'Tu as voté pour un match.' : `Tu as voté pour ${plural(ballots, 'match')}.`
}

function picksWords({ picks, elected }: OwnWeek): string {
  if (picks === 0) return 'Leurs podiums ne sont pas encore publiés.'
  if (picks === 1)
    return elected === 1 ? 'Ton choix est sur le podium.' : 'Ton choix n’est pas sur le podium, cette fois.'
  if (elected === 0) return `Aucun de tes ${picks}\u00a0choix n’est sur le podium, cette fois.`
  if (elected === picks) return `Tes ${picks}\u00a0choix sont tous sur le podium\u202f!`
  return `${elected} de tes ${picks}\u00a0choix ${elected === 1 ? 'est' : 'sont'} sur le podium.`
}

function playersSection({ players }: Digest): DigestSection {
  return { heading: 'Tes joueurs dans l’Index', rows: players.map(indexRow) }
}

function topSection({ top }: Digest): DigestSection {
  return { heading: 'En tête de l’Index', rows: top.map(indexRow) }
}

function indexRow(row: IndexRow): DigestRow {
  const moved = movement(row)
  const sign = moved > 0 ? '+' : '−'
  const steps = moved === 0 ? '' : `, ${sign}${plural(Math.abs(moved), 'place')}`
  const team = row.team === null ? '' : `${row.team}, `
  return { title: `${ordinal(row.rank)} ${row.name}`, detail: `${team}${plural(row.points, 'point')}${steps}` }
}

function nextSection({ follows, next }: Digest): DigestSection {
  const rows = next.map((match) => ({ title: nextTitle(match), path: `/match/${match.id}`, detail: nextWords(match) }))
  return {
    heading: follows ? 'Tes prochains matchs' : 'Les affiches à venir',
    rows,
    note: `Les votes ouvrent à la ${VOTE_OPENING_MINUTE}ème minute.`,
  }
}

const nextTitle = (match: DigestMatch) => withScore({ ...match, homeScore: null, awayScore: null })
const nextWords = ({ kickoff, hourKnown, competition }: DigestMatch) =>
  `${momentInParis(kickoff, hourKnown)}, ${competition}`

/** The digest's setting, in the profile. */
export const digestSetting = {
  title: 'Par e-mail',
  label: 'Le récap de ta semaine, le lundi à 9\u00a0h',
  hint: 'Résultats, podiums, tes votes et les matchs à venir. Les scores y sont.',
  on: 'Tu recevras le récap le lundi.',
  off: 'Tu ne recevras plus le récap.',
  unsaved: 'Ton réglage n’a pas été enregistré. Réessaie.',
  endedByMailbox:
    'Ta boîte aux lettres a refusé les trois derniers récaps\u00a0: nous avons arrêté. Tu peux le remettre.',
  obstacles: {
    no_address: 'Il faut une adresse e-mail confirmée, et ton compte n’en a pas.',
    voting_closed: 'Le récap n’est pas envoyé tant que ton droit de vote est fermé.',
  },
} as const

/** The page of a digest's own link. */
export const digestOff = {
  title: 'Récap du lundi',
  ask: 'Tu ne veux plus recevoir le récap de la semaine par e-mail\u202f?',
  confirm: 'Ne plus le recevoir',
  done: 'C’est fait\u00a0: le récap ne viendra plus. Tu peux le remettre dans ton profil.',
  wrong: 'Ce lien n’est pas valable. Ouvre celui d’un récap plus récent, ou règle-le dans ton profil.',
  busy: 'Ce changement n’est peut-être pas enregistré. Réessaie dans un instant.',
  profile: 'Ouvrir mon profil',
} as const
