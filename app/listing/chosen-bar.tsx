import { useEffect, useRef } from 'react'
import { formatWhole } from '#domain/price.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import type { ChosenRows } from './chosen-rows.ts'

/**
 * A bar of actions on the chosen rows of a list, absent without chosen rows. The bar stays at the window's bottom while the rows
 * reach beyond it, so that nothing moves when the bar appears.
 */
export function ChosenBar<Row extends { _id: string }>({
  chosen,
  label,
  countOf,
  everything = false,
  failure,
  children,
}: {
  chosen: ChosenRows<Row>
  /** The label of the region, such as 'Pedidos elegidos'. */
  label: string
  /** The text with the number of chosen rows. */
  countOf: (count: number) => string
  /** Whether the bar also offers all rows that the search and filters find. */
  everything?: boolean
  failure?: string | undefined
  /** The buttons of the actions. */
  children: React.ReactNode
}) {
  const { count, all, isPage, total } = chosen
  const none = count === 0
  const bar = useRef<HTMLDivElement>(null)
  const wasShown = useRef(false)
  useEffect(() => {
    // The button that was pressed is gone with the chosen rows.
    if (none && wasShown.current && document.activeElement === document.body)
      bar.current?.focus({ preventScroll: true })
    wasShown.current = !none
  }, [none])
  return (
    <div
      ref={bar}
      tabIndex={-1}
      {...(!none && { role: 'region', 'aria-label': label })}
      className={
        none
          ? 'sr-only'
          : 'window-bar mt-4 grid gap-2 rounded-lg border border-brand bg-mint px-3 py-2 shadow print:hidden'
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <div className="flex min-w-0 grow items-center gap-2">
          <p role="status" className="mr-auto min-w-0 font-semibold tabular-nums">
            {none ? '' : countOf(count)}
          </p>
          {!none && !isPage && (
            <Button look="quiet" small className="shrink-0" onClick={chosen.togglePage}>
              Elegir la página
            </Button>
          )}
          {everything && !none && !all && isPage && total > count && (
            <Button look="quiet" small onClick={chosen.chooseAll}>
              Seleccionar los {formatWhole(total)} del filtro
            </Button>
          )}
          {!none && (
            <IconButton icon="close" label="Quitar selección" onClick={chosen.clear} className="shrink-0" />
          )}
        </div>
        {!none && (
          <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:auto-cols-fr max-sm:grid-flow-col large-type:max-sm:grid-flow-row">
            {children}
          </div>
        )}
      </div>
      <FieldError error={failure} />
    </div>
  )
}
