interface FormMessageProps {
  readonly message: { readonly good: boolean; readonly text: string } | null
}

/** A message about a whole form, which screen readers announce. */
export function FormMessage({ message }: FormMessageProps) {
  return (
    <div role={message?.good === false ? 'alert' : 'status'} className={message === null ? '-mb-4' : ''}>
      {message !== null && (
        <p
          className={`rounded-inner border-l-4 bg-raised px-3 py-2 [overflow-wrap:anywhere] ${message.good ? 'border-good' : 'border-warn'}`}
        >
          {message.text}
        </p>
      )}
    </div>
  )
}
