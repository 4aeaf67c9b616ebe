import type { Policy } from '@tribune/french/sentences/notices/policy.ts'

interface PolicyChapterProps {
  readonly chapter: Policy['chapters'][number]
  readonly policy: Policy
  /** The operator's address; null if there is none, undefined while unknown. */
  readonly contact: string | null | undefined
}

export function PolicyChapter({ chapter, policy, contact }: PolicyChapterProps) {
  return (
    <section id={chapter.id} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <h2 className="text-xl">{chapter.title}</h2>
      {chapter.paragraphs?.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {chapter.contact && contact !== undefined && <Contact policy={policy} email={contact} />}
      {chapter.points && (
        <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-quiet">
          {chapter.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      {chapter.kept && <KeptList kept={chapter.kept} policy={policy} />}
    </section>
  )
}

function Contact({ policy, email }: { readonly policy: Policy; readonly email: string | null }) {
  if (email === null) return <p>{policy.noContact}</p>
  return (
    <p>
      {policy.writeTo}{' '}
      <a href={`mailto:${email}`} className="inline-block py-2.5 font-semibold [overflow-wrap:anywhere] underline">
        {email}
      </a>
    </p>
  )
}

function KeptList({
  kept,
  policy,
}: {
  readonly kept: NonNullable<PolicyChapterProps['chapter']['kept']>
  readonly policy: Policy
}) {
  return (
    <ul className="flex flex-col gap-2">
      {kept.map(({ what, why, until }) => (
        <li key={what} className="rounded-card border border-line bg-surface p-4">
          <h3 className="mb-2">{what}</h3>
          <dl className="grid gap-x-4 gap-y-1 wide:grid-cols-[120px_minmax(0,1fr)]">
            <dt className="text-sm leading-6 text-quiet">{policy.columns.why}</dt>
            <dd>{why}</dd>
            <dt className="mt-1 text-sm leading-6 text-quiet wide:mt-0">{policy.columns.until}</dt>
            <dd>{until}</dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}
