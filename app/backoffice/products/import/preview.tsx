import { useEffect, useRef, useState } from 'react'
import { href, useRevalidator } from 'react-router'
import type { ImportChanged, ImportReport } from '#contract/import-report.ts'
import { browserApi } from '../../../api/client.ts'
import { refusalOf } from '../../../api/server-failure.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { notice } from '../../../ui/notice.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { CONTENT_ID } from '../../../ui/skip-link.tsx'
import { ChangesTable } from './changes-table.tsx'
import { ConcurrentChanges } from './concurrent-changes.tsx'
import { Contradictions } from './contradictions.tsx'
import { DecimalPrices } from './decimal-prices.tsx'
import { Figures, Gaps, Sheets } from './import-facts.tsx'
import { counted } from './import-values.ts'
import { NewNames } from './new-names.tsx'
import {
  type Choices,
  chosenChanges,
  readChoices,
  rowKey,
  saveBody,
  storeChoices,
  toggled,
  withoutSettled,
  withPairs,
} from './preview-choices.ts'
import { ReassignColumns } from './reassign-columns.tsx'
import { Recognition, recognitionText } from './recognition.tsx'
import { RefusedRows } from './refused-rows.tsx'
import { RepeatedRows } from './repeated-rows.tsx'
import { RestocksTable, StockChoice } from './restocks.tsx'
import { Section } from './section.tsx'
import { StockReport } from './stock-report.tsx'
import { SuspiciousRows } from './suspicious-rows.tsx'

const STOCK_REQUIRED = 'Elige qué hacer con el stock.'

type Previewed = ImportReport & { preview: NonNullable<ImportReport['preview']> }

export const isPreview = (report: ImportReport): report is Previewed =>
  report.state === 'preview' && report.preview !== null

