/** A person with an account of the demonstration. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/** The people of the demonstration: two with public passwords, and the crowd that votes. */
export interface DemoPeople {
  readonly fan: Person
  readonly admin: Person
  readonly crowd: readonly Person[]
}

const at = (first: string) => `${first}@supporters.invalid`
const NAMES = [
  'Amine',
  'Blanche',
  'Corentin',
  'Dalila',
  'Elouan',
  'Fatou',
  'Gaspard',
  'Hanae',
  'Ilyes',
  'Jeanne',
  'Killian',
  'Louison',
  'Mado',
  'Naïm',
  'Octave',
  'Perrine',
  'Quentin',
  'Rosalie',
  'Soan',
  'Thiméo',
  'Ulysse',
  'Violette',
  'Wassim',
  'Yuna',
]

/** The supporter whose password is printed at start. */
export const FIRST_FAN = { name: 'Camille', email: at('camille') }

/** Simulated supporters of the demonstration. */
export const FANS = NAMES.map((name) => ({
  name,
  email: at(name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')),
}))
