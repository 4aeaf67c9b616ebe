import { Link, type LinkProps } from '@tanstack/react-router'
import type { OperatorAddress } from '@tribune/protocol/addresses.ts'
import type { ReactNode } from 'react'

interface OperatorLinkProps {
  readonly to: OperatorAddress
  readonly params?: Readonly<Record<string, string>>
  readonly search?: Readonly<Record<string, unknown>>
  readonly className?: string
  readonly children: ReactNode
}

/** A link within the operator's area, whose routes the app's own type does not know. */
export function OperatorLink({ to, params = {}, search = {}, ...rest }: OperatorLinkProps) {
  return <Link {...({ to, params, search } as unknown as LinkProps)} {...rest} />
}
