import type { Column } from '../ui/data-table.tsx'
import type { ChosenRows } from './chosen-rows.ts'

/**
 * The column of checkboxes that choose rows, with a checkbox for the whole page in its heading. `nameOf` is a row's name, for
 * screen readers.
 */
export const chosenColumn = <Row extends { _id: string }>(
  chosen: ChosenRows<Row>,
  nameOf: (row: Row) => string,
): Column<Row> => ({
  header: 'Elegir',
  heading: (
    <Tick
      label="Elegir toda la página"
      checked={chosen.isPage}
      disabled={chosen.onPage === 0}
      onChange={chosen.togglePage}
    />
  ),
  cell: (row) => (
    <Tick
      label={`Elegir ${nameOf(row)}`}
      checked={chosen.has(row)}
      // With Shift also the rows in between, as in a mail program. A change by the keyboard's space bar is a click, too.
      onChange={({ nativeEvent }) =>
        chosen.toggle(row, { range: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
      }
    />
  ),
  className: 'as-table:w-12 as-card:items-center as-table:pr-0',
})

const Tick = ({ label, ...rest }: { label: string } & React.ComponentProps<'input'>) => (
  <label className="-m-1.5 grid size-9 cursor-pointer select-none place-items-center">
    <input type="checkbox" aria-label={label} {...rest} className="size-5 accent-brand" />
  </label>
)
