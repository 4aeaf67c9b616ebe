import { useSearch } from '@tanstack/react-router'

/** Returns the season that the address names by its id, `?season=3`; undefined for the open one. Screens read it themselves, so that it costs no fan's first load. */
export function useAskedSeason(): number | undefined {
  const { season } = useSearch({ strict: false }) as { readonly season?: unknown }
  return typeof season === 'number' && Number.isInteger(season) && season > 0 ? season : undefined
}
