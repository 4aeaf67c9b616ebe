import { createAtom, useSelector } from '@tanstack/react-store'

const filling = createAtom(false)

/** Takes note of whether older matches are still being filled in behind an answer, and gives it back. */
export function noteFilling<Answer extends { readonly filling?: true | undefined }>(answer: Answer): Answer {
  filling.set(answer.filling === true)
  return answer
}

export function useFilling(): boolean {
  return useSelector(filling)
}
