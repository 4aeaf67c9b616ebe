import { notFound } from '../i18n/fr.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TopBar } from '../ui/top-bar.tsx'

/** An address that leads nowhere. */
export function NotFoundScreen() {
  return (
    <>
      <title>{`${notFound.title} — Tribune`}</title>
      <TopBar title={notFound.title} />
      <div className="gutter mx-auto max-w-[560px] pt-6">
        <Notice
          lit={0}
          actions={
            <ButtonLink to="/" tone="action">
              {notFound.action}
            </ButtonLink>
          }
        >
          {notFound.text}
        </Notice>
      </div>
    </>
  )
}
