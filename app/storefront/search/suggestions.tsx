import { useEffect, useEffectEvent, useId, useState } from 'react'
import { href, useNavigate } from 'react-router'
import type { ProductCard } from '#contract/products.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { readableName } from '#domain/readable-name.ts'
import { productUrl } from '#domain/screen-urls.ts'
import { ALL } from '#domain/shop.ts'
import { browserApi } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useBought } from '../../cart/bought.ts'
import { Price, priceTexts } from '../../ui/price.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { selectWhenFocused } from '../../ui/select-when-focused.ts'
import { EMPTY, searchNote, shopUrl } from '../shop/shop-url.ts'

const DEBOUNCE_MS = 120
const MIN_LETTERS = 2

/**
 * The list below a search box while somebody types, after the combobox pattern of ARIA 1.2: the focus stays in the box, arrows
 * move the choice, Enter follows it, Escape and Tab close the list. A failure shows nothing.
 */
export function Suggestions({ input }: { input: HTMLInputElement }) {
  const navigate = useNavigate()
  const id = useId()
  // Text may have been typed while this code was loading.
  const [text, setText] = useState(document.activeElement === input ? input.value.trim() : '')
  const groups = useSuggestions(text)
  const [open, setOpen] = useState(true)
  const [chosen, setChosen] = useState(-1)
  const all = groups.flatMap(({ suggestions }) => suggestions)
  const shown = open && all.length > 0

  function start(open: boolean) {
    setOpen(open)
    setChosen(-1)
  }
  function follow({ url }: Suggestion) {
    start(false)
    input.closest<HTMLElement>('[popover]')?.hidePopover()
    navigate(url)
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const moves = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (moves && all.length > 0) {
      event.preventDefault()
      setOpen(true)
      // The box itself is a stop between the last suggestion and the first one.
      const stops = all.length + 1
      setChosen(shown ? ((chosen + 1 + moves + stops) % stops) - 1 : moves > 0 ? 0 : all.length - 1)
    } else if (event.key === 'Enter') {
      const choice = shown ? all[chosen] : undefined
      start(false)
      if (!choice) return
      // Enter follows the chosen suggestion: neither the form nor the box may search.
      event.preventDefault()
      event.stopPropagation()
      follow(choice)
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault()
      start(false)
    }
  })
  const onInput = useEffectEvent(() => {
    setText(input.value.trim())
    start(true)
  })
  const onBlur = useEffectEvent(() => start(false))
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    input.addEventListener('keydown', (event) => onKey(event), { signal })
    input.addEventListener('input', () => onInput(), { signal })
    input.addEventListener('blur', () => onBlur(), { signal })
    input.addEventListener('focus', () => selectWhenFocused({ currentTarget: input }), { signal })
    return () => controller.abort()
  }, [input])

  useEffect(() => {
    const attributes = {
      autocomplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': shown ? id : null,
      'aria-activedescendant': shown && chosen >= 0 ? `${id}-${chosen}` : null,
      // Only a combobox may have `aria-expanded`.
      'aria-expanded': input.getAttribute('role') === 'combobox' ? String(shown) : null,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) input.removeAttribute(name)
      else input.setAttribute(name, value)
    }
  }, [input, id, shown, chosen])
  useEffect(() => {
    if (chosen >= 0) document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])

  return (
    <>
      <p role="status" className="sr-only">
        {shown && (all.length === 1 ? '1 sugerencia' : `${all.length} sugerencias`)}
      </p>
      {shown && (
        <div
          id={id}
          role="listbox"
          tabIndex={-1}
          aria-label="Sugerencias"
          // The box must keep the focus.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute top-full right-0 left-0 z-30 mt-1 grid max-h-[min(32rem,70dvh)] gap-1 overflow-y-auto rounded-lg border border-line bg-paper p-2 text-ink shadow xl:min-w-96"
        >
          {groups.map((group, at) => (
            <Group
              key={group.title}
              group={group}
              id={id}
              from={groups.slice(0, at).reduce((sum, { suggestions }) => sum + suggestions.length, 0)}
              chosen={chosen}
              onPick={follow}
            />
          ))}
        </div>
      )}
    </>
  )
}

