/** Sentences about a ballot that waits for a network (docs/decisions/062). */
export const held = {
  sent: (match: string) => `Ton vote pour ${match} est parti.`,
  late: (match: string) =>
    `Trop tard\u00a0: le vote de ${match} était clos quand le tien est arrivé. Il n’est pas compté.`,
  refused: (match: string, why: string) => `Ton vote pour ${match} n’a pas été pris\u00a0: ${why}`,
  newer: (match: string) => `Ton vote pour ${match} a changé ailleurs\u00a0: ouvre le match pour choisir.`,
  otherAccount: (match: string) =>
    `Un vote pour ${match} attend sur ce téléphone. Il ne partira qu’avec le compte qui l’a fait.`,
} as const

/** On the screen of the match. */
export const heldNotice = {
  otherAccount:
    'Un vote fait ici attend, sous un compte qui n’est pas connecté. Il ne partira qu’avec ce compte, jamais avec un autre.',
  erase: 'L’effacer',
  waiting: 'Ton vote attend le réseau sur ce téléphone. Il compte s’il arrive avant la clôture.',
  paused:
    'Ton vote est gardé sur ce téléphone. Il part dès que le vote reprend, et compte s’il arrive avant la clôture.',
  postponed:
    'Ton vote est gardé sur ce téléphone. Il part si le vote de ce match rouvre, et compte s’il arrive avant la clôture.',
  cancelled: 'Ce match est annulé\u00a0: ton vote, resté sur ce téléphone, ne compte pas.',
  title: 'Quel vote garder\u202f?',
  text: 'Ton vote a changé ailleurs depuis que tu l’as vu sur ce téléphone.',
  mine: (hour: string) => `Sur ce téléphone, à ${hour}`,
  elsewhere: 'Ailleurs',
  other: (hour: string) => `Ailleurs, à ${hour}`,
  keepMine: 'Garder celui de ce téléphone',
  keepOther: 'Garder l’autre',
  pick: (place: string, name: string) => `${place} ${name}`,
  unknown: 'Un joueur',
} as const