/** An import before it is saved: its changes, and the decisions to make (docs/product.md#import-screen). */
export function Preview({ loaded }: { loaded: Previewed }) {
  const [choices, setChoices] = useState<Choices>(() => readChoices(loaded._id))
  /** The changes by others before the preview was saved. */
  const [changed, setChanged] = useState<ImportChanged | null>(null)
  /** The preview as it was planned again. */
  const [planned, setPlanned] = useState<ImportReport | null>(null)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [stockError, setStockError] = useState<string>()
  const { revalidate } = useRevalidator()
  const top = useRef<HTMLDivElement>(null)
  const report = planned && isPreview(planned) ? planned : loaded
  const { preview, restocks } = report
  const choose = (change: Partial<Choices>) => setChoices((now) => ({ ...now, ...change }))
  useEffect(() => storeChoices(loaded._id, choices), [loaded._id, choices])
  const paired = withPairs(report, preview, choices)
  const { created, updated } = paired
  const unsettled = withoutSettled(paired, preview, choices)

  async function save() {
    setFailure(undefined)
    if (restocks.length > 0 && choices.stock === null) {
      setStockError(STOCK_REQUIRED)
      return top.current?.querySelector<HTMLElement>('input[type=radio]')?.focus()
    }
    setSaving(true)
    try {
      const body = saveBody(preview, choices)
      const { message } = await browserApi.saveImport({ params: { id: report._id }, body })
      storeChoices(report._id, null)
      await revalidate()
      // The button Guardar is gone: the focus goes to the beginning of the report.
      document.getElementById(CONTENT_ID)?.focus()
      window.scrollTo(0, 0)
      await notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    } catch (error) {
      const refusal = await refusalOf(error)
      const changes = refusal.dataOf('IMPORT_CHANGED')
      if (changes) {
        setChanged(changes)
        setPlanned(changes.import)
      } else {
        setFailure(refusal.message)
        // Somebody else saved the import meanwhile: the page loads its report.
        if (refusal.status === 409) await revalidate()
      }
    } finally {
      setSaving(false)
    }
  }

  return (
    <div
      ref={top}
      // The bar at the bottom must not cover the focused control.
      className="grid gap-8 [&_button]:scroll-mb-32 [&_input]:scroll-mb-32 [&_summary]:scroll-mb-32"
    >
      <Figures report={unsettled} />
      {changed && <ConcurrentChanges changed={changed} />}
      <div className="grid gap-3">
        <Gaps report={report} />
        <Sheets sheets={report.sheets} />
        <ReassignColumns report={report} choices={choices} />
      </div>
      {report.recognition && (
        <Section title="Reconocer por nombre" text={recognitionText(report.recognition)}>
          <Recognition
            id={report._id}
            recognition={report.recognition}
            pairs={preview.pairs}
            choices={choices}
            disabled={saving}
            onChoose={(pairs, same) =>
              choose({
                pairs: new Map([...choices.pairs, ...pairs.map((pair) => [rowKey(pair), same] as const)]),
              })
            }
            onPlanned={setPlanned}
          />
        </Section>
      )}
      {report.stockReport !== null && (
        <Section
          title="Lista de existencias"
          text="No trae precios y tiene pocas columnas: de los productos que ya existen cambia solo el stock."
        >
          <StockReport report={report} disabled={saving} onPlanned={setPlanned} />
        </Section>
      )}
      {restocks.length > 0 && (
        <Section
          title="Stock de productos vendidos"
          text={`La planilla sube el stock de ${counted(restocks.length, 'producto que ya vendiste', 'productos que ya vendiste')}.`}
        >
          <StockChoice
            value={choices.stock}
            error={stockError}
            disabled={saving}
            onChoose={(stock) => {
              choose({ stock })
              setStockError(undefined)
            }}
          />
          <RestocksTable restocks={restocks} />
        </Section>
      )}
      {report.contradictions.length > 0 && (
        <Section
          title="Condición de venta"
          text="La planilla dice algo más libre que la lista de principios activos. Vale la lista, salvo donde elijas la planilla."
        >
          <Contradictions
            contradictions={report.contradictions}
            trusted={choices.trusted}
            disabled={saving}
            onTrust={(ingredient, trust) =>
              choose({ trusted: toggled(choices.trusted, [ingredient], trust) })
            }
          />
        </Section>
      )}
      {preview.decimals.length > 0 && (
        <Section
          title="Precios con decimales"
          text="Los precios son en pesos, sin decimales. Sin redondear, estas filas no se importan."
        >
          <DecimalPrices id={report._id} preview={preview} disabled={saving} onPlanned={setPlanned} />
        </Section>
      )}
      {preview.repeated.length > 0 && (
        <Section
          title="Códigos repetidos"
          text="Varias filas tienen el mismo código, o el mismo nombre sin código, y dicen cosas distintas. Elige qué se guarda de cada producto; de los lotes proponemos sumar las unidades."
        >
          <RepeatedRows
            repeated={preview.repeated}
            choices={choices}
            disabled={saving}
            onChoose={(products, use) =>
              choose({
                uses: new Map([
                  ...choices.uses,
                  ...products.map((product) => [rowKey(product), use] as const),
                ]),
              })
            }
          />
        </Section>
      )}
      {preview.suspicious.length > 0 && (
        <Section title="Filas por revisar" text="Se pueden importar, pero parecen un error.">
          <SuspiciousRows
            suspicious={preview.suspicious}
            skipped={choices.skipped}
            disabled={saving}
            onSkip={(keys, skip) => choose({ skipped: toggled(choices.skipped, keys, skip) })}
          />
        </Section>
      )}
      {preview.newCategories.length > 0 && (
        <Section title="Categorías nuevas" text="Se crean al guardar.">
          <NewNames
            names={preview.newCategories}
            merged={choices.categories}
            disabled={saving}
            onMerge={(name, merge) => choose({ categories: toggled(choices.categories, [name], merge) })}
          />
        </Section>
      )}
      {preview.newLaboratories.length > 0 && (
        <Section title="Laboratorios nuevos" text="Se crean al guardar.">
          <NewNames
            names={preview.newLaboratories}
            merged={choices.laboratories}
            disabled={saving}
            onMerge={(name, merge) => choose({ laboratories: toggled(choices.laboratories, [name], merge) })}
          />
        </Section>
      )}
      {preview.changes.length > 0 && (
        <Section title="Primeros cambios" text={extentOf(preview.changes.length, created + updated)}>
          <ChangesTable
            changes={chosenChanges(preview, choices)}
            skipped={(change) => choices.skipped.has(rowKey(change))}
          />
        </Section>
      )}
      {unsettled.errors.length > 0 && (
        <Section title="Filas rechazadas" text="No se importan. Corrígelas y envíalas en otra planilla.">
          <RefusedRows report={unsettled} />
        </Section>
      )}
      <div className="sticky bottom-0 z-20 -mx-4 grid gap-2 border-line border-t bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
        {saving && <ProgressBar label="Guardando los productos…" />}
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          <div className="mr-auto min-w-0 text-sm">
            <p role="status">{summaryOf({ created, updated, preview }, choices)}</p>
            <FieldError error={failure} />
          </div>
          <div className="flex gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
            <LinkButton to={href('/dashboard/products')} look="secondary">
              Descartar
            </LinkButton>
            <Button
              loading={saving}
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
