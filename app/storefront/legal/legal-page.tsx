import { type MetaFunction, useMatches } from 'react-router'
import type { LegalText } from '#contract/store.ts'
import { privacy, returns, terms } from '#legal'
import { pageTitle } from '../../pages/page-title.ts'

const TEXTS: Record<string, LegalText> = { privacy, terms, returns }

const textOf = (matches: readonly ({ id: string } | undefined)[]) => TEXTS[matches.at(-1)?.id ?? '']!

export const meta: MetaFunction = ({ matches }) => {
  const { title, summary } = textOf(matches)
  return [{ title: pageTitle(title) }, { name: 'description', content: summary }]
}

export default function LegalPage() {
  const text = textOf(useMatches())
  return (
    <>
      <section className="bg-mint">
        <div className="frame grid gap-3 py-8 md:py-12">
          <h1 className="text-xl sm:text-2xl">{text.title}</h1>
          <p className="max-w-prose text-soft sm:text-lg">{text.summary}</p>
          <p className="text-soft text-sm">Última actualización: {text.updated}</p>
        </div>
      </section>
      <div className="frame py-8 md:py-12">
        <div className="grid max-w-prose gap-8">
          {text.sections.map(({ title, paragraphs, list }) => (
            <section key={title} className="grid gap-3">
              <h2 className="text-lg">{title}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="[overflow-wrap:anywhere]">
                  {paragraph}
                </p>
              ))}
              {list && (
                <ul className="grid list-disc gap-2 pl-5">
                  {list.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
