import { createAtom, useSelector } from '@tanstack/react-store'

const filling = createAtom(false)

/** Records whether older matches are still being backfilled behind an answer. Returns the answer. */
export function recordBackfill<Answer extends { readonly filling?: true | undefined }>(answer: Answer): Answer {
  filling.set(answer.filling === true)
  return answer
}

export function useBackfilling(): boolean {
  return useSelector(filling)
}
