import { type ClientLoaderFunctionArgs, href, type MetaFunction, useNavigate } from 'react-router'
import { today } from '#contract/store-day.ts'
import { FNC1 } from '#domain/gs1.ts'
import { sumUnits } from '#domain/lots.ts'
import { counted } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { useHydrated } from '../../browser/external-store.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { BackLink } from '../../listing/back-link.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { type Columns, DataTable } from '../../ui/data-table.tsx'
import { FieldError, InputField, Options } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useScanner } from '../products/list/use-scanner.ts'
import { CameraButton } from './camera.tsx'
import { emptyLine, type Line, type LineField, typedExpiry } from './receipt-lines.ts'
import { fieldId, useReceipt } from './use-receipt.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Recibir mercadería') }]

// The supplier's field works without suggestions, so a failed load is silent.
export const clientLoader = ({ request: { signal } }: ClientLoaderFunctionArgs) =>
  browserApi.listSuppliers({ query: {}, signal }).then(
    ({ data }) => data.map(({ name }) => name),
    () => [],
  )

export const HydrateFallback = Screen
export default Screen

/** Receives goods: units, lot and expiry of each product, booked all together. */
function Screen({ loaderData: suppliers = [] }: ScreenProps<typeof clientLoader>) {
  const receipt = useReceipt()
  const { form, lines } = receipt
  const navigate = useNavigate()
  const hydrated = useHydrated()
  useScanner(receipt.scan)
  const { formProps, field, sending, failure } = useSubmit(
    form,
    async ({ supplier, document, key }) => {
      const checked = receipt.check()
      if (!checked) return
      const { message, data } = await browserApi.receiveGoods({
        body: { supplier, document, lines: checked.map(toSend) },
        headers: { 'Idempotency-Key': key },
      })
      receipt.clear()
      await navigate(href('/dashboard/products/receipts/:id', { id: data._id }))
      // If the answer to an earlier save was lost, the server answers with that receipt, whose lines may differ from these.
      if (sumUnits(data.lines) !== sumUnits(checked.map(({ units }) => ({ units: Number(units) }))))
        return notice.alert({
          title: 'Esta recepción ya estaba guardada',
          text: 'Tiene las líneas de la primera vez que se envió. Revísalas.',
        })
      void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    },
    { saveKey: true, onRefused: receipt.refuse },
  )
  async function empty() {
    const sure = await notice.confirm({
      title: '¿Vaciar la recepción?',
      text: 'Se borra todo lo escrito aquí. El stock no cambia.',
      confirm: 'Vaciar',
      danger: true,
    })
    if (sure) receipt.clear()
  }
  const units = sumUnits(lines.map(({ units }) => ({ units: Number(units) || 0 })))

  return (
    <div className="mx-auto grid max-w-[72rem] gap-6">
      <div>
        <BackLink to={href('/dashboard/products')} />
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-xl">Recibir mercadería</h1>
          <LinkButton to={href('/dashboard/products/receipts')} look="secondary" icon="clock">
            Recepciones
          </LinkButton>
        </div>
        <p className="mt-2 max-w-prose text-soft">
          Escanea cada producto o escribe su código y pulsa Enter para seguir. Un código GS1 llena también el
          lote y el vencimiento. Si se cierra la página, lo escrito queda aquí por media hora.
        </p>
      </div>
      <form {...formProps} inert={!hydrated} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className="card grid gap-4 p-4 sm:grid-cols-2">
          <InputField
            label="Proveedor"
            {...field('supplier')}
            list="proveedores"
            autoComplete="off"
            maxLength={120}
            onKeyDown={(event) => goOn(event, 'document')}
          />
          <datalist id="proveedores">
            <Options of={suppliers} />
          </datalist>
          <InputField
            label="N° de guía o factura"
            {...field('document')}
            autoComplete="off"
            maxLength={60}
            onKeyDown={(event) => goOn(event)}
          />
        </div>
        <DataTable
          label="Productos recibidos"
          columns={columnsOf(receipt)}
          rows={[...lines, emptyLine(lines)]}
          rowKey={({ key }) => String(key)}
          empty=""
          tableFrom="regular"
        />
        <div className="flex flex-wrap items-center justify-between gap-3 max-sm:*:w-full">
          <p role="status" className="tabular-nums">
            {counted(lines.length, 'línea', 'líneas')} · {counted(units, 'unidad', 'unidades')}
          </p>
          <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
            <CameraButton onCode={receipt.scan} />
            {lines.length > 0 && (
              <Button look="secondary" icon="trash" onClick={() => void empty()}>
                Vaciar
              </Button>
            )}
            <Button type="submit" icon="check" title="Ctrl+S" loading={sending} disabled={lines.length === 0}>
              Guardar recepción
            </Button>
          </div>
        </div>
        <FieldError error={failure} />
      </form>
    </div>
  )
}

