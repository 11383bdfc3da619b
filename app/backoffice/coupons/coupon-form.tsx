import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { z } from 'zod'
import { type Coupon, couponBatchBody, couponBody, MAX_COUPON_BATCH } from '#contract/coupons.ts'
import { today } from '#contract/store-day.ts'
import { COUPON_KIND_NAMES, COUPON_KINDS, type CouponKind } from '#domain/coupon.ts'
import { joinNames, splitNames } from '#domain/name-list.ts'
import { formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { findCategories, findSuppliers } from '../../api/shown-names.ts'
import { DownloadButton, download } from '../../forms/download-button.tsx'
import { useUnsavedDraft } from '../../forms/draft.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useFormModal, useSaved } from '../../forms/in-modal.ts'
import { NamesField } from '../../forms/names-field.tsx'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { InputField, SelectField } from '../../ui/field.tsx'
import type { NameList } from '../../ui/name-choices.tsx'

/** The open form: a new code (`new`), an existing code (`edit`), a copy of a code (`copy`) or many codes with one rule (`batch`). */
export type OpenedCoupon = { as: 'new' | 'batch' } | { as: 'edit' | 'copy'; coupon: Coupon }

/** The form's values, all as texts so that a draft can keep them. `categories` and `laboratories` are comma-separated lists. */
type Typed = Record<Exclude<keyof typeof EMPTY, 'kind'>, string> & { kind: CouponKind }

const EMPTY = {
  ...{ code: '', count: '200', prefix: '' },
  ...{ kind: 'percent' as CouponKind, value: '', maximum: '', minimum: '', from: '', until: '' },
  ...{ uses: '', usesPerCustomer: '', firstOrder: 'false', categories: '', laboratories: '', active: 'true' },
}

const textOf = (value: number | string | null) => (value === null ? '' : String(value))

const typedOf = (coupon: Coupon, code: string): Typed => ({
  ...{ ...EMPTY, code, kind: coupon.kind, value: coupon.kind === 'delivery' ? '' : String(coupon.value) },
  ...{ minimum: textOf(coupon.minimum), maximum: textOf(coupon.maximum) },
  ...{ from: textOf(coupon.from), until: textOf(coupon.until) },
  ...{ uses: textOf(coupon.uses), usesPerCustomer: textOf(coupon.usesPerCustomer) },
  ...{ firstOrder: String(coupon.firstOrder), active: String(coupon.active) },
  ...{ categories: joinNames(coupon.categories), laboratories: joinNames(coupon.laboratories) },
})

/** A schema that reads a body of the contract from the form's texts. */
const fromTexts = <Body,>(body: z.ZodType<Body>) =>
  z.preprocess(
    (typed) => ({
      ...(typed as Typed),
      ...((typed as Typed).kind === 'delivery' && { value: 0, maximum: null }),
      categories: splitNames((typed as Typed).categories),
      laboratories: splitNames((typed as Typed).laboratories),
    }),
    body,
  ) as z.ZodType<Body, Typed>

const oneCode = fromTexts(couponBody)
const manyCodes = fromTexts(couponBatchBody)

type Names = { categories: NameList; laboratories: NameList }

export function CouponForm({ opened, names }: { opened: OpenedCoupon; names: Names }) {
  return opened.as === 'batch' ? <BatchForm names={names} /> : <CodeForm opened={opened} names={names} />
}

function CodeForm({ opened, names }: { opened: Exclude<OpenedCoupon, { as: 'batch' }>; names: Names }) {
  const saved = useSaved()
  const coupon = 'coupon' in opened ? opened.coupon : undefined
  const edited = opened.as === 'edit' ? coupon : undefined
  const form = useSchemaForm(oneCode, coupon ? typedOf(coupon, edited?.code ?? '') : EMPTY)
  useUnsavedDraft(form, useFormModal().draft, () => ({
    form: 'coupon',
    about: edited ? `el código ${edited.code}` : 'un código nuevo',
    row: opened,
    values: form.getValues(),
  }))
  const submit = useSubmit(
    form,
    async (body) => {
      const { message } = edited
        ? await browserApi.updateCoupon({ params: { id: edited._id }, body })
        : await browserApi.createCoupon({ body })
      void saved(edited ? 'Actualizado' : 'Guardado', message)
    },
    { fieldOfCode: { NAME_TAKEN: 'code' }, saveKey: true },
  )
  return (
    <form {...submit.formProps} aria-label="Código de descuento" className="grid gap-6">
      <InputField
        label="Código"
        hint="Letras, números y guion, por ejemplo VERANO. Da igual con mayúsculas o minúsculas."
        {...submit.field('code')}
        {...TYPED_CODE}
        required
        data-autofocus=""
      />
      <RuleFields form={form} field={submit.field} names={names} />
      <ModalButtons submit={edited ? 'Actualizar' : 'Guardar'} form={submit} />
    </form>
  )
}

/** Makes many codes and downloads them. */
function BatchForm({ names }: { names: Names }) {
  const [codes, setCodes] = useState<string[]>()
  const { revalidate } = useRevalidator()
  const form = useSchemaForm(manyCodes, { ...EMPTY, uses: '1' })
  useUnsavedDraft(form, useFormModal().draft, () => ({
    form: 'coupon',
    about: 'varios códigos nuevos',
    row: { as: 'batch' },
    values: form.getValues(),
  }))
  const submit = useSubmit(form, async (body) => {
    const { data } = await browserApi.createCoupons({ body })
    form.reset()
    setCodes(data.codes)
    void revalidate()
    // A failed download is silent: the codes exist, and the download can be repeated.
    await loadBatch(data.codes).then(
      (file) => download(file, fileName()),
      () => undefined,
    )
  })
  if (codes) return <Made codes={codes} />
  return (
    <form {...submit.formProps} aria-label="Varios códigos" className="grid gap-6">
      <p className="text-soft">Se crean de una vez y se descargan en una planilla, cada uno con su enlace.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label="Cantidad"
          hint={`Hasta ${formatWhole(MAX_COUPON_BATCH)}.`}
          {...submit.field('count')}
          {...TYPED_NUMBER}
          required
          data-autofocus=""
        />
        <InputField
          label="Comienzan con"
          hint="Por ejemplo FERIA: los códigos serán como FERIA-7KXM4C."
          {...submit.field('prefix')}
          {...TYPED_CODE}
          required
        />
      </div>
      <RuleFields form={form} field={submit.field} names={names} />
      <ModalButtons submit="Crear y descargar" icon="download" form={submit} />
    </form>
  )
}

const fileName = () => `codigos-${today()}.xlsx`
const loadBatch = ([batch]: string[]) => browserApi.exportCoupons({ query: { batch } })

function Made({ codes }: { codes: string[] }) {
  const { close } = useFormModal()
  return (
    <div className="grid gap-4">
      <p role="status" className="font-semibold">
        {codes.length === 1 ? 'Se creó 1 código.' : `Se crearon ${formatWhole(codes.length)} códigos.`}
      </p>
      <p className="text-soft">La planilla con los códigos y sus enlaces está en tus descargas.</p>
      <div className="flex flex-wrap justify-end gap-3">
        <DownloadButton load={() => loadBatch(codes)} fileName={fileName}>
          Descargar otra vez
        </DownloadButton>
        <Button onClick={close}>Listo</Button>
      </div>
    </div>
  )
}

const TYPED_CODE = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const
const TYPED_NUMBER = { autoComplete: 'off', inputMode: 'numeric' } as const

/** The fields of a code's discount and of its conditions. */
function RuleFields<Valid>({
  form,
  field,
  names,
}: {
  form: UseFormReturn<Typed, unknown, Valid>
  field: ReturnType<typeof useSubmit<Typed, Valid>>['field']
  names: Names
}) {
  const [kind, maximum] = form.watch(['kind', 'maximum'])
  return (
    <>
      <Part title="Qué da">
        <SelectField label="Tipo" {...field('kind')}>
          {COUPON_KINDS.map((value) => (
            <option key={value} value={value}>
              {COUPON_KIND_NAMES[value]}
            </option>
          ))}
        </SelectField>
        {kind !== 'delivery' && (
          <InputField
            label={kind === 'percent' ? 'Porcentaje' : 'Pesos'}
            {...field('value')}
            {...TYPED_NUMBER}
            required
          />
        )}
        {(kind === 'percent' || (kind === 'amount' && maximum)) && (
          <InputField
            label="Descuento máximo"
            hint="En pesos. Vacío: sin máximo."
            {...field('maximum')}
            {...TYPED_NUMBER}
          />
        )}
        <p className="rounded-lg bg-sand p-3 text-sm sm:col-span-2">
          Los medicamentos con receta no participan nunca: el Código Sanitario prohíbe promocionarlos. El
          descuento sale solo de los demás productos del pedido.
        </p>
      </Part>
      <Part title="Condiciones">
        <InputField
          label="Compra mínima"
          hint="En pesos, de todos los productos. Vacío: sin mínimo."
          {...field('minimum')}
          {...TYPED_NUMBER}
        />
        <SelectField label="Compras" {...field('firstOrder')}>
          <option value="false">Todas</option>
          <option value="true">Solo la primera de cada cliente</option>
        </SelectField>
        <InputField label="Primer día" type="date" {...field('from')} />
        <InputField label="Último día" type="date" {...field('until')} />
        <InputField label="Usos en total" hint="Vacío: sin límite." {...field('uses')} {...TYPED_NUMBER} />
        <InputField
          label="Usos por cliente"
          hint="Vacío: sin límite."
          {...field('usesPerCustomer')}
          {...TYPED_NUMBER}
        />
      </Part>
      <div className="grid gap-2">
        <NamesPart
          form={form}
          name="categories"
          title="Solo algunas categorías"
          label="Categorías"
          list={names.categories}
          find={findCategories}
          searchLabel="Buscar categoría"
        />
        <NamesPart
          form={form}
          name="laboratories"
          title="Solo algunos laboratorios"
          label="Laboratorios"
          list={names.laboratories}
          find={findSuppliers}
          searchLabel="Buscar laboratorio"
        />
      </div>
      <SelectField
        label="Estado"
        hint="Un código inactivo no sirve a nadie."
        {...field('active')}
        className="sm:max-w-60"
      >
        <option value="true">Activo</option>
        <option value="false">Inactivo</option>
      </SelectField>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-3 font-semibold">{title}</legend>
    <div className="grid gap-4 sm:grid-cols-2">{children}</div>
  </fieldset>
)

/** Categories or laboratories that a code is for, folded until some are chosen. */
function NamesPart<Valid>({
  form,
  name,
  title,
  label,
  ...choices
}: {
  form: UseFormReturn<Typed, unknown, Valid>
  name: 'categories' | 'laboratories'
  title: string
} & Pick<React.ComponentProps<typeof NamesField>, 'label' | 'list' | 'find' | 'searchLabel'>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState: { error } }) => {
        const count = splitNames(field.value).length
        return (
          <details open={count > 0 || undefined} className="rounded-lg border border-line px-3">
            <summary className="cursor-pointer py-3 font-semibold text-sm">
              {title}
              {count > 0 && <span className="ml-1 text-soft tabular-nums">({count})</span>}
            </summary>
            <div className="pb-3">
              <NamesField
                {...choices}
                label={label}
                hint="Sin elegir, sirve para todos los productos."
                more={label.toLowerCase()}
                field={{ ...field, error: error?.message }}
              />
            </div>
          </details>
        )
      }}
    />
  )
}
