/** The values and fields of a code's rule, which one code and many have in common. */
import { Controller, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { COUPON_KIND_NAMES, type CouponKind } from '#domain/coupon.ts'
import { splitNames } from '#domain/name-list.ts'
import { findCategories, findSuppliers } from '../../api/shown-names.ts'
import { NamesField } from '../../forms/names-field.tsx'
import type { useSubmit } from '../../forms/use-submit.ts'
import { InputField, SelectField } from '../../ui/field.tsx'
import type { NameList } from '../../ui/name-choices.tsx'

/** The form's values, all as texts so that a draft can keep them. `categories` and `laboratories` are comma-separated lists. */
export type Typed = Record<Exclude<keyof typeof EMPTY, 'kind'>, string> & { kind: CouponKind }

export const EMPTY = {
  ...{ code: '', count: '200', prefix: '' },
  ...{ kind: 'percent' as CouponKind, value: '', maximum: '', minimum: '', from: '', until: '' },
  ...{ uses: '', usesPerCustomer: '', firstOrder: 'false', categories: '', laboratories: '', active: 'true' },
}

/** A schema that reads a body of the contract from the form's texts. */
export const fromTexts = <Body,>(body: z.ZodType<Body>) =>
  z.preprocess(
    (typed) => ({
      ...(typed as Typed),
      ...((typed as Typed).kind === 'delivery' && { value: 0, maximum: null }),
      categories: splitNames((typed as Typed).categories),
      laboratories: splitNames((typed as Typed).laboratories),
    }),
    body,
  ) as z.ZodType<Body, Typed>

/** The categories and laboratories that the form offers before a search. */
export type Names = { categories: NameList; laboratories: NameList }

export const TYPED_CODE = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const
export const TYPED_NUMBER = { autoComplete: 'off', inputMode: 'numeric' } as const

/** The names that a code may be limited to. */
const NAMES = [
  {
    ...({ name: 'categories', title: 'Solo algunas categorías', label: 'Categorías' } as const),
    ...{ find: findCategories, searchLabel: 'Buscar categoría' },
  },
  {
    ...({ name: 'laboratories', title: 'Solo algunos laboratorios', label: 'Laboratorios' } as const),
    ...{ find: findSuppliers, searchLabel: 'Buscar laboratorio' },
  },
]

/** The fields of a code's discount and of its conditions. */
export function RuleFields<Valid>({
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
        <SelectField label="Tipo" {...field('kind')} options={COUPON_KIND_NAMES} />
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
        <SelectField
          label="Compras"
          {...field('firstOrder')}
          options={{ false: 'Todas', true: 'Solo la primera de cada cliente' }}
        />
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
        {NAMES.map(({ name, title, label, find, searchLabel }) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field, fieldState: { error } }) => {
              const count = splitNames(field.value).length
              return (
                // Folded until some are chosen.
                <details open={count > 0 || undefined} className="rounded-lg border border-line px-3">
                  <summary className="cursor-pointer py-3 font-semibold text-sm">
                    {title}
                    {count > 0 && <span className="ml-1 text-soft tabular-nums">({count})</span>}
                  </summary>
                  <div className="pb-3">
                    <NamesField
                      list={names[name]}
                      label={label}
                      find={find}
                      searchLabel={searchLabel}
                      hint="Sin elegir, sirve para todos los productos."
                      more={label.toLowerCase()}
                      field={{ ...field, error: error?.message }}
                    />
                  </div>
                </details>
              )
            }}
          />
        ))}
      </div>
      <SelectField
        label="Estado"
        hint="Un código inactivo no sirve a nadie."
        {...field('active')}
        className="sm:max-w-60"
        options={{ true: 'Activo', false: 'Inactivo' }}
      />
    </>
  )
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-3 font-semibold">{title}</legend>
    <div className="grid gap-4 sm:grid-cols-2">{children}</div>
  </fieldset>
)
