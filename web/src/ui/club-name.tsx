import { withSoftHyphens } from '@tribune/french/format/soft-hyphens.ts'

interface ClubNameProps {
  readonly name: string
  readonly className?: string
}

/** A club's name that may wrap: between words, or at a hyphen between syllables. */
export function ClubName({ name, className = '' }: ClubNameProps) {
  return <bdi className={`hyphens-manual [overflow-wrap:break-word] ${className}`}>{withSoftHyphens(name)}</bdi>
}
