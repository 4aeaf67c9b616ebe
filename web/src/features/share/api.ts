import { queryOptions } from '@tanstack/react-query'
import { getFile } from '../../lib/http/file.ts'

/** Drawing waits behind ballots: longer than an answer may. */
const DRAWING_TIMEOUT_MS = 25_000

/** The pages' content policy lets pictures in from ourselves and as data. */
function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(blob)
  })
}

/** What a picture shows of a match: the signed-in fan's own podium, or everybody's. */
export type Pictured = 'podium' | 'result'

const PATHS: Readonly<Record<Pictured, string>> = { podium: 'podium', result: 'match' }

/** A picture for a phone held upright. */
export function pictureQuery(of: Pictured, matchId: number, published: boolean) {
  return queryOptions({
    // A result makes another picture; a change of ballot closes the window.
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
