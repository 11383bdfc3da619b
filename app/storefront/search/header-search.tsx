import { useRef } from 'react'
import { href, useNavigate } from 'react-router'
import { Icon } from '../../ui/icons.tsx'
import { SEARCH_PARAMETER, searchUrl } from '../shop/shop-links.ts'
import { Suggesting } from './suggesting.tsx'

const shop = href('/tienda')

/**
 * The header's search: a box in the header of a wide window, elsewhere a button that opens it over the page. Without scripts it
 * is a plain form, and a native popover.
 */
export function HeaderSearch() {
  const navigate = useNavigate()
  const line = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        popoverTarget="buscador"
        aria-label="Buscar"
        // Focuses the box during the event: later, a phone would not open its keyboard.
        onClick={(event) => {
          event.preventDefault()
          line.current?.togglePopover()
          if (line.current?.matches(':popover-open')) input.current?.focus()
        }}
        className="nav-icon shrink-0 bar-xl:hidden"
      >
        <Icon name="search" />
      </button>
      <div
        ref={line}
        id="buscador"
        popover="auto"
        className="inset-x-0 top-16 bottom-auto m-0 w-full overflow-visible border-line border-b bg-page text-ink bar-max-xl:py-3 bar-max-xl:shadow bar-xl:static bar-xl:block bar-xl:w-40 bar-xl:border-0 bar-xl:bg-transparent"
      >
        <search className="bar-max-xl:frame block">
          <form
            action={shop}
            onSubmit={(event) => {
              event.preventDefault()
              line.current?.hidePopover()
              input.current?.blur()
              navigate(searchUrl(input.current?.value))
            }}
          >
            <Suggesting>
              <Icon
                name="search"
                className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-soft"
              />
              <input
                ref={input}
                role="combobox"
                aria-expanded="false"
                aria-autocomplete="list"
                aria-label="Buscar en la farmacia"
                type="text"
                name={SEARCH_PARAMETER}
                placeholder="Buscar"
                maxLength={100}
                autoComplete="off"
                enterKeyHint="search"
                className="control pl-10"
              />
            </Suggesting>
          </form>
        </search>
      </div>
    </>
  )
}
