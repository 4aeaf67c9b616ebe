import { Link, type LinkProps } from '@tanstack/react-router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'

/** `action` is the one thing to do on a screen; everything else is `plain` or `quiet`. */
type ButtonTone = 'action' | 'plain' | 'quiet' | 'danger'

const SHAPE =
  'target inline-flex items-center justify-center gap-2 rounded-inner px-4 py-2 text-center font-bold leading-tight select-none'

const TONES: Readonly<Record<ButtonTone, string>> = {
  action: 'bg-action text-on-action',
  plain: 'border border-edge bg-surface text-text hover:bg-raised',
  quiet: 'text-text hover:bg-raised',
  danger: 'border border-live bg-surface text-live hover:bg-raised',
}

const DISABLED = 'cursor-not-allowed border border-line bg-raised text-quiet'

/** Classes of a button, for an element that must look like one. */
export function buttonClass(tone: ButtonTone, disabled = false, extra = ''): string {
  return `${SHAPE} ${disabled ? DISABLED : TONES[tone]} ${extra}`
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: ButtonTone
  /** Waiting for an answer: cannot be pressed again, and says so. */
  readonly busy?: boolean
}

export function Button({ tone = 'plain', busy = false, disabled = false, className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(tone, disabled || busy, className)}
      {...rest}
    />
  )
}

interface ButtonLinkProps {
  readonly to: LinkProps['to']
  readonly params?: LinkProps['params']
  /** Chapter of that screen. */
  readonly hash?: string
  readonly tone?: ButtonTone
  readonly className?: string
  readonly children: ReactNode
  readonly 'aria-describedby'?: string
}

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({ to, params, hash, tone = 'plain', className = '', children, ...rest }: ButtonLinkProps) {
  const target = { to, params, hash } as LinkProps
  return (
    <Link {...target} {...rest} className={buttonClass(tone, false, className)}>
      {children}
    </Link>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does, for those who do not see the icon. */
  readonly label: string
}

export function IconButton({ label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`target inline-flex items-center justify-center rounded-inner text-text hover:bg-raised disabled:text-quiet ${className}`}
      {...rest}
    />
  )
}
