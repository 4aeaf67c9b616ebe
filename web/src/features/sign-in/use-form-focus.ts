import { type RefObject, useEffect } from 'react'
import type { SignInForm } from './use-sign-in.ts'

/** In a form the field that something is wrong with gets the focus, and its first one when the focus was lost on the way here. */
export function useFormFocus(
  element: RefObject<HTMLFormElement | null>,
  { stage, message }: Pick<SignInForm, 'stage' | 'message'>,
): void {
  useEffect(() => {
    if (message?.field) element.current?.querySelector<HTMLInputElement>(`input[name="${message.field}"]`)?.focus()
  }, [element, message])
  // The button that led to another stage is often not part of it.
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (stage !== 'signIn' && isLost) element.current?.querySelector('input')?.focus()
  }, [element, stage])
}
