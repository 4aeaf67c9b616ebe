import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createAtom, useSelector } from '@tanstack/react-store'
import type { Change } from '@tribune/contract/errors.ts'
import { ChangedError } from '../../data/operator/act.ts'
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
  /** Called with the state that is there instead of the one that the operator saw, once the dialog shows it. */
  readonly onChanged?: (current: object) => void
  /** Names of the state's fields that are ids. */
  readonly names?: ReadonlyMap<string, string>
}

/**
 * An act of the operator: one at a time, with a toast when it is done and the refusal's sentence when it is not. What has changed since the screen showed it is
 * shown in a dialog, and read again.
 */
export function useAct<Input, Result>(act: (input: Input) => Promise<Result>, options: ActOptions<Result>) {
  const { done, failed = messageOf, onDone, onChanged, names } = options
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async (result) => {
      const sentence = done(result)
      if (sentence !== null) toast(sentence)
      await onDone?.(result)
      // Once what was read again is drawn.
      setTimeout(keepFocus)
    },
    onError: (error) => {
      if (!(error instanceof ChangedError)) return toast(failed(error), 'error')
      showChange({ ...error.change, seen: error.seen, names })
      if (error.change.current !== null) onChanged?.(error.change.current)
      void client.invalidateQueries({ queryKey: ['operator'] })
    },
  })
}

/** Focuses the screen if the button of an act has disappeared with its subject, or is now disabled. */
function keepFocus(): void {
  const { activeElement } = document
  if (activeElement === document.body || activeElement?.matches(':disabled')) focusContent()
}

/** A change that an act was refused for: the state that the operator saw, and the present one. */
export interface ShownChange extends Change {
  readonly seen: unknown
  readonly names?: ReadonlyMap<string, string> | undefined
}

const shown = createAtom<ShownChange | null>(null)

export const showChange = (change: ShownChange | null): void => shown.set(change)
export const useShownChange = () => useSelector(shown)
