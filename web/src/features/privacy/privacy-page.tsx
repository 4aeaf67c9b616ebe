import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { longDay } from '@tribune/french/format/dates.ts'
import { POLICY_UPDATED, type Policy } from '@tribune/french/sentences/notices/policy.ts'
import { languages, privacyFr } from '@tribune/french/sentences/notices/privacy.ts'
import { contactQuery } from '../../data/contact.ts'
import { FootBar } from '../../ui/foot-bar.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { privacyEn } from './english-words.ts'

const route = getRouteApi('/privacy')

/** States what is stored about a fan, why, and for how long: in English, with the French text one tap away. */
export function PrivacyPage() {
  const { lang } = route.useSearch()
  const policy = lang === 'fr' ? privacyFr : privacyEn
  const contact = useQuery(contactQuery)
  return (
    <>
      <ScreenTitle>{policy.title}</ScreenTitle>
      <TopBar as="p" title={<span lang={policy.lang}>{policy.title}</span>} backTo="/profile">
        <LanguageChoice chosen={policy.lang} />
      </TopBar>
      <article
        lang={policy.lang}
        className="gutter mx-auto max-w-[680px] pt-6 wide:grid wide:max-w-page wide:grid-cols-[240px_minmax(0,680px)] wide:gap-x-16"
      >
        <Contents policy={policy} />
        <div className="flex min-w-0 flex-col gap-10 wide:col-start-2">
          <header className="flex flex-col gap-3">
            <h1 className="text-3xl">{policy.title}</h1>
            <p className="text-sm text-quiet">
              <time dateTime={POLICY_UPDATED.toISOString().slice(0, 10)}>
                {policy.updated(longDay(POLICY_UPDATED, policy.lang))}
              </time>
            </p>
            <p className="text-lg">{policy.lead}</p>
          </header>
          <InShort policy={policy} />
          {policy.chapters.map((chapter) => (
            <PolicyChapter key={chapter.id} chapter={chapter} policy={policy} contact={contact.data?.email} />
          ))}
        </div>
      </article>
      <FootBar />
    </>
  )
}

const LANGUAGES = [
  { lang: 'en', name: languages.en, search: {} },
  { lang: 'fr', name: languages.fr, search: { lang: 'fr' } },
] as const

/** Switches the language of the text. */
function LanguageChoice({ chosen }: { readonly chosen: Policy['lang'] }) {
  return (
    <nav aria-label={languages.label} className="flex gap-1 rounded-card border border-line bg-surface p-[3px]">
      {LANGUAGES.map(({ lang, name, search }) => (
        <Link
          key={lang}
          to="/privacy"
          search={search}
          replace
          resetScroll={false}
          lang={lang}
          hrefLang={lang}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={lang === chosen ? 'page' : undefined}
          className="target flex items-center rounded-inner px-2.5 font-semibold text-quiet hover:bg-raised aria-[current=page]:bg-raised aria-[current=page]:text-text"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** The table of chapters, on a wide screen only: on a phone scrolling is as quick. */
function Contents({ policy }: { readonly policy: Policy }) {
  return (
    <nav aria-label={policy.contents} className="hidden wide:col-start-1 wide:row-start-1 wide:block">
      <ul className="sticky top-[calc(var(--notch)+24px)] flex flex-col border-l border-line">
        {policy.chapters.map(({ id, title }) => (
          <li key={id}>
            <Link
              to="/privacy"
              search={(before) => before}
              hash={id}
              replace
              className="-ml-px flex min-h-11 items-center border-l-2 border-transparent pl-4 text-quiet hover:border-edge hover:text-text"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function InShort({ policy: { inShort } }: { readonly policy: Policy }) {
  return (
    <section className="rounded-card bg-board p-5 text-on-board">
      <h2 className="mb-3 text-lg">{inShort.title}</h2>
      <ul className="flex flex-col gap-2">
        {inShort.points.map((point) => (
          <li key={point} className="flex gap-3">
            <span aria-hidden="true" className="mt-2.5 h-1 w-4 shrink-0 rounded-full bg-gold-step" />
            {point}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PolicyChapterProps {
  readonly chapter: Policy['chapters'][number]
  readonly policy: Policy
  /** The operator's address; null if there is none, undefined while unknown. */
  readonly contact: string | null | undefined
}

function PolicyChapter({ chapter, policy, contact }: PolicyChapterProps) {
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
      {chapter.stored && <StoredList stored={chapter.stored} policy={policy} />}
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

function StoredList({
  stored,
  policy,
}: {
  readonly stored: NonNullable<PolicyChapterProps['chapter']['stored']>
  readonly policy: Policy
}) {
  return (
    <ul className="flex flex-col gap-2">
      {stored.map(({ what, why, until }) => (
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
