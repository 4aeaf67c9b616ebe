import { type Instant, MINUTE_MS, msOf } from '@tribune/domain/common/instant.ts'
import type { MatchAnomaly } from '@tribune/domain/matches/anomaly.ts'
import type { BrowserErrorKind, Engine } from '@tribune/domain/operator/browser-error.ts'
import {
  DOUBT_MS,
  type NeedKind,
  type OperatorFacts,
  otherFailing,
  RESULT_LATE_MS,
} from '@tribune/domain/operator/needs.ts'
import { PROVISIONAL_HOURS } from '@tribune/domain/results/publication.ts'
import { listed } from '../../format/names.ts'
import { count, plural } from '../../format/numbers.ts'
import type { MailText } from '../messages/mails.ts'

const HOUR_MINUTES = 60
const DAY_HOURS = 24

/** Errors of the app in fans' browsers. */
export const browserErrors = {
  title: 'Erreurs dans les navigateurs',
  intro:
    'Ce qui casse chez les supporters, les sept derniers jours, du plus fréquent au plus rare. Rien n’y désigne un supporter.',
  none: 'Aucune erreur signalée depuis sept jours.',
  failed: (reason: string) => `La liste n’a pas pu être lue\u00a0: ${reason}`,
  others: (distinct: number) => `Autres erreurs, au-delà de ${count(distinct)} différentes par jour`,
  times: (times: number) => `${count(times)}\u00a0fois`,
  last: (day: string, hour: string) => `la dernière le ${day}, ${hour}`,
  kinds: {
    error: 'Erreur',
    rejection: 'Promesse rejetée',
    crash: 'Écran arrêté',
  } satisfies Record<BrowserErrorKind, string>,
  place: 'Endroit',
  nowhere: 'hors de nos fichiers',
  build: 'Version',
  unknownBuild: 'inconnue',
  screens: (screens: number) => (screens === 1 ? 'Écran' : 'Écrans'),
  otherScreen: 'une autre adresse',
  engines: (engines: number) => (engines === 1 ? 'Moteur' : 'Moteurs'),
  engine: {
    chromium: 'Chromium',
    webkit: 'WebKit',
    gecko: 'Gecko',
    other: 'un autre',
  } satisfies Record<Engine, string>,
  more: (hidden: number) => `Afficher ${plural(hidden, 'autre erreur', 'autres erreurs')}`,
} as const

/** Writes an age as « moins d’une minute », « 12 min », « 3 h 05 » or « 2 jours ». */
export function age(at: Instant, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - msOf(at)) / MINUTE_MS))
  if (minutes < 1) return 'moins d’une minute'
  if (minutes < HOUR_MINUTES) return `${minutes}\u00a0min`
  const hours = Math.floor(minutes / HOUR_MINUTES)
  if (hours >= 2 * DAY_HOURS) return plural(Math.floor(hours / DAY_HOURS), 'jour')
  return `${hours}\u00a0h\u00a0${String(minutes % HOUR_MINUTES).padStart(2, '0')}`
}

/** Writes an age as a figure, « < 1 min » for a short one. */
export function shortAge(at: Instant, now: Date): string {
  return now.getTime() - msOf(at) < MINUTE_MS ? '< 1\u00a0min' : age(at, now)
}

const minutesOf = (ms: number) => ms / MINUTE_MS

