import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { FormModal } from '../forms/form-modal.tsx'
import { useAction } from '../forms/use-action.ts'
import { Button } from '../ui/button.tsx'
import { useFocusBack } from '../ui/focus-back.ts'
import { Icon } from '../ui/icons.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'
import { PLAIN, useChosenParams } from './listing.ts'
import { changePreferences, useSavedViews } from './preferences.ts'

// The form loads after the list: otherwise field styles and checks would be part of every page's first load.
const loadForm = () => import('./save-view-form.tsx').then(({ SaveViewForm }) => SaveViewForm)

/** The search and filters that a view saves: without page and page size, in a fixed order. */
function queryOf(chosen: URLSearchParams): string {
  const params = new URLSearchParams(chosen)
  params.delete(PLAIN.params.page.name)
  params.delete(PLAIN.params.pageSize.name)
  params.sort()
  return params.toString()
}

/**
 * The person's saved views of a list, and a button that saves the current search and filters as a view. With `quiet`, a phone
 * shows the button only where the list has views.
 */
export function SavedViews({ list, title, quiet }: { list: string; title: string; quiet: boolean }) {
  const views = useSavedViews(list)
  const current = queryOf(useChosenParams())
  const [naming, setNaming] = useState(false)
  const unsaved = current !== '' && !views.some(({ query }) => query === current)
  // The button Guardar esta vista is gone once the view is saved.
  const currentView = useFocusBack<HTMLAnchorElement>(naming)
  const Form = useLazyPart(loadForm, { needed: naming })
  if (views.length === 0 && !unsaved) return null
  return (
    <div
      className={`flex flex-wrap items-center gap-2 self-center ${views.length > 0 ? 'order-last w-full' : quiet ? 'max-sm:hidden' : ''}`}
    >
      {views.length > 0 && (
        <ul aria-label={`Vistas guardadas de ${title}`} className="contents">
          {views.map(({ name, query }) => (
            <View
              key={name}
              list={list}
              name={name}
              query={query}
              link={query === current ? currentView : undefined}
            />
          ))}
        </ul>
      )}
      {unsaved && (
        <Button look="quiet" small icon="bookmark" onClick={() => setNaming(true)}>
          Guardar esta vista
        </Button>
      )}
      <FormModal open={naming} onClose={() => setNaming(false)} title="Guardar vista">
        {naming && Form && <Form list={list} query={current} />}
      </FormModal>
    </div>
  )
}

/** The control that gets the focus after a view is deleted: the next or previous view, else the list's search. */
const nextControl = (item: Element | null): HTMLElement | null | undefined =>
  (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('a') ??
  item?.closest('section')?.querySelector('input[type=search]')

function View({
  list,
  name,
  query,
  link,
}: {
  list: string
  name: string
  query: string
  /** The link's ref, if the list shows this view now. */
  link: React.RefObject<HTMLAnchorElement | null> | undefined
}) {
  const item = useRef<HTMLLIElement>(null)
  const { run, working } = useAction(
    async () => {
      const next = nextControl(item.current)
      await changePreferences({ change: 'delete-view', list, name })
      const { activeElement } = document
      if (activeElement === document.body || item.current?.contains(activeElement)) next?.focus()
    },
    { dialog: 'general' },
  )
  return (
    <li
      ref={item}
      aria-busy={working || undefined}
      className="inline-flex min-h-9 max-w-full items-center rounded-full border border-line bg-paper font-semibold text-sm aria-busy:opacity-60 has-aria-[current=page]:border-brand has-aria-[current=page]:bg-mint"
    >
      <Link
        ref={link}
        to={`?${query}`}
        aria-current={link ? 'page' : undefined}
        className="inline-flex min-h-9 min-w-0 items-center gap-2 rounded-full pr-1 pl-3 hover:text-brand"
      >
        <Icon name="bookmark" className="size-4 text-brand" />
        <span className="truncate">{name}</span>
      </Link>
      <button
        type="button"
        aria-label={`Borrar la vista ${name}`}
        onClick={() => run()}
        className="grid size-9 shrink-0 place-items-center rounded-full text-soft hover:bg-coral-pale hover:text-coral"
      >
        <Icon name="close" className="size-4" />
      </button>
    </li>
  )
}
