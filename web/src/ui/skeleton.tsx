/** A placeholder with the shape of what it replaces. Size it with classes. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`breathe block rounded-inner bg-raised ${className}`} />
}
