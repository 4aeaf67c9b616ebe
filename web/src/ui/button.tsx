import { Link, type LinkProps } from '@tanstack/react-router'
import type { ButtonHTMLAttributes, MouseEvent, MouseEventHandler, ReactNode } from 'react'

/** `action` is the primary action of a screen; all others are `plain` or `quiet`. */
type ButtonTone = 'action' | 'plain' | 'quiet' | 'danger'

const SHAPE =
  'button target inline-flex items-center justify-center gap-2 rounded-inner py-2 text-center font-bold leading-tight select-none'

const TONES: Readonly<Record<ButtonTone, string>> = {
  action: 'bg-action text-on-action',
  plain: 'border border-edge bg-surface text-text hover:bg-raised',
  quiet: 'text-text hover:bg-raised',
  danger: 'border border-warn bg-surface text-warn hover:bg-raised',
}

const DISABLED = 'cursor-not-allowed border border-line bg-raised text-quiet'

/** Returns the classes of a button, for an element that must look like one. */
export function buttonClass(tone: ButtonTone, disabled = false, extra = ''): string {
  return `${SHAPE} ${disabled ? DISABLED : TONES[tone]} ${extra}`
}

/**
 * Returns the props of a button that may be inactive for a moment. It is not `disabled`: the browser would drop its focus, and keyboard users would start
 * again from the top of the page.
 */
function pressable(off: boolean, onClick: MouseEventHandler<HTMLButtonElement> | undefined) {
  return off ? { 'aria-disabled': true, onClick: refuse } : { onClick }
}

/** Prevents a button from submitting its form, by a click or by Enter in a field. */
function refuse(event: MouseEvent): void {
  event.preventDefault()
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: ButtonTone
  /** Waits for an answer: cannot be pressed again, and is marked as busy. */
  readonly busy?: boolean
}

export function Button({ tone = 'plain', busy = false, className = '', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      className={buttonClass(tone, rest.disabled || busy, className)}
      {...rest}
      {...pressable(busy, onClick)}
    />
  )
}

interface ButtonLinkProps {
  readonly to: LinkProps['to']
  readonly params?: LinkProps['params']
  /** Section of that screen. */
  readonly hash?: string
  readonly tone?: ButtonTone
  readonly className?: string
  readonly children: ReactNode
  readonly 'aria-describedby'?: string
}

/** A link that looks like a button. */
export function ButtonLink({ to, params, hash, tone = 'plain', className = '', children, ...rest }: ButtonLinkProps) {
  const target = { to, params, hash } as LinkProps
  return (
    <Link {...target} {...rest} className={buttonClass(tone, false, className)}>
      {children}
    </Link>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name. */
  readonly label: string
  /** Waits for an answer: cannot be pressed again, and is marked as busy. */
  readonly busy?: boolean
  /** Inactive, because there is nothing to do now. */
  readonly off?: boolean
}

export function IconButton({ label, busy = false, off = false, className = '', onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      className={`target inline-flex items-center justify-center rounded-inner text-text hover:bg-raised aria-disabled:cursor-default aria-disabled:text-quiet ${className}`}
      {...rest}
      {...pressable(busy || off, onClick)}
    />
  )
}
