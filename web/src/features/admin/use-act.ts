import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../lib/http/api-error.ts'
import { focusContent } from '../../lib/list/content.ts'
import { toast } from '../../lib/state/toast.ts'

interface ActOptions<Result> {
  /** Returns the message for the operator when it is done; `null` for none. */
  readonly done: (result: Result) => string | null
  /** Returns the message for the operator when it is refused or fails; by default the refusal's own sentence. */
  readonly failed?: (error: unknown) => string
  /** Reads data again, or shows the result. */
  readonly onDone?: (result: Result) => unknown
}

/** An act of the operator: one at a time, said in passing when done, and by its sentence when refused. */
export function useAct<Input, Result>(act: (input: Input) => Promise<Result>, options: ActOptions<Result>) {
  const { done, failed = messageOf, onDone } = options
  return useMutation({
    mutationFn: act,
    onSuccess: async (result) => {
      const sentence = done(result)
      if (sentence !== null) toast(sentence)
      await onDone?.(result)
      // Once what was read again is drawn.
      setTimeout(keepFocus)
    },
    onError: (error) => toast(failed(error), 'error'),
  })
}

/** Focuses the screen if the button of an act has left with what it acted on, or has nothing to act on any more. */
function keepFocus(): void {
  const { activeElement } = document
  if (activeElement === document.body || activeElement?.matches(':disabled')) focusContent()
}
