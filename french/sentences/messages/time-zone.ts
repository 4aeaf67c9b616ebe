/** Names the time zone of quiet hours, by its city: Europe/Paris, America/New_York. */
export const timeZone = (id: string): string =>
  `Fuseau horaire\u00a0: ${id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' ')}`
