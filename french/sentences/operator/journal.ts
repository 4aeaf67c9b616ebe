import type { OperatorAction } from '@tribune/contract/operator/actions.ts'
import { matchesSearch } from '@tribune/domain/common/search.ts'
import { hour, longDay, shortDay } from '../../format/dates.ts'
import { coefficient, count } from '../../format/numbers.ts'
import { status } from '../home.ts'
import { points } from '../points.ts'
import { shared } from './ballots.ts'
import { demo } from './diagnostics.ts'

/** The journal of what the operator did. */
export const journal = {
  intro: 'Chaque geste de l’administration, le plus récent d’abord. Personne ne peut le modifier.',
  action: 'Geste',
  all: 'Tous les gestes',
  subject: 'Sur quoi',
  subjectHint: 'Le début suffit\u00a0: match:12, competition:61',
  from: 'Depuis le',
  to: 'Jusqu’au',
  crossed: 'Le dernier jour précède le premier.',
  text: 'Texte',
  textHint: 'Un club, une compétition, une raison, une valeur',
  file: 'Télécharger (CSV)',
  fileDone: 'Journal téléchargé.',
  fileName: 'tribune-journal.csv',
  fileFailed: (reason: string) => `Le journal n’a pas pu être téléchargé\u00a0: ${reason}`,
  failed: (reason: string) => `Le journal n’a pas pu être lu\u00a0: ${reason}`,
  none: 'Aucun geste pour le moment.',
  empty: 'Aucun geste ne correspond.',
  more: 'Afficher les gestes plus anciens',
  gone: 'Compte supprimé',
  moment: (day: string, time: string) => `${day}, ${time}`,
  value: written,
  change: (name: string, before: unknown, after: unknown) => `${written(name, before)} → ${written(name, after)}`,
} as const

/** Taking an act back, from its line of the journal. */
export const undo = {
  label: 'Annuler',
  labelOf: (act: string, subject: string) => `Annuler\u00a0: ${act}, ${subject}`,
  title: 'Annuler ce geste\u202f?',
  confirm: 'Rétablir',
  cancel: 'Ne rien changer',
  consequence: (act: string, subject: string, values: readonly string[]) =>
    [`${act}, ${subject}.`, ...values.map((value) => `${value}.`), 'Ce sera un nouveau geste au journal.'].join(' '),
  value: (name: string, text: string) => `${name}\u00a0: ${text}`,
  done: 'Le geste est annulé.',
  /** Reason of a correction that takes another one back. */
  correctionReason: 'Annulation de la correction précédente',
} as const

/** Subjects of acts, by the kind that they begin with. */
export const subjects: Readonly<Record<string, (id: string) => string>> = {
  all: () => 'Tout',
  match: (id) => `Match ${id}`,
  competition: (id) => `Compétition ${id}`,
  fans: () => 'Aucun compte trouvé',
  fan: (id) => `Supporter …${id.slice(-12)}`,
  derby: (id) => `Derby ${id}`,
  season: (id) => `Saison ${id}`,
  recalculation: (id) => `Recalcul ${id}`,
  player: (id) => `Joueur ${id}`,
  notice: () => 'Tous les supporters',
}

/** Names of the stored values. The server journals no other field. */
const fields = {
  ...points.coefficients.phases,
  derby_multiplier: 'Multiplicateur des derbys',
  as_of: 'Classement du',
  attempt: 'Essai',
  ballots: 'Bulletins du groupe',
  both: 'Matchs avec les deux',
  clubs: 'Clubs',
  coefficient: 'Coefficient',
  counted: 'Bulletins comptés',
  dimension: 'Indice commun',
  enabled: 'Affichée',
  ends_at: 'Fin',
  ends_on: 'Dernier jour',
  first_three: 'Trois premiers',
  followers: 'Abonnés',
  kept: 'Joueur gardé',
  label: 'Intitulé',
  matches: 'Matchs',
  max: 'Maximum',
  merged: 'Joueur réuni',
  min: 'Minimum',
  moved_ballots: 'Bulletins réécrits',
  minute: 'Minute',
  name: 'Nom',
  players: 'Joueurs',
  published: 'Résultats publiés',
  reason: 'Raison',
  scope: 'Portée',
  second_factor: 'Double vérification',
  sessions: 'Sessions',
  set_aside: 'Mis de côté',
  source: 'Source',
  starts_at: 'Début',
  starts_on: 'Premier jour',
  state: 'État',
  status: 'Statut',
  taken: 'Saison absorbée',
  text: 'Texte',
  top_points: 'Points du premier',
  void_places: 'Places sans effet',
} as const
export type JournalField = keyof typeof fields

