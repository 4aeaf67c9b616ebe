/** Words that all settings of the profile share. */
export const settings = {
  title: 'Réglages',
  saved: 'Enregistré',
  unsaved: 'Non enregistré',
  /** The choice of a theme. */
  theme: {
    title: 'Apparence',
    names: { auto: 'Auto', light: 'Clair', dark: 'Sombre' },
    note: 'Auto suit ton appareil.',
    saved: 'Enregistré sur cet appareil',
    unsaved: 'Ton navigateur n’enregistre rien\u00a0: valable pour cette visite',
  },
} as const

/** Names the time zone of quiet hours, by its city: Europe/Paris, America/New_York. */
export const timeZone = (id: string): string =>
  `Fuseau horaire\u00a0: ${id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' ')}`
