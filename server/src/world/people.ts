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
