import { useEffect, useId, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type MergedName, mergedNameCalls, type NameKind } from '#contract/merged-names.ts'
import { counted, formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useUnsavedDraft } from '../../forms/draft.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useFormModal, useSaved } from '../../forms/in-modal.ts'
import { useSave } from '../../forms/use-save.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { InputField, Options } from '../../ui/field.tsx'
import { UNFOCUSED } from '../../ui/focus-back.ts'
import { notice } from '../../ui/notice.tsx'

/** A category or supplier as a row of its list. */
export type NamedRow = { _id: string; name: string; products: number }

/** Says what a merge does, before it is done. */
const consequence = ({ name, products }: NamedRow, into: string) =>
  `${products === 1 ? 'Su producto pasa' : `Sus ${formatWhole(products)} productos pasan`} a ${into || 'ese nombre'}, y «${name}» deja de estar en la lista. Una planilla que diga «${name}» llegará a ${into || 'ese nombre'}. Puedes deshacerlo al pie de la lista.`

const schema = mergedNameCalls.mergeNames.body.pick({ into: true })

/** Chooses by name what a row is merged into, in a modal. */
export function MergeForm({
  kind,
  row,
  loadNames,
}: {
  kind: NameKind
  row: NamedRow
  /** All names of the kind, to choose from. */
  loadNames: () => Promise<string[]>
}) {
  const form = useSchemaForm(schema, { into: '' })
  const id = useId()
  // Without the suggestions the name can still be typed.
  const names = useLoaded(loadNames, kind) ?? []
  const into = form.watch('into').trim()
  const submit = useSave(form, 'Listo!', (body) =>
    browserApi.mergeNames({ body: { kind, id: row._id, ...body } }),
  )
  return (
    <form {...submit.formProps} className="grid gap-4">
      <InputField
        label={`¿Con cuál se une «${row.name}»?`}
        {...submit.field('into')}
        list={id}
        required
        data-autofocus
        autoComplete="off"
      />
      <datalist id={id}>
        <Options of={names.filter((name) => name !== row.name)} />
      </datalist>
      <p className="text-sm text-soft">{consequence(row, into && `«${into}»`)}</p>
      <ModalButtons submit="Unir" form={submit} />
    </form>
  )
}

/** The latest merges, each with a button that undoes it. */
export function MergedNames({ merges }: { merges: readonly MergedName[] }) {
  const saved = useSaved()
  const box = useRef<HTMLDivElement>(null)
  const ids = merges.map(({ _id }) => _id).join()
  const known = useRef(ids)
  useEffect(() => {
    if (known.current === ids) return
    known.current = ids
    // After a merge as after its undo, the pressed button has gone with its row, and the focus with it.
    if (document.activeElement?.matches(UNFOCUSED)) box.current?.focus()
  }, [ids])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {merges.length > 0 && (
        <section aria-labelledby="unidas" className="card mt-6 p-4">
          <h2 id="unidas" className="text-lg">
            Unidas hace poco
          </h2>
          <ul className="mt-2 grid divide-y divide-line">
            {merges.map((merge) => (
              <li
                key={merge._id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
              >
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{merge.name}</span> está en{' '}
                  <span className="font-semibold">{merge.into}</span>
                  <span className="text-soft"> · {counted(merge.products, 'producto', 'productos')}</span>
                </span>
                <ActionButton
                  look="secondary"
                  small
                  icon="rotate"
                  act={async () =>
                    saved('Listo!', (await browserApi.undoMerge({ params: { id: merge._id } })).message)
                  }
                >
                  Deshacer<span className="sr-only"> la unión de {merge.name}</span>
                </ActionButton>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/**
 * The frame of the category form and of the supplier form; its children are the fields. A row that is given the name of another one can be
 * merged into it.
 */
export function NameForm<
  Values extends FieldValues,
  Body extends { name: string } | { categoryName: string },
>({
  form,
  row,
  kind,
  about,
  save,
  children,
}: {
  form: UseFormReturn<Values, unknown, Body>
  /** The row to edit; left out for a new one. */
  row: NamedRow | undefined
  kind: NameKind
  /** The form's subject, for 'antes de guardar …'. */
  about: string
  save: (body: Body) => Promise<{ message: string }>
  children: (field: ReturnType<typeof useSubmit<Values, Body>>['field']) => React.ReactNode
}) {
  const saved = useSaved()
  useUnsavedDraft(form, useFormModal().draft, () => ({
    form: kind,
    about,
    row: row ?? null,
    values: Object.fromEntries(
      Object.entries(form.getValues()).map(([name, value]) => [name, String(value)]),
    ),
  }))
  const submit = useSubmit(
    form,
    async (body) => {
      try {
        const { message } = await save(body)
        void saved(row ? 'Actualizado' : 'Guardado', message)
      } catch (error) {
        if (!row || (await refusalOf(error)).code !== 'NAME_TAKEN') throw error
        // The two can be merged.
        const into = 'name' in body ? body.name : body.categoryName
        const agreed = await notice.confirm({
          title: `«${into}» ya existe. ¿Unir ambos nombres?`,
          text: consequence(row, `«${into}»`),
          confirm: 'Unir',
        })
        if (!agreed) return
        const { message } = await browserApi.mergeNames({ body: { kind, id: row._id, into } })
        void saved('Listo!', message)
      }
    },
    { dialog: 'general', saveKey: true },
  )
  return (
    <form {...submit.formProps} className="grid gap-4">
      {children(submit.field)}
      <ModalButtons submit={row ? 'Actualizar' : 'Guardar'} form={submit} />
    </form>
  )
}