/**
 * The suggestions for a text. While a word grows or shrinks its groups stay until the next ones load; groups of another word would
 * mislead.
 */
function useSuggestions(text: string): SuggestionGroup[] {
  const found = useLoaded(async (signal) => {
    if (text.length < MIN_LETTERS) return
    await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
    signal.throwIfAborted()
    return { text, groups: await loadSuggestions(text, signal).catch(() => []) }
  }, text)
  if (!found || text.length < MIN_LETTERS) return []
  return text.startsWith(found.text) || found.text.startsWith(text) ? found.groups : []
}

type GroupProps = {
  group: SuggestionGroup
  id: string
  from: number
  chosen: number
  onPick: (suggestion: Suggestion) => void
}

function Group({ group: { title, suggestions }, id, from, chosen, onPick }: GroupProps) {
  return (
    <fieldset
      aria-label={title || undefined}
      className="grid min-w-0 border-line not-first:border-t not-first:pt-1"
    >
      {title && (
        <p aria-hidden="true" className="px-2 pt-1 font-semibold text-sm text-soft">
          {title}
        </p>
      )}
      {suggestions.map((suggestion, at) => (
        <a
          key={suggestion.url}
          id={`${id}-${from + at}`}
          role="option"
          aria-selected={chosen === from + at}
          tabIndex={-1}
          href={suggestion.url}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            onPick(suggestion)
          }}
          className="flex min-h-11 items-center gap-3 rounded-lg px-2 py-1 hover:bg-mint aria-selected:bg-mint"
        >
          {suggestion.product ? (
            <ProductOption name={suggestion.text} product={suggestion.product} />
          ) : (
            suggestion.text
          )}
        </a>
      ))}
    </fieldset>
  )
}

function ProductOption({ name, product }: { name: string; product: NonNullable<Suggestion['product']> }) {
  const bought = useBought(product._id)
  return (
    <>
      <span className="w-11 shrink-0">
        <ProductImage photo={product.photo} alt="" sizes="44px" />
      </span>
      <span className="min-w-0 flex-1 leading-snug [overflow-wrap:anywhere]">
        {keepTogether(name)}
        {bought && <span className="block text-soft text-sm">Comprado antes</span>}
      </span>
      <Price {...priceTexts(product)} />
    </>
  )
}

const PRODUCTS = 5
const NAMES = 3
const shop = href('/tienda')

type Suggestion = { text: string; url: string; product?: ProductCard }
type SuggestionGroup = { title: string; suggestions: Suggestion[] }

/** The groups that match a text; none when nothing does. */
async function loadSuggestions(text: string, signal: AbortSignal): Promise<SuggestionGroup[]> {
  const { data } = await browserApi.listShop({
    params: { a: ' ', b: ' ', category: ALL, supplier: ALL },
    query: { search: text, page: 1, pageSize: PRODUCTS, suggest: true },
    signal,
  })
  const names = data.suggestions ?? { categories: [], laboratories: [] }
  const groups: SuggestionGroup[] = [
    {
      title: searchNote(data) || 'Productos',
      suggestions: data.products.map((product) => ({
        text: readableName(product.tradename),
        url: productUrl(product._id),
        product,
      })),
    },
    namesIn('Categorias', 'categories', names.categories),
    namesIn('Laboratorios', 'brands', names.laboratories),
  ].filter(({ suggestions }) => suggestions.length > 0)
  if (groups.length === 0) return []
  const all = { text: 'Ver todos los resultados', url: shopUrl(shop, { ...EMPTY, search: text }) }
  return data.products.length > 0 ? [...groups, { title: '', suggestions: [all] }] : groups
}

const namesIn = (
  title: string,
  filter: 'categories' | 'brands',
  names: readonly string[],
): SuggestionGroup => ({
  title,
  suggestions: names
    .slice(0, NAMES)
    .map((name) => ({ text: name, url: shopUrl(shop, { ...EMPTY, [filter]: [name] }) })),
})
