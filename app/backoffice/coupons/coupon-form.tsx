import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Coupon, couponBatchBody, couponBody, MAX_COUPON_BATCH } from '#contract/coupons.ts'
import { today } from '#contract/store-day.ts'
import { joinNames } from '#domain/name-list.ts'
import { formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { DownloadButton, download } from '../../forms/download-button.tsx'
import { useUnsavedDraft } from '../../forms/draft.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useFormModal } from '../../forms/in-modal.ts'
import { useSave } from '../../forms/use-save.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/field.tsx'
import {
  EMPTY,
  fromTexts,
  type Names,
  RuleFields,
  TYPED_CODE,
  TYPED_NUMBER,
  type Typed,
} from './rule-fields.tsx'

/** The open form: a new code (`new`), an existing code (`edit`), a copy of a code (`copy`) or many codes with one rule (`batch`). */
export type OpenedCoupon = { as: 'new' | 'batch' } | { as: 'edit' | 'copy'; coupon: Coupon }

const textOf = (value: number | string | null) => (value === null ? '' : String(value))

const typedOf = (coupon: Coupon, code: string): Typed => ({
  ...{ ...EMPTY, code, kind: coupon.kind, value: coupon.kind === 'delivery' ? '' : String(coupon.value) },
  ...{ minimum: textOf(coupon.minimum), maximum: textOf(coupon.maximum) },
  ...{ from: textOf(coupon.from), until: textOf(coupon.until) },
  ...{ uses: textOf(coupon.uses), usesPerCustomer: textOf(coupon.usesPerCustomer) },
  ...{ firstOrder: String(coupon.firstOrder), active: String(coupon.active) },
  ...{ categories: joinNames(coupon.categories), laboratories: joinNames(coupon.laboratories) },
})

const oneCode = fromTexts(couponBody)

/** Adds one code, or changes the given one. */
export function CodeForm({
  opened,
  names,
}: {
  opened: Exclude<OpenedCoupon, { as: 'batch' }>
  names: Names
}) {
  const coupon = 'coupon' in opened ? opened.coupon : undefined
  const edited = opened.as === 'edit' ? coupon : undefined
  const form = useSchemaForm(oneCode, coupon ? typedOf(coupon, edited?.code ?? '') : EMPTY)
  useUnsavedDraft(form, useFormModal().draft, () => ({
    form: 'coupon',
    about: edited ? `el código ${edited.code}` : 'un código nuevo',
    row: opened,
    values: form.getValues(),
  }))
  const submit = useSave(
    form,
    edited ? 'Actualizado' : 'Guardado',
    (body) =>
      edited
        ? browserApi.updateCoupon({ params: { id: edited._id }, body })
        : browserApi.createCoupon({ body }),
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

const manyCodes = fromTexts(couponBatchBody)

/** Makes many codes and downloads them. */
export function BatchForm({ names }: { names: Names }) {
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