/** One sentence for each kind of need. */
const needs: Readonly<Record<NeedKind, (facts: OperatorFacts, now: Date) => string>> = {
  feed_refused: ({ feed }) =>
    `Le fournisseur nous refuse (${feed.refusal ?? ''})\u00a0: vérifie la clé et l’abonnement.`,
  quota_spent: () => 'Les appels du jour sont épuisés\u00a0: le flux ne reprend qu’à minuit UTC.',
  feed_stale: ({ feed }, now) => {
    if (feed.succeeded_at === null) return 'Le flux n’a encore jamais été lu.'
    const since = `Le flux n’a pas été lu depuis ${age(feed.succeeded_at, now)}`
    return feed.pace === 'quiet' ? `${since}.` : `${since}, et un match est en cours ou attendu.`
  },
  results_due: ({ due }) =>
    due < 2
      ? `Un résultat n’est pas publié ${minutesOf(RESULT_LATE_MS)}\u00a0minutes après la fin du vote.`
      : `${count(due)} résultats ne sont pas publiés ${minutesOf(RESULT_LATE_MS)}\u00a0minutes après la fin du vote.`,
  end_in_doubt: ({ in_doubt }) => {
    const ends =
      in_doubt < 2 ? 'La fin d’un match est incertaine' : `La fin de ${count(in_doubt)} matchs est incertaine`
    return `${ends}\u00a0: depuis ${minutesOf(DOUBT_MS)}\u00a0minutes, le flux se contredit ou se tait.`
  },
  provisional_results: ({ provisional }) =>
    provisional < 2
      ? `Un résultat est provisoire\u00a0: regarde ce qui est mis de côté. Sans décision, il est définitif après ${PROVISIONAL_HOURS}\u00a0heures.`
      : `${count(provisional)} résultats sont provisoires\u00a0: regarde ce qui est mis de côté. Sans décision, ils sont définitifs après ${PROVISIONAL_HOURS}\u00a0heures.`,
  nightly_failed: ({ nightly }, now) =>
    `Le passage de la nuit a échoué il y\u00a0a\u00a0${age(nightly.ran_at ?? now, now)}.`,
  nightly_missed: ({ nightly }, now) =>
    nightly.succeeded_at === null
      ? 'Aucun passage de la nuit n’a encore abouti.'
      : `Aucun passage de la nuit n’a abouti depuis ${age(nightly.succeeded_at, now)}.`,
  runs_failing: (facts) => {
    const names = otherFailing(facts)
    const functions = names.length < 2 ? 'Cette fonction échoue' : 'Ces fonctions échouent'
    return `${functions}\u00a0: ${listed(names)}.`
  },
  quota_low: ({ quota }) =>
    `Il reste ${plural(quota.day_remaining ?? 0, 'appel')} sur ${count(quota.day_limit ?? 0)} jusqu’à minuit UTC.`,
  reviews_asked: ({ reviews }) =>
    reviews < 2
      ? 'Un supporter demande de réexaminer son bulletin mis de côté.'
      : `${count(reviews)} supporters demandent de réexaminer leur bulletin mis de côté.`,
  suspicious_groups: ({ suspicious }) =>
    suspicious < 2
      ? 'Un groupe de bulletins se détache des autres de son match.'
      : `${count(suspicious)} groupes de bulletins se détachent des autres de leur match.`,
  marked_matches: ({ marked }) =>
    marked < 2
      ? 'Un résultat publié ne correspond plus à son coefficient ou à ses joueurs.'
      : `${count(marked)} résultats publiés ne correspondent plus à leur coefficient ou à leurs joueurs.`,
  anomalies: ({ anomalies }) => `${plural(anomalies, 'anomalie')} du flux en 24\u00a0heures.`,
  browser_errors: ({ browser_errors }) =>
    `${plural(browser_errors, 'erreur')} dans les navigateurs des supporters depuis hier.`,
  runs_failed: ({ runs }) => {
    const failed = runs.failed < 2 ? 'Un passage a échoué' : `${count(runs.failed)} passages ont échoué`
    return `${failed} en 24\u00a0heures\u202f; depuis, tout a réussi.`
  },
}

/** Says what is needed, in one sentence. */
export function needSentence(kind: NeedKind, facts: OperatorFacts, now: Date): string {
  return needs[kind](facts, now)
}

/** The first tab of the area. */
export const overview = {
  failed: (reason: string) => `La page n’a pas pu être lue\u00a0: ${reason}`,
  readAt: (time: string) => `Lu à ${time}, puis chaque minute.`,
  outdated: (time: string, reason: string) => `Dernière lecture réussie à ${time}. Depuis, échec\u00a0: ${reason}`,
  act: 'À faire',
  watch: 'À surveiller',
  nothing: 'Rien à faire',
  nothingText: 'Flux, nuit et résultats\u00a0: rien n’attend un geste de ta part.',
  links: {
    runs: 'Voir les passages',
    synchronise: 'Synchroniser',
    publish: 'Publier',
    correct: 'Corriger un match',
    night: 'Lancer le passage',
    ballots: 'Voir les bulletins',
    recalculate: 'Recalculer',
    anomalies: 'Voir les anomalies',
    browserErrors: 'Voir les erreurs',
  },
  matches: 'Matchs concernés',
  match: (home: string, away: string) => `${home} – ${away}`,
  others: (more: number) => `et ${plural(more, 'autre')}.`,
  groups: (groups: number) => plural(groups, 'groupe'),
} as const

/** The figures of the first tab. */
export const figures = {
  title: 'Chiffres du moment',
  feed: 'Lecture du flux',
  sinceFeed: 'Depuis la lecture du flux',
  quota: 'Appels restants aujourd’hui',
  nightly: 'Passage de la nuit',
  sinceNight: 'Depuis la nuit, réussie',
  sinceFailedNight: 'Depuis la nuit, en échec',
  failed: 'Passages en échec, 24\u00a0h',
  marked: 'Résultats à recalculer',
  open: 'Votes ouverts',
  suspicious: 'Groupes suspects, 3\u00a0jours',
  anomalies: 'Anomalies du flux, 24\u00a0h',
  browserErrors: 'Erreurs dans les navigateurs depuis hier',
  never: 'jamais',
  unknown: 'inconnu',
  of: (remaining: number, limit: number) => `${count(remaining)} sur ${count(limit)}`,
  underWay: 'en cours',
  waiting: (matches: number) => `${plural(matches, 'match', 'matchs')} à comparer`,
} as const

