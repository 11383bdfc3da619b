import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CarouselImage } from '#contract/carousel.ts'
import { browserApi } from '../../api/client.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useUnsavedChanges } from '../../forms/unsaved-changes.ts'
import { SortableList } from '../../listing/sortable-list.tsx'
import { notice } from '../../ui/notice.tsx'
import { Thumbnail } from './image-list.tsx'

/**
 * Reorders the images and saves the order with the list's version. If somebody else changed the list meanwhile, the server
 * refuses the save and the new list is loaded, so that no order is overwritten unseen.
 */
export function ReorderPanel({ images, version }: { images: readonly CarouselImage[]; version: string }) {
  /** The order that the person chose, of the list with that version; it stays while the list has the same images. */
  const [chosen, setChosen] = useState<{ ids: string[]; version: string }>()
  const { revalidate } = useRevalidator()
  const current = images.map(({ _id }) => _id)
  const isOfThese = chosen?.ids.toSorted().join() === current.toSorted().join()
  const order = chosen && isOfThese ? chosen : { ids: current, version }
  const moved = order.ids.join() !== current.join()
  useUnsavedChanges(moved)

  async function startAfresh() {
    await revalidate()
    setChosen(undefined)
  }

  async function save() {
    const data = order.ids.map((_id, index) => ({ _id, position: index + 1 }))
    await browserApi.reorderCarousel({ body: { data, version: order.version } })
    await startAfresh()
    void notice.toast({ title: 'Orden guardado', icon: 'success', timer: 1_500 })
  }

  const rows = order.ids.flatMap((id) => images.find(({ _id }) => _id === id) ?? [])
  return (
    <section aria-labelledby="orden" className="card p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="orden" className="text-lg">
          Orden
        </h2>
        {rows.length > 0 && (
          <ActionButton
            small
            act={save}
            dialog="message"
            onRefused={({ code }) => code === 'LIST_CHANGED' && startAfresh()}
            className="min-h-11"
          >
            ACTUALIZAR ORDEN
          </ActionButton>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="py-10 text-center text-soft">Sin imagenes a ordenar</p>
      ) : (
        <>
          <p className="mt-1 text-sm text-soft">
            {moved ? 'Hay cambios sin guardar.' : 'Arrastra las imágenes, o muévelas con los botones.'}
          </p>
          <SortableList
            rows={rows}
            onOrder={(ids) =>
              setChosen(ids.join() === current.join() ? undefined : { ids, version: order.version })
            }
            labelledBy="orden"
            thing="la imagen"
            handle={({ photo, state, name }) => (
              <>
                <Thumbnail photo={photo} dimmed={!state} />
                <span className="min-w-0 truncate font-semibold">{name}</span>
              </>
            )}
          />
        </>
      )}
    </section>
  )
}
