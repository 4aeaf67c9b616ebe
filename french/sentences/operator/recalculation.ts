import type { Recalculation } from '@tribune/contract/operator/recalculation.ts'
import type { MatchStatus } from '@tribune/domain/matches/status.ts'
import { count, plural } from '../../format/numbers.ts'

type State = Recalculation['state']

/** Why a match that is not over has no points. */
const why = {
  upcoming: 'ce match n’a pas commencé',
  live: 'ce match se joue encore',
  postponed: 'ce match est reporté',
  cancelled: 'ce match est annulé',
  suspended: 'ce match est suspendu',
} as const satisfies Record<Exclude<MatchStatus, 'finished'>, string>

/** Recalculating matches: one, the marked ones, or all. */
export const one = {
  title: 'Recalculer un match',
  intro:
    'Le classement du match est refait à partir de ses votes ou de ses notes, avec son coefficient actuel. La saison suit.',
  id: 'Identifiant du match',
  start: 'Recalculer ce match',
  idHint: 'Le numéro de son adresse\u00a0: /match/1234',
  invalidId: 'Identifiant de match invalide\u00a0: un nombre entier positif est attendu.',
  notSignedIn: 'Tu n’es pas connecté. Connecte-toi dans ton profil, puis réessaie.',
  profile: 'Aller au profil',
  failed: (reason: string) => `Le match n’a pas été recalculé\u00a0: ${reason}`,
  status: (status: number) => `HTTP ${status}`,
  done: (id: number) => `Match ${id} recalculé.`,
  nothing: (status: MatchStatus) =>
    status === 'finished'
      ? 'Aucun point\u00a0: ce match n’a ni assez de votes, ni notes officielles.'
      : `Aucun point\u00a0: ${why[status]}, il n’y a rien à classer.`,
  source: 'Source',
  voters: 'Votants',
  ranked: 'Joueurs classés',
  sources: { votes: 'votes', ratings_fallback: 'notes officielles' },
  noSource: 'aucune',
  rank: 'Rang',
  player: 'Joueur',
  points: 'Points',
} as const

export const marked = {
  title: 'Matchs à recalculer',
  intro:
    'Changer un coefficient ne déplace aucun point publié. Les matchs concernés attendent ici\u202f; annuler le changement les en retire.',
  none: 'Aucun match n’attend\u00a0: tous les points publiés correspondent à leur coefficient.',
  waiting: (matches: number) =>
    matches < 2
      ? '1\u00a0match publié a des points calculés avec un autre coefficient que le sien.'
      : `${count(matches)}\u00a0matchs publiés ont des points calculés avec un autre coefficient que le leur.`,
  start: (matches: number) => `Recalculer ${plural(matches, 'match')}`,
  confirm: 'Recalculer les matchs concernés\u202f?',
  consequence: (matches: number) =>
    `Les points publiés de ${plural(matches, 'match')} seront refaits avec leur coefficient actuel, et la saison avec eux. Tu peux fermer la page\u00a0: le serveur continue.`,
} as const

export const all = {
  title: 'Tout recalculer',
  intro: 'Tous les matchs terminés, du plus récent au plus ancien, cinq à la fois avec une seconde de pause.',
  start: (matches: number) => `Recalculer ${plural(matches, 'match')}`,
  confirm: 'Recalculer tous les matchs terminés\u202f?',
  consequence: (matches: number) =>
    `Les points de ${plural(matches, 'match')} seront refaits avec leur coefficient actuel. Cela peut prendre 10 à 20\u00a0minutes. Le travail se fait sur le serveur\u00a0: tu peux fermer cette page sans rien perdre.`,
  nothing: 'Aucun match terminé à recalculer.',
} as const

export const run = {
  title: 'Recalcul',
  scopes: { all: 'Tous les matchs terminés', marked: 'Matchs au coefficient changé' },
  states: {
    running: 'En cours',
    stopping: 'Arrêt après les matchs en cours…',
    stopped: 'Arrêté',
    done: 'Terminé',
  } satisfies Record<State, string>,
  label: 'Avancement du recalcul',
  progress: (settled: number, total: number) => `${count(settled)} sur ${plural(total, 'match')}`,
  elapsed: 'Temps écoulé',
  remaining: 'Temps restant estimé',
  took: 'Durée',
  failed: 'Échecs',
  stop: 'Arrêter',
  stopTitle: 'Arrêter le recalcul\u202f?',
  stopConsequence:
    'Les matchs en cours sont terminés, les suivants gardent leurs points. La saison est mise d’accord avec les points publiés.',
  resume: (matches: number) => `Reprendre\u00a0: ${plural(matches, 'match restant', 'matchs restants')}`,
  resumeTitle: 'Reprendre le recalcul\u202f?',
  resumeConsequence: (matches: number) =>
    `Les points de ${plural(matches, 'match')} que l’arrêt a laissés de côté seront refaits avec leur coefficient actuel. Les autres ne sont pas touchés.`,
  started: 'Recalcul lancé.',
  joined: 'Un recalcul est déjà en cours\u00a0: le voici.',
  stopping: 'Le recalcul s’arrête après les matchs en cours.',
  failures: (failed: number) => plural(failed, 'match en échec', 'matchs en échec'),
  firstOf: (shown: number) => `Les ${count(shown)} premiers\u00a0:`,
  failure: (id: number, reason: string) => `Match ${id}\u00a0: ${reason}`,
  unread: (reason: string) => `L’état du recalcul n’a pas pu être lu\u00a0: ${reason}`,
  busy: 'Un recalcul est en cours.',
} as const
