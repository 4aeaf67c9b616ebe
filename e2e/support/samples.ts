/** Screens: a phone, the smallest, and a desktop. */
export const PHONE = { width: 390, height: 844 } as const
export const SMALL_PHONE = { width: 320, height: 640 } as const
export const DESKTOP = { width: 1280, height: 800 } as const

export const THEMES = ['dark', 'light'] as const
/** Rules of accessibility about colours: a theme changes nothing that the others read. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'] as const

/** Names of players in the lineups of journeys. */
export const NAMES = ['Éloi Vasseur', 'Tomàs Brunel', 'Ilian Costa', 'Noé Damour', 'Sacha Étienne', 'Gaël Fontan']
/** Names that a layout must survive: long, right to left, with pictures, with marks. */
export const LONG_NAME = 'Maximilien-Alexandre de la Tour-Saint-Géraud von Hohenlohe II'
export const LONG_CLUB = 'Union Sportive et Athlétique de Saint-Barthélemy-des-Vallées'
export const STRANGE_NAMES = [LONG_NAME, 'محمد الفرجاني', 'Zé 🦊🔥', 'Ñ. Ó’Þórðarson', 'יונתן בן־דוד']

/** The sentence of a screen that can read nothing without a network. */
export const OFFLINE_SENTENCE = 'Pas de connexion. Vérifie ton réseau et réessaie.'

/** Addresses of the home list's reads, as a route matches them. */
export const HOME_READ = '**/api/rpc/get_home_matches*'