/** Functions with failed runs. */
export const failures = {
  title: 'Passages en échec',
  line: (failed: number, code: string | null, written: string) => {
    const times = plural(failed, 'échec')
    const named = code === null ? times : `${times} (${code})`
    return `${named}, le dernier il y\u00a0a\u00a0${written}`
  },
} as const

/** Matches that accept ballots. */
export const openVotes = {
  title: 'Votes ouverts',
  none: 'Aucun vote n’est ouvert.',
  closes: (time: string) => `ferme à ${time}`,
  inPlay: 'match en cours',
  voters: (voters: number) => plural(voters, 'bulletin complet', 'bulletins complets'),
  screen: 'Match',
  diagnostic: 'Diagnostic',
  ballots: 'Bulletins',
  linkOf: (link: string, home: string, away: string) => `${link}\u00a0: ${home} – ${away}`,
} as const

/** Runs that the operator starts. */
export const acts = {
  title: 'Lancer à la main',
  night: {
    start: 'Lancer le passage de la nuit',
    title: 'Lancer le passage de la nuit maintenant\u202f?',
    consequence:
      'Le serveur relit chez le fournisseur les matchs d’un mois, publie les résultats en retard, reconstruit la saison et efface ce qui est périmé. Cela dure quelques minutes et prend des appels sur le quota du jour.',
    intro: 'Le passage part seul chaque nuit.',
    underWay: 'Passage en cours…',
    done: (processed: number, duration: string) =>
      `Passage terminé\u00a0: ${plural(processed, 'match mis à jour', 'matchs mis à jour')} en ${duration}.`,
    goesOn: 'Le passage continue sur le serveur. Son issue s’affichera dans les chiffres du moment.',
    failed: (reason: string) => `Le passage a échoué\u00a0: ${reason}`,
  },
  publish: {
    start: 'Publier les résultats en retard',
    title: 'Publier les résultats en retard\u202f?',
    consequence:
      'Le serveur lit les notes des matchs dont le vote est clos, puis publie leur résultat\u00a0: chaque supporter le voit aussitôt. Un passage prend quarante matchs au plus.',
    intro: 'Chaque résultat part seul à la fin de son vote.',
    underWay: 'Publication en cours…',
    done: (published: number) =>
      published === 0 ? 'Aucun résultat n’attendait.' : `${plural(published, 'résultat publié', 'résultats publiés')}.`,
    goesOn: 'La publication continue sur le serveur. Son issue s’affichera ici à la prochaine lecture.',
    failed: (reason: string) => `La publication a échoué\u00a0: ${reason}`,
  },
} as const

const ANOMALIES: Readonly<Record<MatchAnomaly, string>> = {
  unknown_status: 'Statut inconnu',
  early_whistle: 'Fin annoncée avant la 80e\u00a0minute',
  replayed: 'Match recommencé depuis le début',
  reopened: 'Match de nouveau en cours après sa fin',
  unfinished: 'Match revenu à un état antérieur après sa fin',
  awarded_in_play: 'Match gagné sur tapis vert en cours de jeu',
  awarded_after_finish: 'Match gagné sur tapis vert après sa fin',
  unstarted: 'Match de nouveau à venir, alors qu’il a commencé',
  uncancelled: 'Match annulé qui revient',
  contradicts_operator: 'Le flux contredit ta correction',
  closed_by_estimate: 'Match fermé faute de nouvelles, à une heure estimée',
  implausible_kickoff: 'Coup d’envoi invraisemblable',
  round_after_publication: 'Phase corrigée après la publication',
  kickoff_after_publication: 'Coup d’envoi corrigé après la publication',
}

/** Anomalies of the feed. */
export const anomalies = {
  title: 'Anomalies du flux',
  intro: 'Ce que le fournisseur a dit et que Tribune n’a pas cru, ou cru avec réserve, en 30\u00a0jours.',
  none: 'Aucune anomalie.',
  failed: (reason: string) => `La liste n’a pas pu être lue\u00a0: ${reason}`,
  show: (listed: number) => `Voir ${plural(listed, 'anomalie')}`,
  /** Unknown kinds, as of a newer server, show their code. */
  kind: (kind: string) => (Object.hasOwn(ANOMALIES, kind) ? ANOMALIES[kind as MatchAnomaly] : kind),
  line: (raw: string, day: string, time: string) => `statut ${raw}, ${day}, ${time}`,
} as const

/** The mail to the operator when kinds of need appear. @param sentences One for each. */
export function alertMail(sentences: readonly [string, ...string[]]): MailText {
  const others = sentences.length - 1
  return {
    subject: others === 0 ? sentences[0] : `${sentences[0]} (+\u00a0${others})`,
    preview: sentences.join(' '),
    title: 'Tribune a besoin de toi',
    paragraphs: sentences,
    action: 'Ouvrir l’administration',
    afterwards: [
      'Ce message part une seule fois, tant que cela dure. La page d’accueil de l’administration dit quand c’est fini.',
    ],
  }
}
