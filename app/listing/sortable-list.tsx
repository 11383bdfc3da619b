import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'

type Named = { _id: string; name: string }

type Sorting<Row> = {
  /** The noun for a row, with its article: `la imagen`. */
  thing: string
  /** The content of the button that drags a row. */
  handle: (row: Row) => React.ReactNode
  /** The content beside that button; without it the button takes the whole width. */
  children?: (row: Row) => React.ReactNode
}

/** Rows that are sorted by dragging, by keyboard or by each row's two buttons. A drag begins after 5 px. */
export function SortableList<Row extends Named>({
  rows,
  onOrder,
  labelledBy,
  ...sorting
}: Sorting<Row> & {
  rows: readonly Row[]
  onOrder: (ids: string[]) => void
  labelledBy: string
}) {
  const ids = rows.map(({ _id }) => _id)
  const [moved, setMoved] = useState('')
  const move = (from: number, to: number) => {
    if (!rows[to]) return
    onOrder(arrayMove(ids, from, to))
    setMoved(`${rows[from]?.name} está en la posición ${to + 1} de ${rows.length}.`)
  }
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announce(rows, sorting.thing),
        screenReaderInstructions: {
          draggable: `Para mover ${sorting.thing} presiona Espacio, cambia su posición con las flechas y presiona Espacio otra vez. Escape cancela.`,
        },
      }}
      onDragEnd={({ active, over }) => {
        if (!over || over.id === active.id) return
        onOrder(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))))
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol aria-labelledby={labelledBy} className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2">
          {rows.map((row, index) => (
            <SortableRow
              key={row._id}
              {...sorting}
              row={row}
              position={index + 1}
              last={index === rows.length - 1}
              onMove={(by) => move(index, index + by)}
            />
          ))}
        </ol>
        <p role="status" className="sr-only">
          {moved}
        </p>
      </SortableContext>
    </DndContext>
  )
}

function SortableRow<Row extends Named>({
  row,
  position,
  last,
  onMove,
  handle: handleOf,
  children,
}: Sorting<Row> & {
  row: Row
  position: number
  last: boolean
  onMove: (by: -1 | 1) => void
}) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: row._id, attributes: { roleDescription: 'ordenable' } })
  /** Moves the row by one position (WCAG 2.5.7). At the list's ends the button stays focusable, so that the focus isn't lost. */
  const move = (by: -1 | 1) => (event: React.MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget
    flushSync(() => onMove(by))
    // React moves the row in the document, which may take the focus away.
    button.focus()
  }
  // A button needs no `role` attribute.
  const { role: _, ...handle } = attributes
  return (
    <li
      ref={setNodeRef}
      // React sets this style through the DOM; the content security policy would block a style in the HTML.
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`relative flex items-center rounded-lg border bg-paper ${isDragging ? 'z-10 border-brand shadow' : 'border-line'}`}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...handle}
        {...listeners}
        className={`flex cursor-grab touch-none items-center gap-3 p-2 text-left active:cursor-grabbing ${children ? 'shrink-0 self-stretch' : 'min-w-0 flex-1'}`}
      >
        <Icon name="drag" className="size-5 text-soft" />
        {!children && (
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-mint font-semibold tabular-nums">
            {position}
          </span>
        )}
        {handleOf(row)}
      </button>
      {children && <div className="min-w-0 flex-1 py-3">{children(row)}</div>}
      <div className="flex flex-col">
        <IconButton
          icon="chevron-up"
          label={`Subir ${row.name}`}
          aria-disabled={position === 1 || undefined}
          onClick={move(-1)}
          className={MOVE}
        />
        <IconButton
          icon="chevron-down"
          label={`Bajar ${row.name}`}
          aria-disabled={last || undefined}
          onClick={move(1)}
          className={MOVE}
        />
      </div>
    </li>
  )
}

const MOVE = 'aria-disabled:cursor-not-allowed aria-disabled:opacity-30'

/** The announcements of a drag for screen readers. */
function announce(rows: readonly Named[], thing: string): Announcements {
  const at = (id: string | number) => rows.findIndex(({ _id }) => _id === id)
  const name = (id: string | number) => rows[at(id)]?.name ?? thing
  const place = (id: string | number) => `posición ${at(id) + 1} de ${rows.length}`
  return {
    onDragStart: ({ active }) => `Tomaste ${name(active.id)}, ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} está en la ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      over
        ? `Dejaste ${name(active.id)} en la ${place(over.id)}.`
        : `Dejaste ${name(active.id)} donde estaba.`,
    onDragCancel: ({ active }) => `${name(active.id)} volvió a su lugar.`,
  }
}
