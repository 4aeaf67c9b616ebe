import { useQuery } from '@tanstack/react-query'
import { legal } from '@tribune/french/sentences/notices/legal.ts'
import { contactQuery } from '../../data/contact.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { FootBar } from '../../ui/foot-bar.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBar } from '../../ui/top-bar.tsx'

/** The legal notice: publisher, host, terms of use and least age. */
export function LegalPage() {
  const contact = useQuery(contactQuery)
  return (
    <>
      <ScreenTitle>{legal.title}</ScreenTitle>
      <TopBar as="p" title={legal.title} backTo="/profile" />
      <article className="gutter mx-auto flex max-w-[680px] flex-col gap-10 pt-6">
        <header className="flex flex-col gap-3">
          <h1 className="text-3xl">{legal.title}</h1>
          <p className="text-lg">{legal.lead}</p>
        </header>
        {contact.error !== null && (
          <ErrorNotice
            message={messageOf(contact.error)}
            error={contact.error}
            onRetry={() => void contact.refetch()}
          />
        )}
        {legal.chapters.map(({ id, title, paragraphs = [], lines = [] }) => (
          <section key={id} id={id} tabIndex={-1} className="flex flex-col gap-3 outline-none">
            <h2 className="text-xl">{title}</h2>
            {contact.data !== undefined && lines.length > 0 && (
              <dl className="flex flex-col gap-3">
                {lines.map(({ label, of }) => (
                  <div key={of}>
                    <dt className="text-sm text-quiet">{label}</dt>
                    <dd className="whitespace-pre-line [overflow-wrap:anywhere]">
                      <Line of={of} value={contact.data[of]} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
      <FootBar />
    </>
  )
}

function Line({ of, value }: { readonly of: string; readonly value: string | null }) {
  if (value === null) return legal.missing
  if (of !== 'email') return value
  return (
    <a href={`mailto:${value}`} className="inline-block py-2.5 font-semibold underline">
      {value}
    </a>
  )
}