/** Returns the name of a stored value; of one that an older version stored under another name, that name. */
export const fieldName = (field: string): string => (fields as Readonly<Record<string, string>>)[field] ?? field

/** Stored words that are no French. Those of fans and clubs are never looked up here. */
const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status,
  state: { running: 'en cours', stopping: 'arrêt demandé', ...demo.states },
  scope: { all: 'tous les matchs terminés', marked: 'les matchs à recalculer' },
  dimension: {
    network: shared.network,
    network_wide: shared.network_wide,
    network_widest: shared.network_widest,
    device: shared.device,
    account: 'Comptes semblables',
    mail_domain: 'Même domaine',
    podium_minute: 'Même podium, même minute',
  },
}

/** Fields whose value is a coefficient. */
const coefficients: ReadonlySet<string> = new Set([
  'coefficient',
  'derby_multiplier',
  ...Object.keys(points.coefficients.phases),
])

/** Fields whose value is a day of the calendar. */
const days: ReadonlySet<string> = new Set(['as_of', 'starts_on', 'ends_on'])

/** Fields whose value is a moment. */
const moments: ReadonlySet<string> = new Set(['starts_at', 'ends_at'])

/** Writes a value as it was stored under a name, for people. */
function written(name: string, value: unknown): string {
  if (value === undefined || value === null) return '–'
  if (typeof value === 'boolean') return value ? 'oui' : 'non'
  if (typeof value === 'number') return coefficients.has(name) ? coefficient(value) : value.toLocaleString('fr-FR')
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (moments.has(name)) return `${shortDay(value)}, ${hour(value)}`
  return days.has(name) ? longDay(`${value}T12:00:00Z`, 'fr') : (known[name]?.[value] ?? value)
}

export const actions = {
  competition_enabled: 'Compétition affichée ou masquée',
  competition_coefficient: 'Coefficient d’une compétition',
  phase_coefficients: 'Coefficients des phases',
  match_corrected: 'Cours d’un match corrigé',
  match_ranked: 'Match recalculé',
  ratings_read: 'Notes relues',
  results_published: 'Résultats publiés',
  nightly_run: 'Passage de nuit lancé',
  season_rebuilt: 'Saison reconstruite',
  recalculation_started: 'Recalcul de plusieurs matchs lancé',
  recalculation_stopped: 'Recalcul de plusieurs matchs arrêté',
  demo_match_made: 'Match de démonstration créé',
  demo_match_removed: 'Match de démonstration supprimé',
  lineup_read: 'Composition cherchée',
  country_coefficient: 'Coefficient repris du classement des pays',
  derby_added: 'Derby marqué',
  derby_removed: 'Derby retiré',
  ballots_set_aside: 'Bulletins mis de côté',
  ballots_taken_back: 'Bulletins remis dans le décompte',
  result_confirmed: 'Résultat confirmé',
  season_moved: 'Dates d’une saison changées',
  season_renamed: 'Saison renommée',
  season_recomputed: 'Saison recalculée en entier',
  fan_sessions_ended: 'Sessions d’un supporter fermées',
  voting_closed: 'Droit de vote fermé',
  voting_reopened: 'Droit de vote rouvert',
  matches_synchronised: 'Synchronisation lancée',
  season_reopened: 'Saison rouverte',
  fan_looked_up: 'Compte d’un supporter consulté',
  fan_data_copied: 'Données d’un supporter copiées',
  fan_deleted: 'Compte d’un supporter supprimé',
  players_merged: 'Deux joueurs réunis',
  players_unmerged: 'Réunion de deux joueurs annulée',
  second_factor_reset: 'Double vérification retirée depuis le serveur',
  notice_set: 'Annonce aux supporters publiée',
  notice_removed: 'Annonce aux supporters retirée',
} as const satisfies Record<OperatorAction, string>

/** Returns the actions whose name has a text, accents and case aside. */
export function actionsNamed(text: string): OperatorAction[] {
  const names = Object.entries(actions) as [OperatorAction, string][]
  return names.flatMap(([action, name]) => (matchesSearch(name, text) ? [action] : []))
}

/** The journal as a file for spreadsheets. */
export const csv = {
  columns: ['Date (Paris)', 'Geste', 'Sur quoi', 'Nom', 'Avant', 'Après', 'Par', 'Référence'],
  cut: (most: number) =>
    `Ce fichier s’arrête aux ${count(most)} gestes les plus récents. Choisis des dates pour en voir d’autres.`,
} as const
