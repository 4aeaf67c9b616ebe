interface FormMessageProps {
  readonly message: { readonly good: boolean; readonly text: string } | null
}

/** What a form has to say as a whole; read aloud as soon as it says it. */
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
