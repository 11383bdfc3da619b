import { ORDERS, orderNames, type ShopOrder } from './shop-filters.ts'
import { orderOf, type ShopState } from './shop-url.ts'

/** The order "Ordenar por". `form` is the id of the form that is sent before hydration. */
export function OrderSelect({
  state,
  form,
  onChoose,
}: {
  state: ShopState
  form: string
  onChoose: (order: ShopOrder) => void
}) {
  const order = orderOf(state)
  return (
    <label className="flex items-center gap-2 text-sm text-soft">
      <span className="whitespace-nowrap">Ordenar por</span>
      <select
        name="orden"
        form={form}
        value={ORDERS[order].word}
        onChange={(event) => {
          const chosen = orderNames.find((name) => ORDERS[name].word === event.target.value)
          if (chosen) onChoose(chosen)
        }}
        className="control min-w-0 pr-1 text-base text-ink"
      >
        {orderNames
          .filter((name) => name !== 'relevance' || state.search)
          .map((name) => (
            <option key={name} value={ORDERS[name].word}>
              {ORDERS[name].label}
            </option>
          ))}
      </select>
    </label>
  )
}
