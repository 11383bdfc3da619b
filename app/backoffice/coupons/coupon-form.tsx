import { type Coupon, couponBody } from '#contract/coupons.ts'
import { joinNames } from '#domain/name-list.ts'
import { browserApi } from '../../api/client.ts'
import { useUnsavedDraft } from '../../forms/draft.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useFormModal, useSaved } from '../../forms/in-modal.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { InputField } from '../../ui/field.tsx'
import { BatchForm } from './batch-form.tsx'
import { EMPTY, fromTexts, type Names, RuleFields, TYPED_CODE, type Typed } from './rule-fields.tsx'

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
