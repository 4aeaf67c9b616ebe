import { type RefObject, useEffect } from 'react'
import type { SignInForm } from './use-sign-in.ts'

/** Focuses the field of a form that has a problem, or the first one if the focus was lost. */
export function useFormFocus(
  element: RefObject<HTMLFormElement | null>,
  { stage, start, message }: Pick<SignInForm, 'stage' | 'start' | 'message'>,
): void {
  useEffect(() => {
    if (message?.field) element.current?.querySelector<HTMLInputElement>(`input[name="${message.field}"]`)?.focus()
  }, [element, message])
  // The button that leads to another stage often disappears with its focus, which then is on the page or the dialog.
  useEffect(() => {
    const isLost = document.activeElement?.contains(element.current)
    if (stage !== start && isLost) element.current?.querySelector('input')?.focus()
  }, [element, stage, start])
}
