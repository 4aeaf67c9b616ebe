import type { Shootout } from '@tribune/domain/matches/shootout.ts'
import type { NotificationKind } from '@tribune/domain/messages/notification.ts'
import { listed } from '../../format/names.ts'
import { plural } from '../../format/numbers.ts'
import { besideShootout, shortShootout } from '../../format/shootout.ts'

/** The match of a push message. Scores and winner are given away only to fans who wish it. */
interface NotifiedFixture {
  readonly home: string
  readonly away: string
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly shootout?: Shootout | null
  /** First of the podium, once it is published: more than one where the rank is shared. */
  readonly winners: readonly string[]
}

export interface PushText {
  readonly title: string
  readonly body: string
}

/** Options of a push message's text, besides its match. */
export interface PushContent {
  /** Whether it may give score and winner away. */
  readonly spoilers: boolean
  /** Minutes until the vote closes, which a reminder says. */
  readonly minutesLeft: number
}

/** Writes a push message. */
export function pushText(
  kind: NotificationKind,
  fixture: NotifiedFixture,
  { spoilers, minutesLeft }: PushContent,
): PushText {
  const match = spoilers ? withScore(fixture) : `${fixture.home}\u00a0– ${fixture.away}`
  if (kind === 'opening') return { title: 'Le vote est ouvert', body: `${match}\u00a0: élis les trois meilleurs.` }
  if (kind === 'reminder') {
    return { title: `Plus que ${plural(minutesLeft, 'minute')}`, body: `Ton podium de ${match} est incomplet.` }
  }
  const givesAway = spoilers && fixture.winners.length > 0
  const body = givesAway
    ? `${namesOf(fixture.winners)} en tête du podium de ${match}.`
    : `Le podium de ${match} est publié.`
  return { title: 'Résultat', body }
}

/** Most players who share the first rank that are named. */
const MAX_NAMED = 3

/** « Ida, Lou et Zoé », or how many they are. */
function namesOf(winners: readonly string[]): string {
  return winners.length > MAX_NAMED ? `${plural(winners.length, 'joueur')} à égalité` : listed(winners)
}

/** « FC Rive 2 – 1 Stade Aval », with a shoot-out behind it; the clubs alone without a score. */
export function withScore({ home, away, homeScore, awayScore, shootout }: Omit<NotifiedFixture, 'winners'>): string {
  if (homeScore === null || awayScore === null) return `${home}\u00a0– ${away}`
  const decided = shortShootout({ home_team: home, away_team: away, shootout })
  const match = `${home} ${homeScore}\u00a0– ${awayScore} ${away}`
  return decided === null ? match : besideShootout(match, decided)
}

/** The action of a notification that turns its kind off. */
export const unsubscribeAction = 'Ne plus me prévenir'
/** The text of a notification whose action did not reach the server. */
export const unsubscribeFailed = 'Ton choix n’a pas été enregistré. Réessaie quand tu auras du réseau.'

/** The settings of notifications, in the profile. */
export const notifications = {
  title: 'Notifications',
  device: 'Sur cet appareil',
  intro: 'Un message, même quand Tribune est fermé.',
  enable: { action: 'Activer', label: 'Activer sur cet appareil' },
  disable: { action: 'Désactiver', label: 'Désactiver sur cet appareil' },
  enabled: 'Notifications activées sur cet appareil.',
  disabled: 'Notifications désactivées sur cet appareil.',
  blocked: 'Ton navigateur bloque les notifications de Tribune. Autorise-les dans ses réglages, puis réessaie.',
  failed: 'L’abonnement n’a pas abouti. Réessaie dans un instant.',
  unsupported: 'Ce navigateur ne reçoit pas de notifications. Sur iPhone, ajoute d’abord Tribune à l’écran d’accueil.',
  /** In the native app. */
  app: {
    blocked: 'Ton téléphone bloque les notifications de Tribune. Autorise-les dans ses réglages, puis réessaie.',
    unsupported: 'Cette version de l’app ne reçoit pas encore de notifications.',
  },
  turnedOff: 'C’est noté\u00a0: plus de message de ce genre.',
  unsaved: 'Ton réglage n’a pas été enregistré. Réessaie.',
  choices: 'Ce que tu reçois',
  kinds: {
    opening: { name: 'Ouverture du vote', note: 'Pour tes clubs.' },
    reminder: { name: 'Rappel avant la fin', note: 'À 10\u00a0minutes, si ton vote est incomplet.' },
    result: { name: 'Résultat', note: 'Pour ce que tu suis ou as voté.' },
    spoilers: { name: 'Score et vainqueur', note: 'Écrits dans le message.' },
  },
  quiet: 'Heures calmes',
  quietNote: 'Pas de message pendant ces heures.',
  quietFrom: 'De',
  quietUntil: 'à',
  neverQuiet: 'Aucune\u00a0: les messages arrivent aussi la nuit.',
  perDay: 'Messages par jour',
  perDayNote: 'Au plus, tous matchs confondus.',
} as const

/** Offered by the match that a message has opened, in browsers whose notifications have no action. */
export const messageLine = {
  reasons: {
    opening: 'Tu suis un de ces clubs\u00a0: Tribune te prévient quand le vote ouvre.',
    reminder: 'Tribune te prévient dix minutes avant la fin, si ton vote est incomplet.',
    result: 'Tribune te prévient du résultat de ce que tu suis ou as voté.',
  },
  turnOff: 'Ne plus recevoir ces messages',
  close: 'Fermer',
} as const
