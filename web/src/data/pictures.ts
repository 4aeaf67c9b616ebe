import { queryOptions } from '@tanstack/react-query'
import { dataAddress, getFile } from '../lib/http/file.ts'

/** Longer than for other answers: drawing has a lower priority than ballots. */
const DRAWING_TIMEOUT_MS = 25_000

/** Subject of a picture: the signed-in fan's own podium, or the result of the match. */
export type Pictured = 'podium' | 'result'

const PATHS: Readonly<Record<Pictured, string>> = { podium: 'podium', result: 'match' }

/** A picture in portrait format. */
export function pictureQuery(of: Pictured, matchId: number, published: boolean) {
  return queryOptions({
    // A published result changes the picture; a change of the ballot closes the dialog.
    queryKey: ['picture', of, matchId, published],
    queryFn: async ({ signal }) => {
      const options = { query: { format: 'story' }, signal, timeoutMs: DRAWING_TIMEOUT_MS }
      const blob = await getFile(`/share/${PATHS[of]}/${matchId}.png`, options)
      const file = new File([blob], `tribune-${of}-${matchId}.png`, { type: 'image/png' })
      return { file, preview: await dataAddress(blob) }
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
