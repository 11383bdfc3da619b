import { useEffect, useRef, useState } from 'react'
import { href, useRevalidator } from 'react-router'
import type { ImportChanged, ImportReport } from '#contract/import-report.ts'
import { counted } from '#domain/price.ts'
import { ApiError, browserApi } from '../../../api/client.ts'
import { useAction } from '../../../forms/use-action.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { notice } from '../../../ui/notice.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { CONTENT_ID } from '../../../ui/skip-link.tsx'
import { ChangesTable, ConcurrentChanges } from './changes-table.tsx'
import { chosenChanges, withChoices } from './chosen-effects.ts'
import { Contradictions } from './contradictions.tsx'
import { DecimalPrices, SuspiciousRows } from './doubtful-rows.tsx'
import { Figures, MissingData, Sheets } from './import-facts.tsx'
import { LotsOfFile } from './lots.tsx'
import { NewNames } from './new-names.tsx'
import {
  type Choices,
  isTicked,
  type Previewed,
  Previewing,
  readChoices,
  rowKey,
  saveBody,
  storeChoices,
} from './preview-choices.ts'
import { ReassignColumns } from './reassign-columns.tsx'
import { Recognition } from './recognition.tsx'
import { RefusedRows } from './refused-rows.tsx'
import { RepeatedRows } from './repeated-rows.tsx'
import { SoldStock } from './restocks.tsx'
import { PlanChoice, Section } from './section.tsx'

const STOCK_REQUIRED = 'Elige qué hacer con el stock.'

export const isPreview = (report: ImportReport): report is Previewed =>
  report.state === 'preview' && report.preview !== null

/** An import before it is saved: its changes, and the decisions to make. */
export function Preview({ report }: { report: Previewed }) {
  const [choices, setChoices] = useState<Choices>(() => readChoices(report._id))
  /** The changes that others made before the save, for which the server refused it. */
  const [changed, setChanged] = useState<ImportChanged | null>(null)
  const [stockError, setStockError] = useState<string>()
  const { revalidate } = useRevalidator()
  const top = useRef<HTMLDivElement>(null)
  const { preview } = report
  const choose = (change: Partial<Choices>) => setChoices((now) => ({ ...now, ...change }))
  useEffect(() => storeChoices(report._id, choices), [report._id, choices])
  const chosen = withChoices(report, preview, choices)
  const { created, updated } = chosen

  const saving = useAction(
    async () => {
      const params = { id: report._id }
      const answer = await browserApi
        .saveImport({ params, body: saveBody(preview, choices) })
        .catch(async (error: unknown) => {
          const changes = error instanceof ApiError ? error.dataOf('IMPORT_CHANGED') : undefined
          if (!changes) throw error
          // The server has planned the preview again.
          await revalidate()
          setChanged(changes)
        })
      if (!answer) return
      storeChoices(report._id, null)
      await revalidate()
      // The button Guardar is gone: the focus goes to the beginning of the report.
      document.getElementById(CONTENT_ID)?.focus()
      window.scrollTo(0, 0)
      await notice.toast({ title: 'Listo!', text: answer.message, icon: 'success', timer: 1_500 })
    },
    // Somebody else saved the import meanwhile: the page loads its report.
    { onRefused: ({ status }) => status === 409 && revalidate() },
  )
  const disabled = saving.working

  function save() {
    if (report.restocks.length === 0 || choices.stock !== null) return saving.run()
    setStockError(STOCK_REQUIRED)
    top.current?.querySelector<HTMLElement>('input[type=radio]')?.focus()
  }

  return (
    <Previewing value={{ report, preview, choices, disabled, choose }}>
      <div
        ref={top}
        // The bar at the bottom must not cover the focused control.
        className="grid gap-8 [&_button]:scroll-mb-32 [&_input]:scroll-mb-32 [&_summary]:scroll-mb-32"
      >
        <Figures report={chosen} />
        {changed && <ConcurrentChanges changed={changed} />}
        <div className="grid gap-3">
          <MissingData report={report} />
          <Sheets sheets={report.sheets} />
          <ReassignColumns />
        </div>
        <Recognition />
        {report.stockReport !== null && (
          <Section
            title="Lista de existencias"
            text="No trae precios y tiene pocas columnas: de los productos que ya existen cambia solo el stock."
          >
            <PlanChoice
              label="Actualizar también lo demás que trae la planilla"
              checked={report.stockReport === 'all'}
              bodyOf={(all) => ({ stockReport: all ? 'all' : 'stock' })}
            />
          </Section>
        )}
        <SoldStock error={stockError} onChoose={() => setStockError(undefined)} />
        <Contradictions />
        <DecimalPrices />
        <LotsOfFile />
        <RepeatedRows />
        <SuspiciousRows />
        <NewNames title="Categorías nuevas" kind="categories" />
        <NewNames title="Laboratorios nuevos" kind="laboratories" />
        {preview.changes.length > 0 && (
          <Section title="Primeros cambios" text={extentOf(preview.changes.length, created + updated)}>
            <ChangesTable
              changes={chosenChanges(preview, choices)}
              skipped={(change) => isTicked(choices.skipped, rowKey(change))}
            />
          </Section>
        )}
        {chosen.errors.length > 0 && (
          <Section title="Filas rechazadas" text="No se importan. Corrígelas y envíalas en otra planilla.">
            <RefusedRows report={chosen} />
          </Section>
        )}
        <div className="sticky bottom-0 z-20 -mx-4 grid gap-2 border-line border-t bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
          {disabled && <ProgressBar label="Guardando los productos…" />}
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
            <div className="mr-auto min-w-0 text-sm">
              <p role="status">{summaryOf({ created, updated, preview }, choices)}</p>
              <FieldError error={saving.failure} />
            </div>
            <div className="flex gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
              <LinkButton to={href('/dashboard/products')} look="secondary">
                Descartar
              </LinkButton>
              <Button
                loading={disabled}
                disabled={created + updated === 0}
                onClick={save}
                className="sm:min-w-36"
              >
                Guardar
              </Button>
            </div>
          </div>
        </div>
      </div>
    </Previewing>
  )
}

const extentOf = (shown: number, all: number) =>
  shown < all
    ? `Los primeros ${shown.toLocaleString('es-CL')} de ${all.toLocaleString('es-CL')} productos, en el orden del archivo.`
    : 'En el orden del archivo.'

/** A summary of what Guardar saves, given the choices. */
function summaryOf(
  { created, updated, preview }: Pick<Previewed, 'created' | 'updated' | 'preview'>,
  choices: Choices,
): string {
  if (created + updated === 0) return 'La planilla no cambia ningún producto.'
  const left = saveBody(preview, choices).skip.length
  const saved = [
    created > 0 && counted(created, 'producto nuevo', 'productos nuevos'),
    updated > 0 && counted(updated, 'producto que cambia', 'productos que cambian'),
  ]
  return [
    `${saved.filter(Boolean).join(' y ')}.`,
    left > 0 && `${counted(left, 'fila queda', 'filas quedan')} fuera.`,
    choices.stock === 'keep' && 'El stock queda como estaba.',
  ]
    .filter(Boolean)
    .join(' ')
}
