/** Somebody with an account that the demonstration made. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/** The people of the demonstration: two whose passwords are shown, and the crowd that votes. */
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

/** Supporters who vote by themselves in the demonstration. */
export const FANS = NAMES.map((name) => ({
  name,
  email: at(name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')),
}))