type Receipt = ReturnType<typeof useReceipt>

const toSend = ({ code, productId, lot, expires, units }: Line) => ({
  ...(productId ? { productId } : { barcode: code }),
  lot,
  expires: typedExpiry(expires) ?? null,
  units,
})

/** Enter moves the focus to the field with this name, or to the code of the empty last line. */
function goOn(event: React.KeyboardEvent<HTMLInputElement>, name?: string) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const fields = event.currentTarget.form?.querySelectorAll<HTMLInputElement>(
    name ? `[name=${name}]` : 'input[id^=code-]',
  )
  fields?.[fields.length - 1]?.focus()
}

/** Whether a key is the separator of GS1 codes (FNC1), which scanners type as Ctrl+]. */
const isSeparator = ({ ctrlKey, key, code }: React.KeyboardEvent) =>
  ctrlKey && (key === ']' || key === FNC1 || code === 'BracketRight')

/** The product of a line's code, or a link to create it. */
function Product({ code, tradename, errors }: Line) {
  if (tradename) return <span className="font-semibold">{tradename}</span>
  if (!errors?.code || !code) return <span className="text-soft">—</span>
  return (
    <TextLink
      to={href('/dashboard/products/new-product')}
      state={{ start: { barcode: code }, receiving: true }}
      className="inline-flex min-h-9 items-center"
    >
      Crear<span className="sr-only"> el producto con el código {code}</span>
    </TextLink>
  )
}

const columnsOf = (receipt: Receipt): Columns<Line> => {
  const isNew = ({ key }: Line) => receipt.lines.every((line) => line.key !== key)
  const nameOf = (line: Line) =>
    `línea ${isNew(line) ? receipt.lines.length + 1 : receipt.lines.indexOf(line) + 1}`
  const { patch, leave, enter } = receipt
  const input = (
    line: Line,
    field: LineField,
    label: string,
    { className = '', ...rest }: React.ComponentProps<'input'> = {},
  ) => {
    const { key } = line
    const error = line.errors?.[field]
    const id = fieldId(key, field)
    const change = (text: string) =>
      patch(key, {
        [field]: text,
        ...(field === 'code' && { productId: undefined, tradename: undefined }),
      })
    return (
      <div className="grid min-w-0 gap-1">
        <input
          {...rest}
          id={id}
          aria-label={`${label}, ${nameOf(line)}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          value={line[field]}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => change(target.value)}
          onFocus={({ target }) => {
            target.dataset.before = target.value
            target.select()
          }}
          onBlur={({ target }) => leave(key, field, target.value)}
          onKeyDown={(event) => {
            const { value, selectionStart, selectionEnd, dataset } = event.currentTarget
            const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length]
            if (isSeparator(event)) change(`${value.slice(0, start)}${FNC1}${value.slice(end)}`)
            else if (event.key === 'Enter') enter(key, field, value, dataset.before ?? '')
            else return
            event.preventDefault()
          }}
          className={`control min-h-9 w-full px-2 py-1 ${className}`}
        />
        <FieldError id={`${id}-error`} error={error} />
      </div>
    )
  }
  return {
    code: {
      header: 'Código',
      cell: (line) => input(line, 'code', 'Código', { inputMode: 'text', enterKeyHint: 'next' }),
      className: 'align-top as-table:py-1.5! as-table:w-44',
    },
    product: { header: 'Producto', cell: Product, className: 'as-table:min-w-36' },
    lot: {
      header: 'Lote',
      cell: (line) => input(line, 'lot', 'Lote', { maxLength: 40, disabled: isNew(line) }),
      className: 'align-top as-table:py-1.5! as-table:w-36',
    },
    expires: {
      header: 'Vencimiento',
      cell: (line) => (
        <>
          {input(line, 'expires', 'Vencimiento', { placeholder: '08/2027', disabled: isNew(line) })}
          {(typedExpiry(line.expires) ?? '9') < today() && (
            <span className="font-semibold text-coral text-sm">Ya venció</span>
          )}
        </>
      ),
      className: 'align-top as-table:py-1.5! as-table:w-36',
    },
    units: {
      header: 'Unidades',
      cell: (line) =>
        input(line, 'units', 'Unidades', {
          inputMode: 'numeric',
          disabled: isNew(line),
          className: 'text-right tabular-nums',
        }),
      className: 'align-top as-table:py-1.5! as-table:w-24',
    },
    remove: {
      header: 'Quitar',
      bare: true,
      cell: (line) =>
        isNew(line) ? null : (
          <IconButton
            icon="trash"
            label={`Quitar ${nameOf(line)}`}
            onClick={() => receipt.remove(line.key)}
          />
        ),
      className: 'as-table:w-14 as-card:justify-self-end',
    },
  }
}
